/* The headers alone: they compile without exceptions and without types at run
 * time. */
#include "link_sockets.hpp"

int main() {
  const bool isRefused = !mindloom::Mind::parse("{}");
  std::puts(isRefused ? "fine" : "odd");
}
