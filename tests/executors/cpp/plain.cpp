/* The header alone: it compiles without exceptions and without types at run
 * time. */
#include "mindloom.hpp"

int main() {
  const bool isRefused = !mindloom::Mind::parse("{}");
  std::puts(isRefused ? "fine" : "odd");
}
