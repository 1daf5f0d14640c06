--[[
  What mindloom_link.lua needs of the network, by LuaSocket, as LÖVE and Defold have it. MIT License, as mindloom.lua.

      local link = GameLink(minds, { sockets = require("link_sockets"), token = "…" })

  None of these waits. In the place of this file may be another with the same functions.
]]
local socket = require("socket")

local sockets = {}

--- Begin a connection by TCP; return it, or nil where there is none to be had.
function sockets.connect(host, port)
  local connection = socket.tcp()
  if connection == nil then return nil end
  connection:settimeout(0)
  local isDone, problem = connection:connect(host, port)
  if isDone or problem == "timeout" then -- "timeout": it is under way
    connection:setoption("tcp-nodelay", true) -- else a step of the editor waits for 40 ms
    return connection
  end
  connection:close()
  return nil
end

--- Send bytes; return how many are on their way, or nil where the connection is lost.
function sockets.send(connection, bytes)
  local _, ready = socket.select(nil, { connection }, 0)
  if not ready[connection] then return 0 end
  local all, problem, some = connection:send(bytes)
  if all == nil and problem ~= "timeout" then return nil end
  return all or some
end

--- Return the bytes that came, "" for none so far, or nil where the connection is lost.
function sockets.receive(connection)
  local ready = socket.select({ connection }, nil, 0)
  if not ready[connection] then return "" end
  local all, problem, some = connection:receive(65536)
  local bytes = all or some
  if bytes == "" and problem ~= "timeout" then return nil end
  return bytes
end

function sockets.close(connection) connection:close() end

return sockets
