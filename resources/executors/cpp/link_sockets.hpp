/*
 * What mindloom_link.hpp needs of the network, by the sockets of POSIX and Windows. MIT License, as mindloom.hpp.
 *
 *     LinkOptions options;
 *     options.connect = connectByTcp;
 *
 * Nothing of it waits. On Windows it is linked with Ws2_32.
 */
#ifndef MINDLOOM_LINK_SOCKETS_HPP
#define MINDLOOM_LINK_SOCKETS_HPP

#include "mindloom_link.hpp"

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <cerrno>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace mindloom {
namespace inner {

#ifdef _WIN32
using SocketNumber = SOCKET;
constexpr SocketNumber noSocket = INVALID_SOCKET;
constexpr int noSignal = 0;
inline void closeSocket(SocketNumber number) { closesocket(number); }
inline bool isUnderWay() { return WSAGetLastError() == WSAEWOULDBLOCK; }
inline bool letNotWait(SocketNumber number) {
  u_long is = 1;
  return ioctlsocket(number, FIONBIO, &is) == 0;
}
inline int pollSocket(pollfd& asked) { return WSAPoll(&asked, 1, 0); }
inline void beginSockets() {
  static const int begun = [] {
    WSADATA data;
    return WSAStartup(MAKEWORD(2, 2), &data);
  }();
  (void)begun;
}
#else
using SocketNumber = int;
constexpr SocketNumber noSocket = -1;
constexpr int noSignal = MSG_NOSIGNAL;
inline void closeSocket(SocketNumber number) { ::close(number); }
inline bool isUnderWay() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINPROGRESS || errno == EINTR; }
inline bool letNotWait(SocketNumber number) { return fcntl(number, F_SETFL, O_NONBLOCK) == 0; }
inline int pollSocket(pollfd& asked) { return ::poll(&asked, 1, 0); }
inline void beginSockets() {}
#endif

class TcpSocket final : public LinkSocket {
  SocketNumber number_;

  bool is(short wanted) const {
    pollfd asked = {};
    asked.fd = number_, asked.events = wanted;
    return pollSocket(asked) > 0;
  }

 public:
  explicit TcpSocket(SocketNumber number) : number_(number) {}
  ~TcpSocket() override { closeSocket(number_); }
  TcpSocket(const TcpSocket&) = delete;
  TcpSocket& operator=(const TcpSocket&) = delete;

  std::ptrdiff_t send(std::string_view bytes) override {
    if (!is(POLLOUT)) return 0; // it is not connected yet
    const auto size = static_cast<int>(std::min<std::size_t>(bytes.size(), 1 << 20));
    const auto sent = ::send(number_, bytes.data(), static_cast<unsigned>(size), noSignal);
    return sent < 0 && isUnderWay() ? 0 : static_cast<std::ptrdiff_t>(sent);
  }
  bool receive(std::string& into) override {
    char part[4096];
    while (is(POLLIN)) {
      const auto count = ::recv(number_, part, sizeof part, 0);
      if (count == 0 || (count < 0 && !isUnderWay())) return false;
      if (count < 0) break;
      into.append(part, static_cast<std::size_t>(count));
    }
    return true;
  }
};

} // namespace inner

/** Begin a connection by TCP; give none where there is none to be had. `host` is best an address in digits. */
inline std::unique_ptr<LinkSocket> connectByTcp(const std::string& host, const std::string& port) {
  inner::beginSockets();
  addrinfo wanted = {}, *found = nullptr;
  wanted.ai_family = AF_INET, wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_NUMERICSERV;
  if (getaddrinfo(host.c_str(), port.c_str(), &wanted, &found) != 0) return nullptr;
  const inner::SocketNumber number = ::socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  bool isBegun = number != inner::noSocket && inner::letNotWait(number);
  if (isBegun) {
    const int is = 1;
    setsockopt(number, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&is), sizeof is);
    isBegun = ::connect(number, found->ai_addr, static_cast<socklen_t>(found->ai_addrlen)) == 0 || inner::isUnderWay();
  }
  freeaddrinfo(found);
  if (!isBegun && number != inner::noSocket) inner::closeSocket(number);
  return isBegun ? std::make_unique<inner::TcpSocket>(number) : nullptr;
}

} // namespace mindloom

#endif
