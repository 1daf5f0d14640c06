function love.conf(t)
  t.identity, t.version = "night_guard_love", "11.4"
  t.window.title, t.window.width, t.window.height = "Night guard", 800, 600
end
