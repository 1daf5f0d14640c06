/*
 * The Mindloom executor for C++: runs the programs that `mindloom export` writes. C++17, one header, no dependency.
 *
 * Copyright (c) 2026 Mindloom contributors. MIT License: use, copy, change and share it freely, keep this notice;
 * it comes without warranty of any kind. https://opensource.org/license/mit
 *
 * It follows the help page "The runtime format" part by part and names things as that page does; the page says what
 * they do. A program becomes rows and nodes of plain data once, when it is parsed, and minds share it; ticks then take
 * no memory, once what they keep has its size, but for errors and long texts. It throws nothing and has no global
 * state: what cannot be done is said by a `Result`. What a game uses are `Mind`, `Minds`, `Agent`, `Game`, `Context`.
 */
#ifndef MINDLOOM_HPP
#define MINDLOOM_HPP

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __FAST_MATH__
#error "Mindloom needs floats as IEEE 754 has them: compile without -ffast-math, so that saves and draws stay the same."
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define MINDLOOM_EXACT __attribute__((optimize("fp-contract=off"))) // products and sums are rounded one by one
#else
#define MINDLOOM_EXACT
#endif
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

namespace mindloom {

/** How a node, or a whole mind, is; what a tick of an action gives is running, success or failure. */
enum class Status : std::uint8_t { idle, running, success, failure, skipped };

/** Return a status in words. */
inline const char* wordOf(Status status) {
  static constexpr const char* words[] = {"idle", "running", "success", "failure", "skipped"};
  return words[std::min<int>(static_cast<int>(status), 4)];
}

// ---- Results ----------------------------------------------------------------------------------------------------

struct Done {};

/**
 * What was asked for, or the words that say why it cannot be had.
 *
 * A refusal that is never looked at is printed, so that none is lost; to use what was refused ends the program.
 */
template <class T = Done> class Result {
  using Kept = std::conditional_t<std::is_reference_v<T>, std::remove_reference_t<T>*, T>;
  std::optional<Kept> kept_;
  std::string words_;
  mutable bool seen_ = false;

  Result(std::string words, int) : words_(std::move(words)) {}
  static Kept keep(std::remove_reference_t<T>& value) {
    if constexpr (std::is_reference_v<T>) return &value;
    else return std::move(value);
  }

 public:
  Result(T value) : kept_(keep(value)), seen_(true) {}
  Result(Result&& other) noexcept
      : kept_(std::move(other.kept_)), words_(std::move(other.words_)), seen_(std::exchange(other.seen_, true)) {}
  Result& operator=(Result&& other) noexcept {
    kept_ = std::move(other.kept_), words_ = std::move(other.words_), seen_ = std::exchange(other.seen_, true);
    return *this;
  }
  ~Result() {
    if (!seen_) std::fprintf(stderr, "mindloom: %s\n", words_.c_str());
  }
  static Result refused(std::string words) { return Result(std::move(words), 0); }
  explicit operator bool() const { return seen_ = true, kept_.has_value(); }
  /** Return why it was refused, in words; empty where it was not. */
  const std::string& words() const { return seen_ = true, words_; }
  auto& operator*() {
    if (!kept_) {
      std::fprintf(stderr, "mindloom: %s\n", words_.c_str());
      std::abort();
    }
    if constexpr (std::is_reference_v<T>) return **kept_;
    else return *kept_;
  }
  auto* operator->() { return &**this; }
};

/** Return what a result holds; where it was refused, say why and end the program. */
template <class T> T must(Result<T> result) { return static_cast<T>(*result); }

namespace inner {

/** A refusal that turns into any result. */
struct Refused {
  std::string words;
  template <class T> operator Result<T>() && { return Result<T>::refused(std::move(words)); }
};
inline Refused refuse(std::string words) { return {std::move(words) + "."}; }

/** A vector that is asked by ints. */
template <class T> struct Array : std::vector<T> {
  using std::vector<T>::vector;
  T& operator[](std::ptrdiff_t k) { return this->data()[k]; }
  const T& operator[](std::ptrdiff_t k) const { return this->data()[k]; }
  int count() const { return static_cast<int>(this->size()); }
  bool has(const T& item) const { return std::find(this->begin(), this->end(), item) != this->end(); }
};

/** A list that keeps what is removed and uses it again, with the memory that it has. */
template <class T> class Recycled {
  Array<T> all_;
  int count_ = 0;

 public:
  using value_type = T;
  T& add() {
    if (count_ == all_.count()) all_.emplace_back();
    return all_[count_++];
  }
  T& insert(int place) {
    add();
    std::rotate(begin() + place, end() - 1, end());
    return all_[place];
  }
  void remove(int place) {
    std::rotate(begin() + place, begin() + place + 1, end());
    --count_;
  }
  template <class Test> void removeIf(Test test) {
    for (int k = count_ - 1; k >= 0; --k)
      if (test(all_[k])) remove(k);
  }
  void clear() { count_ = 0; }
  void reserve(int count) { all_.reserve(static_cast<std::size_t>(count)); }
  int count() const { return count_; }
  std::size_t size() const { return static_cast<std::size_t>(count_); }
  bool empty() const { return count_ == 0; }
  T& operator[](std::ptrdiff_t k) { return all_[k]; }
  const T& operator[](std::ptrdiff_t k) const { return all_[k]; }
  auto begin() { return all_.data(); }
  auto end() { return all_.data() + count_; }
  auto begin() const { return all_.data(); }
  auto end() const { return all_.data() + count_; }
};

/** Lists that are borrowed one inside the other. */
template <class T> struct Shelf {
  std::vector<std::unique_ptr<T>> all;
  std::size_t used = 0;
  T& take() {
    if (used == all.size()) all.push_back(std::make_unique<T>());
    return *all[used++];
  }
};

template <class T> class Lent {
  Shelf<T>& shelf_;
  T& item_;

 public:
  explicit Lent(Shelf<T>& shelf) : shelf_(shelf), item_(shelf.take()) { item_.clear(); }
  ~Lent() { --shelf_.used; }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  T& operator*() { return item_; }
  T* operator->() { return &item_; }
};

/** Return a number as JSON and messages have it: the shortest decimal that reads back. */
inline std::string textOf(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  char text[64];
  const bool isWhole = std::abs(value) < 1e15 && value == std::floor(value);
  const auto end = isWhole ? std::to_chars(text, text + 64, static_cast<std::int64_t>(value)).ptr
                           : std::to_chars(text, text + 64, value).ptr;
  return std::string(text, end);
}
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> std::string textOf(T value) {
  return std::to_string(value);
}

} // namespace inner

// ---- JSON -------------------------------------------------------------------------------------------------------

/** A value of JSON; the members of an object are `names` with `items`. */
struct Json {
  enum class Kind : std::uint8_t { null, boolean, number, text, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<std::string> names;
  inner::Array<Json> items;

  Json() = default;
  Json(Kind sort) : kind(sort) {}
  Json(std::string words) : kind(Kind::text), text(std::move(words)) {}
  Json(std::string_view words) : kind(Kind::text), text(words) {}
  Json(const char* words) : kind(Kind::text), text(words) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0> Json(T value) {
    if constexpr (std::is_same_v<T, bool>) kind = Kind::boolean, boolean = value;
    else kind = Kind::number, number = static_cast<double>(value);
  }
  static Json list() { return Json(Kind::array); }
  static Json object() { return Json(Kind::object); }

  bool isNull() const { return kind == Kind::null; }
  bool isText() const { return kind == Kind::text; }
  bool isNumber() const { return kind == Kind::number; }
  bool isArray() const { return kind == Kind::array; }
  bool isObject() const { return kind == Kind::object; }
  bool isTrue() const { return kind == Kind::boolean && boolean; }
  int count() const { return items.count(); }
  /** Return a member of an object, or null where it is not there. */
  const Json& operator[](std::string_view name) const {
    static const Json none;
    for (std::size_t k = names.size(); k-- > 0;)
      if (names[k] == name) return items[static_cast<std::ptrdiff_t>(k)];
    return none;
  }
  Json& add(Json value) {
    items.push_back(std::move(value));
    return *this;
  }
  Json& add(std::string_view name, Json value) {
    names.emplace_back(name);
    return add(std::move(value));
  }
  /** Give a member of an object a value. */
  void set(std::string_view name, Json value) {
    for (std::size_t k = names.size(); k-- > 0;)
      if (names[k] == name) return void(items[static_cast<std::ptrdiff_t>(k)] = std::move(value));
    add(name, std::move(value));
  }
  /** Return a whole number, `otherwise` for anything else. */
  int whole(int otherwise = -1) const {
    const bool fits = isNumber() && number >= -2147483648.0 && number <= 2147483647.0;
    return fits && number == std::floor(number) ? static_cast<int>(number) : otherwise;
  }

  static Result<Json> parse(std::string_view text);
  /** Return it as text on one line. */
  std::string write() const {
    std::string out;
    writeTo(out);
    return out;
  }

 private:
  void writeTo(std::string& out) const;
};

namespace inner {

class JsonReader {
  static constexpr int mostNested = 400;
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;

  bool fails(const char* words) {
    if (problem.empty()) problem = std::string(words) + " at position " + std::to_string(at_);
    return false;
  }
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
      ++at_;
  }
  bool takes(char letter) {
    if (at_ >= text_.size() || text_[at_] != letter) return false;
    ++at_;
    return true;
  }
  bool takesWord(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return fails("unexpected letters");
    at_ += word.size();
    return true;
  }
  bool isDigit(std::size_t at) const { return at < text_.size() && text_[at] >= '0' && text_[at] <= '9'; }

  bool readNumber(Json& into) {
    const std::size_t begin = at_;
    std::size_t end = at_ + (text_[at_] == '-' ? 1 : 0);
    const auto digits = [&] {
      const std::size_t first = end;
      while (isDigit(end)) ++end;
      return end > first;
    };
    const bool leadsWithZero = end < text_.size() && text_[end] == '0' && isDigit(end + 1);
    if (leadsWithZero || !digits()) return fails("unexpected letters");
    if (end < text_.size() && text_[end] == '.' && (++end, !digits())) return fails("a number without decimals");
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      ++end;
      if (end < text_.size() && (text_[end] == '+' || text_[end] == '-')) ++end;
      if (!digits()) return fails("a number without exponent");
    }
    into.kind = Json::Kind::number;
    const auto read = std::from_chars(text_.data() + begin, text_.data() + end, into.number);
    if (read.ec == std::errc::result_out_of_range) { // from_chars leaves it as it was: it is 0 or infinite
      const auto exponent = text_.substr(begin, end - begin).find_first_of("eE");
      const bool isSmall = exponent != std::string_view::npos && text_[begin + exponent + 1] == '-';
      into.number = isSmall ? 0 : std::numeric_limits<double>::infinity();
      if (text_[begin] == '-') into.number = -into.number;
    }
    at_ = end;
    return true;
  }
  unsigned readFour() {
    unsigned code = 0;
    if (at_ + 4 > text_.size() ||
        std::from_chars(text_.data() + at_, text_.data() + at_ + 4, code, 16).ptr != text_.data() + at_ + 4)
      fails("a broken escape");
    at_ += 4;
    return code;
  }
  static void addLetter(std::string& to, unsigned code) {
    const auto add = [&to](unsigned byte) { to.push_back(static_cast<char>(byte)); };
    if (code < 0x80) return add(code);
    if (code < 0x800) add(0xc0 | (code >> 6));
    else if (code < 0x10000) add(0xe0 | (code >> 12)), add(0x80 | ((code >> 6) & 0x3f));
    else add(0xf0 | (code >> 18)), add(0x80 | ((code >> 12) & 0x3f)), add(0x80 | ((code >> 6) & 0x3f));
    add(0x80 | (code & 0x3f));
  }
  void readEscape(std::string& into) {
    static constexpr std::string_view known = "\"\\/bfnrt", letters = "\"\\/\b\f\n\r\t";
    const char letter = at_ < text_.size() ? text_[at_++] : 'x';
    if (letter != 'u') {
      const auto found = known.find(letter);
      if (found == std::string_view::npos) fails("an unknown escape");
      else into.push_back(letters[found]);
      return;
    }
    unsigned code = readFour();
    if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_, 2) == "\\u") {
      const std::size_t back = at_;
      at_ += 2;
      const unsigned low = readFour();
      if (low >= 0xdc00 && low < 0xe000) code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      else at_ = back;
    }
    addLetter(into, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
  }
  bool readText(std::string& into) {
    if (!takes('"')) return fails("a text was expected");
    while (at_ < text_.size() && text_[at_] != '"' && problem.empty()) {
      const char letter = text_[at_++];
      if (letter == '\\') readEscape(into);
      else if (static_cast<unsigned char>(letter) < 0x20) fails("a control character in a text");
      else into.push_back(letter);
    }
    return takes('"') || fails("a text without end");
  }
  bool readItems(Json& into, char end) {
    if (++depth_ > mostNested) return fails("too much inside each other");
    skip();
    for (bool isFirst = true; !takes(end); isFirst = false) {
      if (!isFirst && !takes(',')) return fails("a comma was expected");
      if (!isFirst) skip();
      if (end == '}') {
        if (!readText(into.names.emplace_back())) return false;
        skip();
        if (!takes(':')) return fails("a colon was expected");
      }
      if (!read(into.items.emplace_back())) return false;
      skip();
    }
    --depth_;
    return true;
  }

 public:
  std::string problem;
  explicit JsonReader(std::string_view text) : text_(text) {}

  bool read(Json& into) {
    skip();
    if (at_ >= text_.size()) return fails("unexpected end");
    switch (text_[at_]) {
    case '{': ++at_, into.kind = Json::Kind::object; return readItems(into, '}');
    case '[': ++at_, into.kind = Json::Kind::array; return readItems(into, ']');
    case '"': into.kind = Json::Kind::text; return readText(into.text);
    case 't': into = Json(true); return takesWord("true");
    case 'f': into = Json(false); return takesWord("false");
    case 'n': return takesWord("null");
    default: return readNumber(into);
    }
  }
  bool readAll(Json& into) {
    if (!read(into)) return false;
    skip();
    return at_ == text_.size() || fails("unexpected letters");
  }
};

inline void writeText(std::string& out, std::string_view text) {
  static constexpr const char* digits = "0123456789abcdef";
  out.push_back('"');
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') out.push_back('\\'), out.push_back(letter);
    else if (static_cast<unsigned char>(letter) >= 0x20) out.push_back(letter);
    else out.append("\\u00").append(1, digits[letter >> 4]).append(1, digits[letter & 15]);
  }
  out.push_back('"');
}

} // namespace inner

inline Result<Json> Json::parse(std::string_view text) {
  inner::JsonReader reader(text);
  Json read;
  if (!reader.readAll(read)) return Result<Json>::refused(reader.problem);
  return read;
}

inline void Json::writeTo(std::string& out) const {
  const bool isList = kind == Kind::array;
  switch (kind) {
  case Kind::null: out += "null"; return;
  case Kind::boolean: out += boolean ? "true" : "false"; return;
  case Kind::number: out += std::isfinite(number) ? inner::textOf(number) : "null"; return;
  case Kind::text: return inner::writeText(out, text);
  default: break;
  }
  out.push_back(isList ? '[' : '{');
  for (int k = 0; k < count(); ++k) {
    if (k > 0) out.push_back(',');
    if (!isList) inner::writeText(out, names[static_cast<std::size_t>(k)]), out.push_back(':');
    items[k].writeTo(out);
  }
  out.push_back(isList ? ']' : '}');
}

// ---- Values -----------------------------------------------------------------------------------------------------

/** A place or direction, in units. */
struct Vector {
  double x = 0, y = 0;
};

class Value;

/** A value that is looked at where it is, for as long as nothing changes there. */
struct View {
  enum class Kind : std::uint8_t { null, boolean, number, vector, text, list };
  Kind kind = Kind::null;
  union {
    double x;
    const std::string* words;
    const inner::Array<Value>* values;
  };
  double y = 0;

  View() : x(0) {}
  View(double number) : kind(Kind::number), x(number) {}
  template <class T, std::enable_if_t<std::is_same_v<T, bool>, int> = 0> View(T is)
      : kind(Kind::boolean), x(is ? 1 : 0) {}
  View(Vector v) : kind(Kind::vector), x(v.x), y(v.y) {}
  View(const std::string* letters) : kind(letters == nullptr ? Kind::null : Kind::text), words(letters) {}
  View(const inner::Array<Value>* items) : kind(Kind::list), values(items) {}

  bool isNull() const { return kind == Kind::null; }
  bool isText() const { return kind == Kind::text; }
  bool isList() const { return kind == Kind::list; }
  bool isNumber() const { return kind == Kind::number; }
  bool isVector() const { return kind == Kind::vector; }
  bool boolean(bool otherwise = false) const { return kind == Kind::boolean ? x != 0 : otherwise; }
  double number(double otherwise = 0) const { return kind == Kind::number ? x : otherwise; }
  Vector vector(Vector otherwise = {}) const { return kind == Kind::vector ? Vector{x, y} : otherwise; }
  /** Return a text or the id of an entity, `otherwise` for nobody and anything else. */
  std::string_view text(std::string_view otherwise = {}) const {
    return kind == Kind::text ? std::string_view(*words) : otherwise;
  }
  int count() const;
  View operator[](int place) const;
};

/** A value of a variable, a field or an argument, with what it needs; null is nobody. */
class Value {
  View::Kind kind_ = View::Kind::null;
  double x_ = 0, y_ = 0;
  std::string text_;
  inner::Array<Value> items_;

 public:
  Value() = default;
  Value(std::nullptr_t) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0> Value(T value)
      : kind_(std::is_same_v<T, bool> ? View::Kind::boolean : View::Kind::number), x_(static_cast<double>(value)) {}
  Value(Vector v) : kind_(View::Kind::vector), x_(v.x), y_(v.y) {}
  Value(std::string words) : kind_(View::Kind::text), text_(std::move(words)) {}
  Value(std::string_view words) : kind_(View::Kind::text), text_(words) {}
  Value(const char* words) : kind_(View::Kind::text), text_(words) {}
  Value(inner::Array<Value> items) : kind_(View::Kind::list), items_(std::move(items)) {}
  explicit Value(View view) { take(view); }
  /** Return a list; a vector is `Vector{x, y}`. */
  static Value list(std::initializer_list<Value> items = {}) { return Value(inner::Array<Value>(items)); }

  View view() const {
    switch (kind_) {
    case View::Kind::boolean: return View(x_ != 0);
    case View::Kind::number: return View(x_);
    case View::Kind::vector: return View(Vector{x_, y_});
    case View::Kind::text: return View(&text_);
    case View::Kind::list: return View(&items_);
    default: return View();
    }
  }
  operator View() const { return view(); }
  /** Become what is seen, in the memory that is there. */
  void take(View seen) {
    kind_ = seen.kind;
    if (seen.isText()) text_ = *seen.words;
    else if (seen.isList()) {
      if (seen.values != &items_) items_ = *seen.values;
    } else x_ = seen.x, y_ = seen.y;
  }
  bool isNull() const { return kind_ == View::Kind::null; }
  bool isList() const { return kind_ == View::Kind::list; }
  bool boolean(bool otherwise = false) const { return view().boolean(otherwise); }
  double number(double otherwise = 0) const { return view().number(otherwise); }
  Vector vector(Vector otherwise = {}) const { return view().vector(otherwise); }
  std::string_view text(std::string_view otherwise = {}) const { return view().text(otherwise); }
  const inner::Array<Value>& items() const { return items_; }
};

inline int View::count() const { return isList() ? values->count() : 0; }
inline View View::operator[](int place) const {
  return place >= 0 && place < count() ? (*values)[place].view() : View();
}

/** Tell whether two values are the same. */
inline bool same(View one, View other) {
  if (one.kind != other.kind) return false;
  switch (one.kind) {
  case View::Kind::null: return true;
  case View::Kind::text: return one.words == other.words || *one.words == *other.words;
  case View::Kind::vector: return one.x == other.x && one.y == other.y;
  case View::Kind::list: break;
  default: return one.x == other.x;
  }
  if (one.count() != other.count()) return false;
  for (int k = 0; k < one.count(); ++k)
    if (!same(one[k], other[k])) return false;
  return true;
}

/** A value with its name. */
struct Field {
  std::string name;
  Value value;
};

/** Values by name, in an order. */
class Fields {
  inner::Recycled<Field> all_;

 public:
  Fields() = default;
  Fields(std::initializer_list<Field> fields) {
    for (const Field& each : fields) set(each.name, each.value);
  }
  const Field* begin() const { return all_.begin(); }
  const Field* end() const { return all_.end(); }
  int count() const { return all_.count(); }
  bool empty() const { return all_.empty(); }
  void clear() { all_.clear(); }
  const Value* find(std::string_view name) const {
    for (const Field& each : all_)
      if (each.name == name) return &each.value;
    return nullptr;
  }
  /** Return the value of a name, null where it is not there. */
  View operator[](std::string_view name) const {
    const Value* found = find(name);
    return found == nullptr ? View() : found->view();
  }
  void set(std::string_view name, View value) {
    for (Field& each : all_)
      if (each.name == name) return each.value.take(value);
    add(name, value);
  }
  void add(std::string_view name, View value) {
    Field& added = all_.add();
    added.name = name;
    added.value.take(value);
  }
};

namespace inner {

/** A type of values. */
struct Type {
  enum class Sort : std::uint8_t { boolean, trigger, whole, real, vector, text, entity, choice, list };
  Sort sort = Sort::entity; // also of all that is a text or null
  std::string name;
  Array<std::string> choices;
  Array<Type> item; // one, of a list
  int most = 0;

  static Type of(const Json& data) {
    Type made;
    static constexpr std::pair<const char*, Sort> known[] = {{"bool", Sort::boolean},  {"trigger", Sort::trigger},
                                                             {"int", Sort::whole},     {"float", Sort::real},
                                                             {"vector", Sort::vector}, {"string", Sort::text}};
    made.name = data.text;
    for (const auto& [name, sort] : known)
      if (data.text == name) made.sort = sort;
    if (data["enum"].isArray()) {
      made.sort = Sort::choice;
      for (const Json& each : data["enum"].items) made.choices.push_back(each.text);
    } else if (data.isObject()) {
      made.sort = Sort::list;
      made.item.push_back(of(data["list"]));
      made.most = std::max(data["most"].whole(0), 0);
    }
    return made;
  }
  bool operator==(const Type& other) const {
    return sort == other.sort && name == other.name && choices == other.choices && most == other.most &&
           item == other.item;
  }
  bool isVector() const { return sort == Sort::vector; }
  bool isReal() const { return sort == Sort::real || name == "seconds"; }
  int choiceOf(View value) const {
    for (int k = 0; k < choices.count(); ++k)
      if (value.isText() && choices[k] == *value.words) return k;
    return -1;
  }
};

template <class Each> std::string joined(const Array<std::string>& list, Each each) {
  std::string text;
  for (const std::string& item : list) text += (text.empty() ? "" : ", ") + each(item);
  return text;
}
inline std::string joined(const Array<std::string>& list) {
  return joined(list, [](const std::string& item) { return item; });
}

inline std::string typeWords(const Type& type) {
  if (type.sort == Type::Sort::choice) return "an enum of " + joined(type.choices);
  if (type.sort == Type::Sort::list) return "a list of up to " + textOf(type.most) + " of " + typeWords(type.item[0]);
  const bool isVowel = !type.name.empty() && std::string_view("aeiou").find(type.name[0]) != std::string_view::npos;
  return (isVowel ? "an " : "a ") + type.name;
}

inline bool isWhole(double value) {
  return value >= -2147483648.0 && value <= 2147483647.0 && value == std::floor(value);
}

inline bool fits(View value, const Type& type) {
  switch (type.sort) {
  case Type::Sort::boolean:
  case Type::Sort::trigger: return value.kind == View::Kind::boolean;
  case Type::Sort::whole: return value.isNumber() && isWhole(value.x);
  case Type::Sort::real: return value.isNumber() && std::isfinite(value.x);
  case Type::Sort::vector: return value.isVector() && std::isfinite(value.x) && std::isfinite(value.y);
  case Type::Sort::text: return value.isText();
  case Type::Sort::choice: return type.choiceOf(value) >= 0;
  case Type::Sort::list: break;
  default: return value.isNull() || value.isText();
  }
  if (!value.isList() || value.count() > type.most) return false;
  for (int k = 0; k < value.count(); ++k)
    if (!fits(value[k], type.item[0])) return false;
  return true;
}

inline Value defaultOf(const Type& type) {
  switch (type.sort) {
  case Type::Sort::boolean:
  case Type::Sort::trigger: return false;
  case Type::Sort::whole:
  case Type::Sort::real: return 0;
  case Type::Sort::vector: return Vector{};
  case Type::Sort::text: return "";
  case Type::Sort::choice: return type.choices.empty() ? Value() : Value(type.choices[0]);
  case Type::Sort::list: return Value::list();
  default: return {};
  }
}

/** Return a number as it is saved: those that JSON has not are texts. */
inline Json toSaved(double value) {
  if (value == 0 && std::signbit(value)) return "-0";
  return std::isfinite(value) ? Json(value) : Json(textOf(value));
}
inline Json toSaved(View value) {
  switch (value.kind) {
  case View::Kind::boolean: return value.x != 0;
  case View::Kind::number: return toSaved(value.x);
  case View::Kind::vector: return Json::list().add(toSaved(value.x)).add(toSaved(value.y));
  case View::Kind::text: return *value.words;
  case View::Kind::list: break;
  default: return {};
  }
  Json items = Json::list();
  for (int k = 0; k < value.count(); ++k) items.add(toSaved(value[k]));
  return Json::object().add("list", std::move(items));
}
inline Json toSaved(const Fields& fields) {
  Json saved = Json::object();
  for (const Field& each : fields) saved.add(each.name, toSaved(each.value.view()));
  return saved;
}

inline double numberFromSaved(const Json& saved) {
  if (saved.isNumber()) return saved.number;
  if (saved.text == "-0") return -0.0;
  const double odd = std::numeric_limits<double>::infinity();
  return saved.text == "Infinity" ? odd : saved.text == "-Infinity" ? -odd : std::numeric_limits<double>::quiet_NaN();
}
inline bool isOdd(const Json& saved) {
  return saved.text == "-0" || saved.text == "Infinity" || saved.text == "-Infinity" || saved.text == "NaN";
}
/** Return the value of a program or a save; `type` tells where a text stands for a number. */
inline Value fromSaved(const Json& saved, const Type* type = nullptr) {
  switch (saved.kind) {
  case Json::Kind::boolean: return saved.boolean;
  case Json::Kind::number: return saved.number;
  case Json::Kind::text: break;
  case Json::Kind::array:
    if (saved.count() != 2) return {};
    return Vector{numberFromSaved(saved.items[0]), numberFromSaved(saved.items[1])};
  case Json::Kind::object: {
    Array<Value> items;
    const Type* item = type != nullptr && type->sort == Type::Sort::list ? &type->item[0] : nullptr;
    for (const Json& each : saved["list"].items) items.push_back(fromSaved(each, item));
    return Value(std::move(items));
  }
  default: return {};
  }
  if (type != nullptr && type->isReal() && isOdd(saved)) return numberFromSaved(saved);
  return saved.text;
}

inline std::string wordsOf(View value) { // as a game writes it
  if (!value.isList()) return toSaved(value).write();
  std::string items;
  for (int k = 0; k < value.count(); ++k) items += (k > 0 ? "," : "") + wordsOf(value[k]);
  return "[" + items + "]";
}

// ---- Numbers and random draws -----------------------------------------------------------------------------------

constexpr std::int32_t mostTicks = std::numeric_limits<std::int32_t>::max();
constexpr int mostVisits = 10000, mostDelayed = 1000;

inline double halfEven(double x) {
  const double below = std::floor(x), rest = x - below;
  if (rest != 0.5) return rest < 0.5 ? below : below + 1;
  return std::fmod(below, 2) == 0 ? below : below + 1;
}

/** Return a remainder with the sign of the divisor. */
inline double modulo(double left, double right) {
  const double rest = std::fmod(left, right);
  if (rest == 0) return right < 0 ? -0.0 : 0.0;
  return (rest < 0) != (right < 0) ? rest + right : rest;
}

/** Return the cosine and the sine of a finite angle in degrees; 0 has no sign. */
MINDLOOM_EXACT inline Vector directionOf(double angle) {
  const double turned = std::fmod(angle, 360);
  const double quarters = turned / 90, below = std::floor(quarters);
  const double n = quarters - below >= 0.5 ? below + 1 : below;
  const double r = turned - 90 * n;
  const double k = r * 134217729;
  const double u = k - (k - r); // the upper half of the digits of r
  const double m = u * 0.01745329238474369;
  const double e = (r - u) * 0.01745329238474369 + r * 1.3519960527851425e-10;
  const double x = m + e;
  const double y = e - (x - m);
  const double z = x * x;
  const double v = z * x;
  const double odd = 2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);
  const double p = 0.00833333333332249 + z * (-0.0001984126982985795 + z * odd);
  const double s = x - (z * (0.5 * y - v * p) - y - v * -0.16666666666666632);
  const double even = -2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11);
  const double q = z * (0.0416666666666666 + z * (-0.001388888888887411 + z * (2.480158728947673e-5 + z * even)));
  const double h = 0.5 * z;
  const double w = 1 - h;
  const double c = w + (1 - w - h + (z * q - x * y));
  switch (std::isnan(n) ? 0 : static_cast<int>(n) & 3) {
  case 0: return {c + 0.0, s + 0.0};
  case 1: return {-s + 0.0, c + 0.0};
  case 2: return {-c + 0.0, -s + 0.0};
  default: return {s + 0.0, -c + 0.0};
  }
}

/** Return the angle of (x, y) in degrees, -180 to 180; zeros and infinities as IEEE 754 has them. */
MINDLOOM_EXACT inline double arcTangent(double y, double x) {
  const double wide = std::abs(x), high = std::abs(y);
  if (std::isnan(wide) || std::isnan(high)) return std::numeric_limits<double>::quiet_NaN();
  const double low = std::min(wide, high), top = std::max(wide, high);
  const double q = low == 0 ? 0 : low == top ? 1 : low / top;
  const double b = q < 0.4375 ? 0 : q < 0.6875 ? 26.56505117707799 : 45;
  const double t = q < 0.4375 ? q : q < 0.6875 ? (2 * q - 1) / (2 + q) : (q - 1) / (q + 1);
  const double z = t * t;
  const double w = z * z;
  const double upper = 0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782);
  const double i = z * (0.3333333333333293 + w * (0.14285714272503466 + w * (0.09090887133436507 + w * upper)));
  const double lower = -0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916);
  const double j = w * (-0.19999999999876483 + w * (-0.11111110405462356 + w * lower));
  double g = b + (t * 57.29577951308232 + (t * -1.9878495670576283e-15 - t * (i + j) * 57.29577951308232));
  if (wide < high) g = 90 - g;
  if (std::signbit(x)) g = 180 - g;
  return std::signbit(y) ? -g : g;
}

MINDLOOM_EXACT inline double lengthOf(double x, double y) { return std::sqrt(x * x + y * y); }
MINDLOOM_EXACT inline double dotOf(Vector p, Vector q) { return p.x * q.x + p.y * q.y; }
MINDLOOM_EXACT inline double lerp(double p, double q, double t) { return p + (q - p) * t; }
inline double angleDifference(double from, double to) {
  const double turn = modulo(to - from, 360);
  return turn > 180 ? turn - 360 : turn;
}
inline double angleTo(Vector p, Vector q) {
  const double angle = arcTangent(q.y - p.y, q.x - p.x), turned = angle < 0 ? angle + 360 : angle;
  return turned >= 360 ? 0 : turned + 0.0;
}

/** Return a number as an int of 32 bits; what does not fit is cut. */
inline std::int32_t cut(double value) {
  if (std::isnan(value)) return 0;
  return static_cast<std::int32_t>(std::clamp(value, -2147483648.0, 2147483647.0));
}

inline std::uint32_t fnv1a(std::string_view text) {
  std::uint32_t hash = 0x811c9dc5;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x01000193u;
  return hash;
}

inline std::uint32_t fmix(std::uint32_t h) {
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

// ---- Programs ---------------------------------------------------------------------------------------------------

/** Inside of the executor: idle to skipped are statuses; what is thrown elsewhere is a result here. */
enum Outcome : std::uint8_t { IDLE, RUNNING, SUCCESS, FAILURE, SKIPPED, FAILED, SPENT };
constexpr std::uint8_t halted = 8;                                       // in the outcome byte of a node
enum : std::uint8_t { ACTIVE = 1, ENTERED, EXITED, REENTERED, PASSED };  // outcome bytes of states
enum : std::uint8_t { GUARD_FALSE = 1, TRUE_BUT_LOST, PENDING, TAKEN };  // outcome bytes of transitions
enum : std::uint8_t { NO_ANSWER = 1, FIRST_BRANCH = 2, ANSWERED = 255 }; // outcome bytes of questions
enum : std::uint8_t { UNARMED, ARMED, JUST_ARMED, LATCHED };             // bytes of triggers

/** What a row can be ordered, by the outcome that stands for it in an agent. */
constexpr std::string_view orderNames[] = {"disabled", "enter", "success", "failure", "skipped"};

/** Names by their number in an enum, as programs have them. */
template <std::size_t N> int placeOf(const std::string_view (&names)[N], std::string_view name) {
  for (std::size_t k = 0; k < N; ++k)
    if (names[k] == name) return static_cast<int>(k);
  return -1;
}

// clang-format off
enum class Op : std::uint8_t {
  ordered, round_robin, pipeline_sequence, shuffled, random_child, parallel, simple_parallel, utility, if_else,
  switch_, try_recover, map_result, loop, for_each, timeout, delay, cooldown, rate_limit, run_limit, probability, pass,
  fixed, test, block, log, wait, action, call, run, claim, release, machine, decision_tree, ask_test, ask_ranges,
  ask_switch, ask_first_of, ask_table, ask_random, ask_tree, ask_nothing, answer_outcome, answer_value, state, transition
};
constexpr std::string_view opNames[] = {
    "ordered", "round_robin", "pipeline_sequence", "shuffled", "random_child", "parallel", "simple_parallel", "utility",
    "if_else", "switch", "try_recover", "map_result", "loop", "for_each", "timeout", "delay", "cooldown", "rate_limit",
    "run_limit", "probability", "pass", "fixed", "test", "block", "log", "wait", "action", "call", "run", "claim",
    "release", "machine", "decision_tree", "ask_test", "ask_ranges", "ask_switch", "ask_first_of", "ask_table",
    "ask_random", "ask_tree", "ask_nothing", "answer_outcome", "answer_value", "state", "transition"};

enum class LineOp : std::uint8_t { assign, draw, set, list, raise, raise_later, cancel, send, if_, do_ };
constexpr std::string_view lineNames[] = {"assign",      "draw",   "set",  "list", "raise",
                                          "raise_later", "cancel", "send", "if",   "do"};

enum class NodeOp : std::uint8_t {
  variable_read, context_read, constant, event_name, event_field, received, last_field, entity_field, vector_component,
  to_float, negate, not_, arithmetic, comparison, logical, conditional, function_call, condition_call,
  curve,
  readBool, readInt, readFloat, readTrigger, isChoice, constantNumber, constantBool, self, time, stateTime, chain,
  add, subtract, multiply, divide, remainder, addVectors, subtractVectors, multiplyVectors, negateVector,
  less, atMost, greater, atLeast, equalNumbers, equal, either, all,
  abs, angle_difference, angle_to, at, atan2, ceil, clamp, contains, cos, direction, distance, dot, floor, len, length,
  lerp, max, min, normalize, round, sign, sin, sqrt, vec
};
constexpr std::string_view nodeNames[] = {
    "variable_read", "context_read", "constant", "event_name", "event_field", "received", "last_field", "entity_field",
    "vector_component", "to_float", "negate", "not", "arithmetic", "comparison", "logical", "conditional",
    "function_call", "condition_call", "curve"};
constexpr std::string_view functionNames[] = {
    "abs", "angle_difference", "angle_to", "at", "atan2", "ceil", "clamp", "contains", "cos", "direction", "distance",
    "dot", "floor", "len", "length", "lerp", "max", "min", "normalize", "round", "sign", "sin", "sqrt", "vec"};
constexpr std::string_view comparisonNames[] = {"<", "<=", ">", ">=", "==", "!="};
// clang-format on

/** What an expression gives, as far as that is known before it is asked. */
enum class Sort : std::uint8_t { other, number, truth };

/** A node of an expression; `a`, `b` and `c` are nodes, places or numbers, `list` says where more nodes are. */
struct Node {
  NodeOp op;
  Sort sort = Sort::other;
  bool whole = false; // its result must fit an int
  bool negated = false;
  int a = -1, b = -1, c = -1;
  int list = -1, count = 0;
  double number = 0;
  const std::string* text = nullptr;
  const std::string* more = nullptr;
};

struct Variable {
  std::string name;
  Type type;
  int place = -1, length = -1, number = 0;
  bool world = false, own = false;
  Value first; // of one that all agents share
};

/** The table of a curve: points whose x never falls. */
struct Curve {
  static constexpr int mostPoints = 64;
  std::string name;
  Array<Vector> points;

  bool isTable() const {
    const auto isFinite = [](const Vector& each) { return std::isfinite(each.x) && std::isfinite(each.y); };
    const auto isBefore = [](const Vector& one, const Vector& other) { return one.x < other.x; };
    return !points.empty() && points.count() <= mostPoints && std::all_of(points.begin(), points.end(), isFinite) &&
           std::is_sorted(points.begin(), points.end(), isBefore);
  }
  /** Return why it is refused where it is no table. */
  std::string problem() const {
    return "The curve '" + name + "' is not 1 to " + textOf(mostPoints) +
           " points [x, y] of finite numbers, x never falling";
  }
  /** Return its value at x; what is no number is behind all points. */
  MINDLOOM_EXACT double valueAt(double x) const {
    const auto isBehind = [](double at, const Vector& point) { return at < point.x; };
    const auto right = std::upper_bound(points.begin(), points.end(), x, isBehind);
    if (right == points.begin()) return right->y;
    const Vector& left = *(right - 1);
    if (right == points.end()) return left.y;
    return left.y + (right->y - left.y) * ((x - left.x) / (right->x - left.x));
  }
};

/** A variable that rises by itself, or falls, by `rate` a second. */
struct Rising {
  int place;
  double rate, least, most;
};

struct Trigger {
  int variable, place, ticks, until;
  bool latched, ages;
};

/** A number of ticks, or the node that gives seconds. */
struct Duration {
  int node = -1;
  std::int64_t ticks = 0;
};

struct Test {
  int node = -1;
  Array<int> triggers; // the places of those that it may read
  int held = -1;
  bool lasting = false;
  Outcome gives = IDLE;
};

struct Row;

struct Line;
struct Block {
  int from = 0, count = 0;
};

/** Values by name that a row or a line evaluates: those of an action, an event or a condition. */
struct Call {
  const Row* row = nullptr;
  int number = -1; // of the call; of what the game supplies: of the action or condition
  int which = -1;
  std::string name;
  Array<std::string> names;
  Array<int> values;
};

struct Line {
  LineOp op;
  int number = 0;
  const Row* row = nullptr;
  int variable = -1, value = -1, test = -1, draws = -1, low = -1, high = -1, entity = -1;
  std::string word; // what is drawn, changed; the id of what waits; who receives
  int call = -1;
  bool outlives = false;
  int state = -1; // around it
  Duration after;
  Block then, otherwise;
};

struct Guard : Test {
  bool whileRunning = false, abortsLower = false;
  Outcome refused = IDLE;
  int lastTest = -1;
};

struct Service {
  int due = -1, interval = -1, spread = -1, draws = -1, guard = -1;
  bool hasJitter = false;
  Duration every, jitter;
  Block block;
};

struct End {
  const Row* row = nullptr;
  Block onHalt, onSuccess, onFailure, onEnd;
};

struct Binding {
  int variable, value;
};

/** A first value of a place. */
struct First {
  enum Sort : std::uint8_t { value, byteZero, intZero, trigger } sort = value;
  int place = -1, variable = -1, which = -1;
  Value first;
};

struct Rebound {
  const Row* row;
  Array<Binding> bindings;
};

struct Bound {
  double upto;
  bool closed;
};

struct Activity {
  const Row* row = nullptr;
  int ended = -1;
  bool loop = false;
  Array<Binding> bindings;
  Array<First> fresh;
};

struct Memory {
  const Row* state;
  int place;
};

struct History {
  Array<Memory> places;
  Array<const Row*> initial;
  Block actions;
};

struct Decision {
  const Row* tree = nullptr;
  Array<Binding> bindings;
};

/** What machines and states have in common, and what only states or machines have. */
struct Owner {
  enum class Kind : std::uint8_t { state, parallel, final, choice, history } kind = Kind::state;
  Array<const Row*> states, histories, transitions, interrupts, initial, chain, timed;
  Block initialActions, entry, update, exit;
  int entered = -1, completed = -1, activation = -1;
  bool transient = false;
  Outcome status = IDLE;
  std::unique_ptr<Activity> activity;
  std::unique_ptr<History> history;
  std::unique_ptr<Decision> decision;
  // of machines
  Array<const Row*> allStates, allTransitions;
  bool eventless = false, hasInterrupts = false, hasActivities = false, hasTransient = false;
  int number = -1; // of its work
};

struct Group {
  int draws = -1;
  Array<int> members;
};

struct Timer {
  Duration time, jitter;
  int length = -1, enabledFrom = -1, readyFrom = -1, draws = -1;
  bool recheck = false;
};

struct Transition {
  const Row* source = nullptr;
  const Row* domain = nullptr;
  Array<const Row*> targets, members;
  Array<std::string> events;
  bool polled = false, eventless = false, internal = false, interrupt = false, reenter = false, isElse = false;
  bool hasOutcome = false;
  std::string outcome;
  std::unique_ptr<Timer> after, cooldown, delay;
  std::unique_ptr<Test> guard;
  const Group* group = nullptr;
  Block actions;
  int weight = -1, number = -1;

  bool matches(std::string_view event) const {
    for (const std::string& each : events) {
      if (each == "*" || each == event) return true;
      if (event.size() > each.size() && event[each.size()] == '.' && event.substr(0, each.size()) == each) return true;
    }
    return false;
  }
};

/** A row; its fields are the parameters and places of the page that its op has. */
struct Row {
  Op op = Op::pass;
  bool disabled = false, isAnswer = false;
  int index = 0, end = 1;
  std::uint32_t stream = 0;
  bool hasStream = false;
  const Row* parent = nullptr;
  const Row* machine = nullptr;
  Array<const Row*> children; // of a decision tree its leaves; a machine has none
  std::unique_ptr<Guard> guard;
  Array<Test> preconditions;
  Array<Service> services;
  Array<End> ends;
  Array<const Row*> claims; // rows of claims that let go when this one ends
  std::unique_ptr<Owner> owner;
  std::unique_ptr<Transition> transition;

  // results
  Outcome ending = IDLE, refused = IDLE, onSuccess = IDLE, onFailure = IDLE, againOn = IDLE, endsWith = IDLE,
          countedOut = IDLE, between = IDLE, afterwards = IDLE, result = IDLE, otherwise = IDLE;
  // flags
  bool keep = false, reactive = false, yields = false, again = false, delayed = false, everyTick = false,
       nextOnFailure = false, sameTick = false, anyEnd = false, goesOn = false, waits = false, startCooled = false,
       commit = false, hasAfter = false, afterSuccess = false, afterFailure = false, countsSuccess = false,
       countsFailure = false, unique = false, isWeighted = false, isEach = false, isAllEnded = false, hasCount = false;
  // places
  int place = -1, tried = -1, tested = -1, start = -1, furthest = -1, order = -1, draws = -1, chosen = -1,
      finished = -1, needed = -1, main = -1, added = -1, branch = -1, recovering = -1, left = -1, limit = -1, done = -1,
      at = -1, due = -1, length = -1, ready = -1, nextStart = -1, last = -1, hit = -1, entered = -1, begun = -1,
      claimed = -1, current = -1, interval = -1, asked = -1, evaluations = -1, kept = -1, seen = -1, drawn = -1,
      since = -1;
  // nodes and what is made of parameters
  int value = -1, count = -1, success = -1, failure = -1, inertia = -1, of = -1;
  int call = -1, list = -1, taken = -1, item = -1, query = -1, counter = -1, other = -1, onTrue = -1, onFalse = -1;
  Duration seconds, jitter;
  std::int64_t locked = 0, momentum = 0; // of a utility, in ticks
  int best = 1;                          // of how many one is drawn
  Array<int> chosenChildren, scores, branchOf;
  Array<double> weights;
  Array<Value> cases;
  Array<Bound> bounds;
  Array<Array<int>> cells;
  Array<const Row*> branches;
  Array<int> seenAll; // of a decision tree: those of its random questions
  const Row* top = nullptr;
  Array<Array<Rebound>> rebound;
  Test test;
  Block block;
  Array<Binding> bindings;
  Array<First> fresh;
  std::string outcome;
};

/** A program that is built: shared by all agents that think with it, and never changed. */
struct Program {
  std::string hash;
  double rate = 60;
  int rounds = 1000;
  Json needs;
  int bytes = 0, ints = 0, floats = 0, objects = 0;
  std::vector<Row> rows;
  Array<Curve> curves;
  Array<Variable> variables;
  Array<Rising> rising;
  int risen = -1; // when variables last rose
  Array<Trigger> triggers;
  std::vector<Group> groups;
  Array<Node> nodes;
  Array<int> lists; // of nodes
  Array<Line> lines;
  std::vector<std::unique_ptr<Call>> calls;
  std::vector<std::unique_ptr<std::string>> texts;
  std::vector<std::unique_ptr<Array<Value>>> values;
  Array<std::string> actions, conditions, queries;
  Array<const Row*> claims, states;
  Array<int> untouched; // places of ordered rows that begin as -1
  Array<First> defaults;
  std::map<std::string, Array<std::pair<std::string, Type>>, std::less<>> events, parameters; // types by name, in order
  int machines = 0, transitions = 0;
  // the file of names
  bool hasNames = false;
  Array<std::string> stateNames, nodeNames, paths;

  std::string nameOf(int row) const {
    if (!hasNames || row < 0 || row >= paths.count()) return textOf(row);
    return paths[row].empty() ? nodeNames[row] : paths[row];
  }
};

/** Makes a program of the JSON of an export; the first thing that is damaged is kept as words. */
class Builder {
  enum class Buffer : std::uint8_t { byte, integer, real, object };
  const Json& data_;
  Program& p_;
  Array<int> triggersRead_;

 public:
  std::string problem;
  Builder(const Json& data, Program& program) : data_(data), p_(program) {}

  void build() {
    p_.hash = data_["hash"].text;
    p_.rate = data_["rate"].isNumber() ? data_["rate"].number : 0;
    if (!(p_.rate > 0)) return damaged("It has no rate");
    p_.rounds = std::clamp(data_["rounds"].whole(1000), 1, 10000);
    p_.needs = data_["needs"];
    const Json& memory = data_["memory"];
    constexpr int most = 4000000;
    p_.bytes = std::clamp(memory["bytes"].whole(0), 0, most), p_.ints = std::clamp(memory["ints"].whole(0), 0, most);
    p_.floats = std::clamp(memory["floats"].whole(0), 0, most);
    p_.objects = std::clamp(memory["objects"].whole(0), 0, most);
    for (const auto& [names, sort] : {std::pair{&p_.actions, "actions"}, {&p_.conditions, "conditions"}})
      for (const std::string& each : p_.needs[sort].names) names->push_back(each);
    for (const std::string& each : p_.needs["queries"].names) p_.queries.push_back(each);
    readTypes();
    buildCurves();
    buildVariables();
    buildRows();
    if (!problem.empty()) return;
    for (const Row& row : p_.rows) {
      if (row.op == Op::ordered && !row.keep) p_.untouched.push_back(row.place);
      if (row.op == Op::state) p_.states.push_back(&row);
    }
    p_.defaults = fresh(data_["defaults"], false);
  }

 private:
  void damaged(std::string words) {
    if (problem.empty()) problem = std::move(words);
  }

  static bool isNamed(const Json& each) { return each.names.size() == each.items.size(); }

  void readTypes() {
    const Json& events = p_.needs["events"];
    if (!isNamed(events)) return damaged("its events have no names");
    for (int k = 0; k < events.count(); ++k) {
      auto& types = p_.events[events.names[static_cast<std::size_t>(k)]];
      const Json& payload = events.items[k]["payload"];
      if (!isNamed(payload)) return damaged("the fields of its events have no names");
      for (int f = 0; f < payload.count(); ++f)
        types.emplace_back(payload.names[static_cast<std::size_t>(f)], Type::of(payload.items[f]));
    }
    const Json& actions = p_.needs["actions"];
    if (!isNamed(actions)) return damaged("its actions have no names");
    for (int k = 0; k < actions.count(); ++k) {
      auto& types = p_.parameters[actions.names[static_cast<std::size_t>(k)]];
      for (const Json& each : actions.items[k]["parameters"].items)
        types.emplace_back(each["name"].text, Type::of(each["type"]));
    }
  }

  void buildCurves() {
    const Json& curves = data_["curves"];
    if (!isNamed(curves)) return damaged("its curves have no names");
    for (int k = 0; k < curves.count(); ++k) {
      Curve made;
      made.name = curves.names[static_cast<std::size_t>(k)];
      for (const Json& each : curves.items[k].items) {
        const bool isPoint = each.count() == 2 && each.items[0].isNumber() && each.items[1].isNumber();
        if (!isPoint) return damaged(made.problem());
        made.points.push_back({each.items[0].number, each.items[1].number});
      }
      if (!made.isTable()) return damaged(made.problem());
      p_.curves.push_back(std::move(made));
    }
  }

  /** Note how a variable rises by itself, if it does. */
  void rising(const Json& data, const Variable& made) {
    const Json &rise = data["rise"], &least = data["min"], &most = data["max"];
    if (rise.isNull() || (rise.isNumber() && rise.number == 0)) return;
    const bool fits = made.own && made.type.sort == Type::Sort::real;
    if (!fits || !rise.isNumber() || !std::isfinite(rise.number))
      return damaged("The variable '" + made.name + "' cannot rise");
    p_.rising.push_back({made.place, rise.number, least.isNumber() ? least.number : 0,
                         most.isNumber() ? most.number : std::numeric_limits<double>::infinity()});
  }

  void buildVariables() {
    for (const Json& each : data_["variables"].items) {
      Variable made;
      made.name = each["name"].text;
      made.type = Type::of(each["type"]);
      made.number = p_.variables.count();
      made.world = each["scope"].text == "world";
      made.own = each["scope"].isNull() || each["scope"].text == "agent";
      if (made.type.sort == Type::Sort::list && made.type.item[0].sort == Type::Sort::list)
        damaged("A list of lists is no variable");
      else if (made.world) made.first = each["default"].isNull() ? defaultOf(made.type) : fromSaved(each["default"]);
      else {
        const bool isList = made.type.sort == Type::Sort::list;
        const Type& held = isList ? made.type.item[0] : made.type;
        const int step = held.isVector() ? 2 : 1;
        made.place = place(each, "place", bufferOf(held), step * (isList ? made.type.most : 1));
        if (isList) made.length = place(each, "length", Buffer::integer);
      }
      rising(each, made);
      p_.variables.push_back(std::move(made));
    }
    p_.risen = data_["risen"].whole();
    if (p_.rising.empty() ? !data_["risen"].isNull() : p_.risen < 0 || p_.risen >= p_.ints)
      damaged("There is no place " + data_["risen"].write() + " for when variables rose");
    for (const Json& each : data_["triggers"].items) {
      const int number = variable(each["variable"]);
      if (!problem.empty()) return;
      const int ticks = std::max(each["ticks"].whole(0), 0), place_ = p_.variables[number].place;
      if (place_ < 0 || p_.variables[number].type.sort != Type::Sort::trigger)
        return damaged("A trigger is no trigger");
      const int until = ticks > 0 ? place(each, "until", Buffer::integer) : -1;
      p_.triggers.push_back({number, place_, ticks, until, each["latched"].isTrue(), each["ages"].isTrue()});
    }
  }

  static Buffer bufferOf(const Type& type) {
    switch (type.sort) {
    case Type::Sort::boolean:
    case Type::Sort::trigger: return Buffer::byte;
    case Type::Sort::whole:
    case Type::Sort::choice: return Buffer::integer;
    case Type::Sort::real:
    case Type::Sort::vector: return Buffer::real;
    default: return Buffer::object;
    }
  }

  void buildRows() {
    const Array<Json>& given = data_["rows"].items;
    if (given.empty()) return damaged("It has no rows");
    if (p_.bytes < given.count()) return damaged("Its memory has no byte for each row");
    for (const Json& each : data_["groups"].items) {
      Group group;
      group.draws = place(each, "draws", Buffer::integer);
      for (const Json& member : each["members"].items) group.members.push_back(member.whole());
      p_.groups.push_back(std::move(group));
    }
    p_.rows.resize(given.size());
    for (int k = 0; k < given.count() && problem.empty(); ++k)
      prepare(p_.rows[static_cast<std::size_t>(k)], given[k], k);
    for (int k = 0; k < given.count() && problem.empty(); ++k)
      if (!given[k]["machine"].isNull()) {
        const Row* machine = row(given[k]["machine"]);
        if (machine->op != Op::machine) damaged("Row " + textOf(machine->index) + " is no machine");
        else p_.rows[static_cast<std::size_t>(k)].machine = machine;
      }
    for (int k = 0; k < given.count() && problem.empty(); ++k) buildRow(p_.rows[static_cast<std::size_t>(k)], given[k]);
    for (const Row& claim : p_.rows) {
      if (claim.op != Op::claim || !problem.empty()) continue;
      p_.claims.push_back(&claim);
      const Json& until = given[claim.index]["until"];
      if (!until.isNull()) p_.rows[static_cast<std::size_t>(row(until)->index)].claims.push_back(&claim);
    }
    for (const Row& each : p_.rows)
      if (each.op == Op::state && each.machine != nullptr) noteState(each);
  }

  /** Let a machine know what its states have, so that ticks need not look. */
  void noteState(const Row& state) {
    Owner& machine = *state.machine->owner;
    machine.hasInterrupts |= !state.owner->interrupts.empty() || !machine.interrupts.empty();
    machine.hasActivities |= state.owner->activity != nullptr || state.owner->update.count > 0;
    machine.hasTransient |= state.owner->transient;
  }

  void prepare(Row& made, const Json& data, int index) {
    const int op = placeOf(opNames, data["op"].text);
    if (op < 0) return damaged("There is no op '" + data["op"].text + "'");
    made.op = static_cast<Op>(op);
    made.index = index;
    made.end = std::clamp(data["end"].whole(index + 1), index + 1, data_["rows"].count());
    const int parent = data["parent"].whole();
    if (parent >= 0 && parent < index) made.parent = &p_.rows[static_cast<std::size_t>(parent)];
    made.disabled = data["disabled"].isTrue();
    made.hasStream = data["stream"].isNumber();
    if (made.hasStream) made.stream = static_cast<std::uint32_t>(std::clamp(data["stream"].number, 0.0, 4294967295.0));
    if (made.op == Op::machine || made.op == Op::state) made.owner = std::make_unique<Owner>();
    if (made.op == Op::machine) made.owner->number = p_.machines++;
    if (made.op == Op::transition) made.transition = std::make_unique<Transition>();
    if (made.op == Op::transition) made.transition->number = p_.transitions++;
  }

  // -- rows, places and parameters
  const Row* row(const Json& number) {
    const int k = number.whole();
    if (k >= 0 && k < static_cast<int>(p_.rows.size())) return &p_.rows[static_cast<std::size_t>(k)];
    damaged("There is no row " + number.write());
    return &p_.rows[0];
  }
  Array<const Row*> rows(const Json& numbers) {
    Array<const Row*> found;
    for (const Json& each : numbers.items) found.push_back(row(each));
    return found;
  }
  /** Return rows that are behind another, so that no way leads back to it. */
  const Row* behind(const Row& above, const Json& number) {
    const Row* found = row(number);
    if (found->index <= above.index) damaged("Row " + textOf(above.index) + " leads back to row " + number.write());
    return found;
  }
  Array<const Row*> allBehind(const Row& above, const Json& numbers) {
    Array<const Row*> found;
    for (const Json& each : numbers.items) found.push_back(behind(above, each));
    return found;
  }
  const Row* rowOf(Op op, const Row* found) {
    if (found->op != op)
      damaged("Row " + textOf(found->index) + " is no " + std::string(opNames[static_cast<int>(op)]));
    return found;
  }
  Array<const Row*> rowsOf(Op op, const Json& numbers) {
    Array<const Row*> found = rows(numbers);
    for (const Row* each : found) rowOf(op, each);
    return found;
  }
  const Row* ownerRow(const Row* found) {
    if (found->owner == nullptr) damaged("Row " + textOf(found->index) + " has no states");
    return found;
  }

  int place(const Json& data, std::string_view name, Buffer buffer, int count = 1) {
    const int sizes[] = {p_.bytes, p_.ints, p_.floats, p_.objects}, size = sizes[static_cast<int>(buffer)];
    const int found = data[name].whole();
    if (found >= 0 && count >= 0 && found <= size - count) return found;
    damaged("There is no place for '" + std::string(name) + "'");
    return -1;
  }
  int optional(const Json& data, std::string_view name, Buffer buffer, int count = 1) {
    return data[name].isNull() ? -1 : place(data, name, buffer, count);
  }
  static Outcome resultOf(const Json& word) {
    static constexpr std::string_view words[] = {"idle", "running", "success", "failure", "skipped"};
    const int found = placeOf(words, word.text);
    return found > 0 ? static_cast<Outcome>(found) : IDLE;
  }
  int variable(const Json& number) {
    const int k = number.whole();
    if (k >= 0 && k < p_.variables.count()) return k;
    damaged("There is no variable " + number.write());
    return 0;
  }
  int ownVariable(const Json& number, Type::Sort sort) {
    const int k = variable(number);
    if (problem.empty() && (p_.variables[k].world || p_.variables[k].type.sort != sort))
      damaged("The variable " + number.write() + " has another type");
    return k;
  }
  int triggerOf(int number) const {
    for (int k = 0; k < p_.triggers.count(); ++k)
      if (p_.triggers[k].variable == number) return k;
    return -1;
  }
  Duration duration(const Json& data) {
    Duration made;
    if (data.isNull()) return made;
    if (data.isNumber()) made.ticks = cut(data.number);
    else made.node = run(data);
    return made;
  }
  const std::string* keep(std::string_view text) {
    p_.texts.push_back(std::make_unique<std::string>(text));
    return p_.texts.back().get();
  }

  // -- expressions
  int add(Node node) {
    p_.nodes.push_back(node);
    return p_.nodes.count() - 1;
  }
  /** Build a parameter: an expression, or a value. */
  int run(const Json& data) {
    if (!data.isObject() || data["node"].isNull()) return constant(data);
    const int op = placeOf(nodeNames, data["node"].text);
    if (op < 0) damaged("There is no node '" + data["node"].text + "' in expressions");
    return op < 0 ? constant(Json()) : node(static_cast<NodeOp>(op), data);
  }
  Array<int> runs(const Json& list) {
    Array<int> made;
    for (const Json& each : list.items) made.push_back(run(each));
    return made;
  }
  int constant(const Json& data) {
    Node made{NodeOp::constant};
    if (data.isNumber()) made.op = NodeOp::constantNumber, made.sort = Sort::number, made.number = data.number;
    else if (data.kind == Json::Kind::boolean)
      made.op = NodeOp::constantBool, made.sort = Sort::truth, made.a = data.boolean ? 1 : 0;
    else {
      auto kept = std::make_unique<Array<Value>>();
      kept->push_back(fromSaved(data));
      p_.values.push_back(std::move(kept));
      made.a = static_cast<int>(p_.values.size()) - 1;
    }
    return add(made);
  }
  int read(const Json& data) {
    const int number = variable(data["variable"]);
    Node made{NodeOp::variable_read};
    made.a = number;
    if (!problem.empty()) return add(made);
    const Variable& known = p_.variables[number];
    const Type::Sort sort = known.type.sort;
    if (sort == Type::Sort::boolean || sort == Type::Sort::trigger) made.sort = Sort::truth;
    if (sort == Type::Sort::whole || sort == Type::Sort::real) made.sort = Sort::number;
    if (known.world) return add(made);
    if (sort == Type::Sort::boolean) made.op = NodeOp::readBool;
    if (sort == Type::Sort::whole) made.op = NodeOp::readInt;
    if (sort == Type::Sort::real) made.op = NodeOp::readFloat;
    if (sort == Type::Sort::trigger) {
      made.op = NodeOp::readTrigger;
      if (!triggersRead_.has(known.place)) triggersRead_.push_back(known.place);
    }
    if (made.op != NodeOp::variable_read) made.a = known.place;
    return add(made);
  }
  void list(Node& made, const Array<int>& nodes) {
    made.list = p_.lists.count();
    made.count = nodes.count();
    for (const int each : nodes) p_.lists.push_back(each);
  }
  Sort sortOf(int node) const { return p_.nodes[node].sort; }

  int node(NodeOp op, const Json& data) {
    Node made{op};
    const bool isVector = data["type"].text == "vector";
    made.whole = data["type"].text == "int";
    switch (op) {
    case NodeOp::variable_read: return read(data);
    case NodeOp::constant: return constant(data["value"]);
    case NodeOp::to_float: return run(data["operand"]);
    case NodeOp::context_read:
      made.op = data["name"].text == "self" ? NodeOp::self : NodeOp::time;
      if (data["name"].text != "self" && data["name"].text != "time") made.op = NodeOp::stateTime;
      if (made.op != NodeOp::self) made.sort = Sort::number;
      break;
    case NodeOp::event_field: made.text = keep(data["field"].text); break;
    case NodeOp::received: made.text = keep(data["event"].text), made.sort = Sort::truth; break;
    case NodeOp::last_field: made.text = keep(data["event"].text), made.more = keep(data["field"].text); break;
    case NodeOp::entity_field: made.a = run(data["entity"]), made.text = keep(data["field"].text); break;
    case NodeOp::vector_component:
      made.a = run(data["vector"]), made.b = data["component"].text == "x" ? 0 : 1, made.sort = Sort::number;
      break;
    case NodeOp::negate:
      made.a = run(data["operand"]);
      if (isVector) made.op = NodeOp::negateVector;
      else made.sort = Sort::number;
      break;
    case NodeOp::not_: made.a = run(data["operand"]), made.sort = Sort::truth; break;
    case NodeOp::arithmetic: return arithmetic(made, data, isVector);
    case NodeOp::comparison: return comparison(made, data);
    case NodeOp::logical: {
      made.op = data["operator"].text == "or" ? NodeOp::either : NodeOp::all;
      made.sort = Sort::truth;
      list(made, runs(data["operands"]));
      break;
    }
    case NodeOp::conditional:
      made.a = run(data["condition"]), made.b = run(data["when_true"]), made.c = run(data["when_false"]);
      if (sortOf(made.b) == sortOf(made.c)) made.sort = sortOf(made.b);
      break;
    case NodeOp::function_call: return function(made, data);
    case NodeOp::condition_call: made.a = conditionCall(data), made.sort = Sort::truth; break;
    case NodeOp::curve:
      made.a = run(data["operand"]), made.b = curve(data["curve"].text), made.sort = Sort::number;
      break;
    default: break;
    }
    return add(made);
  }
  int curve(const std::string& name) {
    for (int k = 0; k < p_.curves.count(); ++k)
      if (p_.curves[k].name == name) return k;
    damaged("There is no curve '" + name + "'");
    return 0;
  }
  int arithmetic(Node made, const Json& data, bool isVector) {
    static constexpr std::string_view operators[] = {"+", "-", "*", "/", "%"};
    const int which = placeOf(operators, data["operator"].text);
    if (which < 0 || (isVector && which > 2)) damaged("There is no operator '" + data["operator"].text + "'");
    made.a = run(data["left"]), made.b = run(data["right"]);
    const NodeOp first = isVector ? NodeOp::addVectors : NodeOp::add;
    made.op = static_cast<NodeOp>(static_cast<int>(first) + std::clamp(which, 0, isVector ? 2 : 4));
    if (!isVector) made.sort = Sort::number;
    return add(made);
  }
  int comparison(Node made, const Json& data) {
    const Array<int> operands = runs(data["operands"]);
    Array<int> operators;
    for (const Json& each : data["operators"].items) operators.push_back(placeOf(comparisonNames, each.text));
    if (operands.count() != operators.count() + 1 || operators.empty() || operators.has(-1))
      damaged("A comparison has other operators than there are");
    if (!problem.empty()) return add(made);
    int last = -1;
    if (operators.count() == 1) return add(compared(operands[0], operators[0], operands[1]));
    made.op = NodeOp::chain, made.sort = Sort::truth;
    Array<int> all = operands;
    for (const int each : operators) {
      Node holds{NodeOp::comparison};
      holds.b = each;
      last = add(holds);
      all.push_back(last);
    }
    list(made, all);
    made.count = operands.count();
    return add(made);
  }
  Node compared(int left, int which, int right) {
    Node made{NodeOp::equal};
    made.sort = Sort::truth, made.a = left, made.b = right;
    made.negated = which == 5;
    if (which < 4) made.op = static_cast<NodeOp>(static_cast<int>(NodeOp::less) + which);
    else if (sortOf(left) == Sort::number && sortOf(right) == Sort::number) made.op = NodeOp::equalNumbers;
    const Node &read = p_.nodes[left], &constant = p_.nodes[right];
    if (which < 4 || read.op != NodeOp::variable_read || constant.op != NodeOp::constant) return made;
    const Variable& known = p_.variables[read.a];
    const int choice = known.type.choiceOf((*p_.values[static_cast<std::size_t>(constant.a)])[0].view());
    if (known.world || choice < 0) return made;
    made.op = NodeOp::isChoice, made.a = known.place, made.b = choice;
    return made;
  }
  int function(Node made, const Json& data) {
    const int which = placeOf(functionNames, data["function"].text);
    if (which < 0) damaged("There is no function '" + data["function"].text + "'");
    made.op = static_cast<NodeOp>(static_cast<int>(NodeOp::abs) + std::max(which, 0));
    const Array<int> given = runs(data["arguments"]);
    const NodeOp op = made.op;
    const bool isFold = op == NodeOp::max || op == NodeOp::min;
    const bool isPair = op == NodeOp::angle_difference || op == NodeOp::angle_to || op == NodeOp::at ||
                        op == NodeOp::atan2 || op == NodeOp::contains || op == NodeOp::distance || op == NodeOp::dot ||
                        op == NodeOp::vec;
    const int least = op == NodeOp::clamp || op == NodeOp::lerp ? 3 : isPair ? 2 : 1;
    if (given.count() < least) damaged("The function '" + data["function"].text + "' lacks arguments");
    if (!problem.empty()) return add(made);
    const bool isOther = op == NodeOp::at || op == NodeOp::direction || op == NodeOp::normalize || op == NodeOp::vec ||
                         (op == NodeOp::lerp && sortOf(given[0]) != Sort::number);
    made.sort = op == NodeOp::contains ? Sort::truth : isOther ? Sort::other : Sort::number;
    made.a = given[0];
    if (isFold) made.whole = false;
    if (!isFold && given.count() > 1) made.b = given[1];
    if (!isFold && given.count() > 2) made.c = given[2];
    if (isFold) list(made, given);
    return add(made);
  }
  int conditionCall(const Json& data) {
    const std::string& name = data["condition"].text;
    if (!p_.conditions.has(name)) damaged("It does not say that it needs the condition '" + name + "'");
    const Json& parameters = p_.needs["conditions"][name]["parameters"];
    Array<std::string> names;
    for (const Json& each : parameters.items) names.push_back(each["name"].text);
    Array<int> values = runs(data["arguments"]);
    while (names.count() < values.count()) names.emplace_back();
    return call(nullptr, p_.conditions, name, std::move(names), std::move(values));
  }
  /** Build a test with the places of the triggers that it may read. */
  template <class Made> Made test(const Json& data, const Json& node) {
    triggersRead_.clear();
    Made made;
    made.node = run(node);
    made.triggers = triggersRead_;
    std::sort(made.triggers.begin(), made.triggers.end());
    made.held = optional(data, "held", Buffer::byte, made.triggers.count());
    made.lasting = data["while"].isTrue();
    made.gives = resultOf(data["gives"]);
    return made;
  }

  // -- lines, calls, bindings
  int call(const Row* row, const Array<std::string>& known, std::string name, Array<std::string> names,
           Array<int> values) {
    auto made = std::make_unique<Call>();
    made->row = row;
    for (int k = 0; k < known.count(); ++k)
      if (known[k] == name) made->which = k;
    made->name = std::move(name), made->names = std::move(names), made->values = std::move(values);
    made->number = static_cast<int>(p_.calls.size());
    p_.calls.push_back(std::move(made));
    return static_cast<int>(p_.calls.size()) - 1;
  }
  int actionCall(const Row& row, const std::string& name, const Json& given) {
    Array<std::string> names;
    Array<int> values;
    const Json& action = p_.needs["actions"][name];
    if (action.isNull()) damaged("It does not say that it needs the action '" + name + "'");
    for (const Json& each : action["parameters"].items) {
      const std::string& parameter = each["name"].text;
      const bool isGiven = std::find(given.names.begin(), given.names.end(), parameter) != given.names.end();
      names.push_back(parameter);
      values.push_back(run(isGiven ? given[parameter] : each["default"]));
    }
    return call(&row, p_.actions, name, std::move(names), std::move(values));
  }
  int event(const Row& row, const Json& data) {
    Array<std::string> names;
    for (const std::string& each : data["fields"].names) names.push_back(each);
    std::sort(names.begin(), names.end());
    Array<int> values;
    for (const std::string& each : names) values.push_back(run(data["fields"][each]));
    return call(&row, {}, data["event"].text, std::move(names), std::move(values));
  }
  Block block(const Json& lines, const Row& row, int depth = 0) {
    Block made{p_.lines.count(), lines.count()};
    if (depth > 8) damaged("Blocks are too deep in each other");
    if (lines.count() == 0 || !problem.empty()) return {};
    p_.lines.resize(p_.lines.size() + lines.items.size());
    for (int k = 0; k < lines.count() && problem.empty(); ++k) {
      Line built = line(lines.items[k], row, depth);
      built.number = lines.items[k]["line"].whole(k);
      built.row = &row;
      p_.lines[made.from + k] = std::move(built);
    }
    return made;
  }
  static int stateAround(const Row* row) {
    while (row != nullptr && row->op != Op::machine && row->op != Op::transition && row->op != Op::state)
      row = row->parent;
    return row != nullptr && row->op == Op::state ? row->index : -1;
  }
  int trigger(const Json& number) {
    const int found = triggerOf(variable(number));
    if (found < 0) damaged("The variable " + number.write() + " is no trigger");
    return found;
  }
  Line line(const Json& data, const Row& row, int depth) {
    Line made;
    const int op = placeOf(lineNames, data["op"].text);
    made.op = static_cast<LineOp>(std::max(op, 0));
    if (op < 0) damaged("There is no line '" + data["op"].text + "'");
    switch (made.op) {
    case LineOp::assign: made.variable = variable(data["variable"]), made.value = run(data["value"]); break;
    case LineOp::draw: {
      const Array<int> given = runs(data["arguments"]);
      made.variable = variable(data["variable"]);
      made.word = data["draw"].text;
      made.draws = place(data, "draws", Buffer::integer);
      if (given.empty() || (made.word != "chance" && given.count() < 2)) damaged("A draw lacks arguments");
      else made.low = given[0], made.high = given[given.count() - 1];
      break;
    }
    case LineOp::set: made.variable = trigger(data["variable"]); break;
    case LineOp::list:
      made.variable = ownVariable(data["variable"], Type::Sort::list);
      made.value = run(data["item"]), made.word = data["change"].text;
      break;
    case LineOp::raise: made.call = event(row, data); break;
    case LineOp::raise_later:
      made.word = data["id"].text, made.call = event(row, data), made.after = duration(data["after"]);
      made.state = data["outlives_state"].isTrue() ? -1 : stateAround(&row);
      break;
    case LineOp::cancel: made.word = data["id"].text; break;
    case LineOp::send:
      made.call = event(row, data), made.word = data["receiver"].text;
      if (!data["entity"].isNull()) made.entity = run(data["entity"]);
      break;
    case LineOp::if_:
      made.test = run(data["test"]);
      made.then = block(data["then"], row, depth + 1), made.otherwise = block(data["else"], row, depth + 1);
      break;
    case LineOp::do_: made.call = actionCall(row, data["action"].text, data["arguments"]); break;
    }
    return made;
  }
  Array<Binding> bindings(const Json& list) {
    Array<Binding> made;
    for (const Json& each : list.items) made.push_back({variable(each["variable"]), run(each["value"])});
    return made;
  }
  /** Build what gives places their first values; `isTicking` tells how triggers are armed. */
  Array<First> fresh(const Json& list, bool isTicking) {
    Array<First> made;
    for (const Json& each : list.items) {
      First first;
      if (!each["buffer"].isNull()) {
        first.sort = each["buffer"].text == "byte" ? First::byteZero : First::intZero;
        first.place = place(each, "place", first.sort == First::byteZero ? Buffer::byte : Buffer::integer);
      } else {
        first.variable = variable(each["variable"]);
        first.first = fromSaved(each["value"]);
        if (!problem.empty()) return made;
        const Variable& known = p_.variables[first.variable];
        first.which = triggerOf(first.variable);
        if (first.which >= 0 && first.first.boolean() && isTicking) first.sort = First::trigger;
        if (!fits(first.first, known.type) || known.world) damaged("A first value is not " + typeWords(known.type));
      }
      made.push_back(std::move(first));
    }
    return made;
  }
  /** Return the branch of each entry: in a file the entry of the default branch is left out. */
  static Array<int> branchesOf(int count, int other) {
    Array<int> branches;
    for (int k = 0; k < count; ++k) branches.push_back(other >= 0 && k >= other ? k + 1 : k);
    return branches;
  }
  void cases(Row& made, const Json& data) {
    made.value = run(data["value"]);
    made.other = data["default"].whole();
    for (const Json& each : data["cases"].items) made.cases.push_back(fromSaved(each));
    made.branchOf = branchesOf(made.cases.count(), made.other);
  }
  Array<double> weightsOf(const Json& list, int count) {
    Array<double> made;
    for (const Json& each : list.items) made.push_back(each.isNumber() ? each.number : std::nan(""));
    made.resize(static_cast<std::size_t>(count), std::nan(""));
    return made;
  }

  // -- rows
  void buildRow(Row& made, const Json& data) {
    if (made.op == Op::state) buildState(made, data);
    else if (made.op == Op::transition) buildTransition(made, data);
    else if (made.op >= Op::ask_test) buildQuestion(made, data);
    else {
      buildNode(made, data);
      buildOp(made, data);
    }
  }
  void buildNode(Row& made, const Json& data) {
    made.children = allBehind(made, data["children"]);
    if (const Json& guard = data["guard"]; !guard.isNull()) {
      made.guard = std::make_unique<Guard>(test<Guard>(guard, guard["test"]));
      made.guard->whileRunning = guard["while_running"].isTrue();
      made.guard->abortsLower = guard["aborts_lower"].isTrue();
      made.guard->refused = resultOf(guard["refused"]);
      made.guard->lastTest = optional(guard, "last_test", Buffer::byte);
      if (made.guard->abortsLower && made.guard->lastTest < 0) damaged("A guard that aborts has no last test");
    }
    for (const Json& each : data["preconditions"].items) made.preconditions.push_back(test<Test>(each, each["test"]));
    for (const Json& each : data["services"].items) {
      Service service;
      service.due = place(each, "due", Buffer::integer), service.interval = place(each, "interval", Buffer::integer);
      service.every = duration(each["every"]);
      service.hasJitter = !each["jitter"].isNull();
      service.jitter = duration(each["jitter"]);
      if (service.hasJitter) service.spread = place(each, "spread", Buffer::integer);
      if (service.hasJitter) service.draws = place(each, "draws", Buffer::integer);
      service.guard = run(each["guard"].isNull() ? Json(true) : each["guard"]);
      service.block = block(each["block"], made);
      made.services.push_back(service);
    }
    for (const Json& each : data["ends"].items) {
      const Row& owner = *row(each["row"]);
      made.ends.push_back({&owner, block(each["on_halt"], owner), block(each["on_success"], owner),
                           block(each["on_failure"], owner), block(each["on_end"], owner)});
    }
  }

  void needs(const Row& made, int count) {
    if (made.children.count() < count) damaged("Row " + textOf(made.index) + " lacks a child");
  }
  int integer(const Json& data, std::string_view name, int count = 1) {
    return place(data, name, Buffer::integer, count);
  }
  int byte(const Json& data, std::string_view name, int count = 1) { return place(data, name, Buffer::byte, count); }

  /** Build what keeps a choice by scores from flipping, or from always being the same. */
  void steadiness(Row& made, const Json& data) {
    const Duration locked = duration(data["lock"]), momentum = duration(data["momentum"]);
    if (locked.node >= 0 || momentum.node >= 0) damaged("'lock' and 'momentum' are whole numbers of ticks");
    made.locked = locked.ticks, made.momentum = momentum.ticks;
    made.since = optional(data, "since", Buffer::integer);
    if ((made.locked > 0 || made.momentum > 0) && made.since < 0) damaged("There is no place for 'since'");
    made.draws = optional(data, "draws", Buffer::integer);
    if (!data["top"].isNull()) made.best = data["top"].whole(0);
    if (made.best < 1) damaged("A choice is drawn from 1 child or more, not from " + data["top"].write());
  }

  void buildOp(Row& made, const Json& data) {
    const int children = made.children.count();
    if (made.op >= Op::try_recover && made.op <= Op::pass && made.op != Op::try_recover) needs(made, 1);
    switch (made.op) {
    case Op::ordered:
      made.ending = resultOf(data["ending"]), made.keep = data["keep"].isTrue();
      made.reactive = data["reactive"].isTrue(), made.yields = data["yield"].isTrue();
      made.place = integer(data, "place"), made.tried = byte(data, "tried");
      made.tested = optional(data, "tested", Buffer::byte, children);
      break;
    case Op::round_robin:
      made.start = integer(data, "start"), made.place = integer(data, "place"), made.tried = byte(data, "tried");
      break;
    case Op::pipeline_sequence: made.furthest = integer(data, "furthest"), made.tried = byte(data, "tried"); break;
    case Op::shuffled:
      made.ending = resultOf(data["ending"]), made.place = integer(data, "place"), made.tried = byte(data, "tried");
      made.order = integer(data, "order", children), made.draws = integer(data, "draws");
      made.isWeighted = !data["weights"].isNull();
      if (made.isWeighted) made.weights = weightsOf(data["weights"], children);
      break;
    case Op::random_child:
      made.chosen = integer(data, "chosen"), made.draws = integer(data, "draws");
      made.weights = data["weights"].isNull() ? Array<double>(static_cast<std::size_t>(children), 1.0)
                                              : weightsOf(data["weights"], children);
      break;
    case Op::parallel:
      made.success = run(data["success"].isNull() ? Json(0) : data["success"]);
      made.failure = run(data["failure"].isNull() ? Json(0) : data["failure"]);
      made.isEach = data["decide"].text == "each", made.isAllEnded = data["decide"].text == "all_ended";
      made.again = data["again"].isTrue();
      made.finished = byte(data, "finished", children), made.needed = integer(data, "needed", 2);
      for (const Json& each : data["chosen_children"].items) {
        if (each.whole() < 0 || each.whole() >= children) damaged("There is no child " + each.write());
        made.chosenChildren.push_back(each.whole());
      }
      if (data["chosen_children"].isNull())
        for (int k = 0; k < children; ++k) made.chosenChildren.push_back(k);
      break;
    case Op::simple_parallel:
      needs(made, 1);
      made.delayed = data["delayed"].isTrue(), made.again = data["again"].isTrue();
      made.main = byte(data, "main"), made.finished = byte(data, "finished", children);
      break;
    case Op::utility:
      made.scores = runs(data["scores"]);
      if (made.scores.count() != children) damaged("Row " + textOf(made.index) + " has not a score for each child");
      made.inertia = run(data["inertia"].isNull() ? Json(0) : data["inertia"]);
      made.everyTick = data["every_tick"].isTrue(), made.nextOnFailure = data["next_on_failure"].isTrue();
      made.chosen = integer(data, "chosen"), made.added = place(data, "added", Buffer::real);
      steadiness(made, data);
      break;
    case Op::if_else:
      needs(made, 1);
      made.reactive = data["reactive"].isTrue(), made.branch = integer(data, "branch");
      break;
    case Op::switch_: cases(made, data), made.chosen = integer(data, "chosen"); break;
    case Op::try_recover:
      needs(made, 2);
      made.count = run(data["attempts"].isNull() ? Json(0) : data["attempts"]),
      made.sameTick = data["same_tick"].isTrue();
      made.recovering = byte(data, "recovering"), made.left = integer(data, "left");
      break;
    case Op::map_result:
      made.onSuccess = resultOf(data["on_success"]), made.onFailure = resultOf(data["on_failure"]);
      break;
    case Op::loop:
      made.againOn = resultOf(data["again_on"]), made.endsWith = resultOf(data["ends_with"]);
      made.countedOut = resultOf(data["counted_out"]), made.hasCount = !data["count"].isNull();
      made.count = run(data["count"]), made.sameTick = data["same_tick"].isTrue(),
      made.anyEnd = data["any_end"].isTrue();
      made.limit = integer(data, "limit"), made.done = integer(data, "done");
      break;
    case Op::for_each: buildForEach(made, data); break;
    case Op::timeout:
    case Op::delay: made.seconds = duration(data["seconds"]), made.due = integer(data, "due"); break;
    case Op::cooldown:
      made.seconds = duration(data["seconds"]), made.refused = resultOf(data["refused"]);
      made.hasAfter = !data["after"].isNull(), made.startCooled = data["start_cooled"].isTrue();
      made.afterSuccess = contains(data["after"], "success"), made.afterFailure = contains(data["after"], "failure");
      made.length = integer(data, "length"), made.ready = integer(data, "ready");
      break;
    case Op::rate_limit:
      made.seconds = duration(data["seconds"]), made.between = resultOf(data["between"]);
      made.waits = data["waits"].isTrue(), made.last = byte(data, "last"), made.nextStart = integer(data, "next_start");
      if (made.waits) made.length = integer(data, "length");
      break;
    case Op::run_limit:
      made.count = run(data["count"].isNull() ? Json(0) : data["count"]),
      made.afterwards = resultOf(data["afterwards"]);
      made.countsSuccess = contains(data["counted"], "success");
      made.countsFailure = contains(data["counted"], "failure");
      made.done = integer(data, "done"), made.last = byte(data, "last");
      break;
    case Op::probability:
      made.value = run(data["chance"].isNull() ? Json(0) : data["chance"]), made.refused = resultOf(data["refused"]);
      made.hit = byte(data, "hit"), made.draws = integer(data, "draws");
      break;
    case Op::fixed: made.result = resultOf(data["result"]); break;
    case Op::test: made.test = test<Test>(Json(), data["test"]), made.otherwise = resultOf(data["otherwise"]); break;
    case Op::block: made.block = block(data["block"], made); break;
    case Op::log: made.value = run(data["message"]); break;
    case Op::wait:
      made.seconds = duration(data["seconds"]), made.jitter = duration(data["jitter"]);
      made.due = integer(data, "due"), made.draws = integer(data, "draws");
      break;
    case Op::action:
      made.call = actionCall(made, data["action"].text, data["arguments"]);
      made.entered = integer(data, "entered"), made.begun = byte(data, "begun");
      made.draws = optional(data, "draws", Buffer::integer);
      break;
    case Op::call:
    case Op::run:
      needs(made, 1);
      made.bindings = bindings(data["bindings"]), made.fresh = fresh(data["fresh"], false);
      break;
    case Op::claim: made.claimed = place(data, "claimed", Buffer::object); [[fallthrough]];
    case Op::release: {
      const Json& variable_ = data["place"]["variable"];
      const int number = variable_.isNull() ? -1 : variable(variable_);
      if (number >= 0 && problem.empty() && p_.variables[number].type.sort == Type::Sort::whole) {
        if (!p_.variables[number].world) damaged("A place that is counted is no shared variable");
        made.counter = number;
      } else made.value = run(data["place"]);
      break;
    }
    case Op::machine:
      owner(made, data);
      made.owner->allStates = rowsOf(Op::state, data["all_states"]);
      made.owner->allTransitions = rowsOf(Op::transition, data["all_transitions"]);
      made.owner->eventless = data["eventless"].isTrue();
      break;
    case Op::decision_tree: buildDecisionTree(made, data); break;
    default: break;
    }
  }
  static bool contains(const Json& list, std::string_view word) {
    for (const Json& each : list.items)
      if (each.text == word) return true;
    return false;
  }
  void buildForEach(Row& made, const Json& data) {
    made.taken = ownVariable(data["taken"], Type::Sort::list);
    made.item = variable(data["item"]);
    if (!data["list"].isNull()) made.list = variable(data["list"]);
    if (problem.empty() &&
        (p_.variables[made.item].world || !(p_.variables[made.item].type == p_.variables[made.taken].type.item[0])))
      damaged("The items of row " + textOf(made.index) + " do not fit their variable");
    if (problem.empty() && made.list >= 0 && p_.variables[made.list].type.sort != Type::Sort::list)
      damaged("The variable " + textOf(made.list) + " is no list");
    made.of = run(data["of"]);
    made.goesOn = data["goes_on"].isTrue(), made.at = integer(data, "at");
    for (int k = 0; k < p_.queries.count(); ++k)
      if (p_.queries[k] == data["query"].text) made.query = k;
    if (made.list < 0 && made.query < 0)
      damaged("It does not say that it needs the query '" + data["query"].text + "'");
  }
  void buildDecisionTree(Row& made, const Json& data) {
    const Json& pace = data["pace"];
    made.count = run(pace["every"].isNull() ? Json(0) : pace["every"]);
    made.commit = pace["commit"].isTrue(), made.waits = pace["waits"].isTrue();
    made.children = allBehind(made, data["leaves"]);
    made.top = row(data["top"]);
    made.evaluations = integer(data, "evaluations"), made.current = integer(data, "current");
    made.due = integer(data, "due"), made.interval = integer(data, "interval"), made.asked = byte(data, "asked");
    for (const Json& each : data["random"].items)
      made.seenAll.push_back(integer(data_["rows"].items[rowOf(Op::ask_random, row(each))->index], "seen"));
    for (const Json& leaf : data["rebound"].items) {
      Array<Rebound> calls;
      for (const Json& each : leaf.items) calls.push_back({row(each["row"]), bindings(each["bindings"])});
      made.rebound.push_back(std::move(calls));
    }
  }
  void buildQuestion(Row& made, const Json& data) {
    made.branches = rows(data["branches"]);
    made.isAnswer = made.op == Op::answer_outcome || made.op == Op::answer_value;
    made.outcome = data["outcome"].text;
    switch (made.op) {
    case Op::ask_test:
      made.value = run(data["test"]), made.onTrue = data["on_true"].whole(), made.onFalse = data["on_false"].whole();
      break;
    case Op::ask_ranges:
      made.value = run(data["value"]);
      for (const Json& each : data["bounds"].items)
        made.bounds.push_back({each["upto"].isNumber() ? each["upto"].number : std::nan(""), each["closed"].isTrue()});
      break;
    case Op::ask_switch: cases(made, data); break;
    case Op::ask_first_of:
      made.scores = runs(data["tests"]), made.other = data["default"].whole();
      made.branchOf = branchesOf(made.scores.count(), made.other);
      break;
    case Op::ask_table:
      for (const Json& each : data["cells"].items) made.cells.push_back(runs(each));
      made.other = data["default"].whole(), made.unique = data["unique"].isTrue();
      made.branchOf = branchesOf(made.cells.count(), made.other);
      break;
    case Op::ask_random:
      made.weights = weightsOf(data["weights"], data["weights"].count());
      made.hasCount = !data["timeout"].isNull(), made.count = run(data["timeout"]);
      made.kept = integer(data, "kept"), made.seen = integer(data, "seen"), made.drawn = integer(data, "drawn");
      made.due = integer(data, "due"), made.draws = integer(data, "draws");
      break;
    case Op::ask_tree: made.bindings = bindings(data["bindings"]); break;
    case Op::answer_value: made.value = run(data["value"]); break;
    default: break;
    }
  }

  // -- machines
  /** Fill in what machines and states have in common. */
  void owner(Row& made, const Json& data) {
    Owner& owner = *made.owner;
    owner.states = rowsOf(Op::state, data["states"]);
    for (const Row* each : owner.states)
      if (each->index <= made.index || each->parent != &made) damaged("A state is not inside its owner");
    owner.histories = rowsOf(Op::state, data["histories"]), owner.initial = rowsOf(Op::state, data["initial"]);
    owner.transitions = rowsOf(Op::transition, data["transitions"]);
    owner.interrupts = rowsOf(Op::transition, data["interrupts"]);
    owner.initialActions = block(data["initial_actions"], made);
    owner.entered = integer(data, "entered");
    if (made.op == Op::state && (made.parent == nullptr || made.parent->owner == nullptr || made.machine == nullptr))
      return damaged("State " + textOf(made.index) + " is in no machine");
    if (made.op == Op::state) owner.chain = made.parent->owner->chain;
    owner.chain.push_back(&made);
    for (const auto* list : {&owner.transitions, &owner.interrupts})
      for (const Row* each : *list)
        if (!data_["rows"].items[each->index]["after"].isNull()) owner.timed.push_back(each);
  }
  void buildState(Row& made, const Json& data) {
    static constexpr std::string_view kinds[] = {"state", "parallel", "final", "choice", "history"};
    Owner& state = *made.owner;
    owner(made, data);
    state.kind = static_cast<Owner::Kind>(std::max(placeOf(kinds, data["kind"].text), 0));
    state.completed = byte(data, "completed"), state.activation = integer(data, "activation");
    state.transient = data["transient"].isTrue(), state.status = resultOf(data["status"]);
    state.entry = block(data["entry"], made), state.update = block(data["update"], made);
    state.exit = block(data["exit"], made);
    if (const Json& activity = data["activity"]; !activity.isNull()) {
      state.activity = std::make_unique<Activity>();
      state.activity->row = behind(made, activity["row"]);
      state.activity->ended = byte(activity, "ended"), state.activity->loop = activity["loop"].isTrue();
      state.activity->bindings = bindings(activity["bindings"]);
      state.activity->fresh = fresh(activity["fresh"], true);
    }
    if (const Json& history = data["history"]; !history.isNull()) {
      state.history = std::make_unique<History>();
      for (const Json& each : history["places"].items) {
        const Json pair = Json::object().add("place", each.count() == 2 ? each.items[1] : Json());
        const Row* inner = each.count() == 2 ? rowOf(Op::state, row(each.items[0])) : &made;
        state.history->places.push_back({inner, byte(pair, "place")});
      }
      state.history->initial = rowsOf(Op::state, history["default"]);
      state.history->actions = block(history["default_actions"], made);
    }
    if (const Json& decision = data["decision"]; !decision.isNull()) {
      state.decision = std::make_unique<Decision>();
      state.decision->tree = rowOf(Op::decision_tree, row(decision["tree"]));
      state.decision->bindings = bindings(decision["bindings"]);
    }
    for (const Row* each : state.histories)
      if (data_["rows"].items[each->index]["history"].isNull())
        damaged("Row " + textOf(each->index) + " is no history");
  }
  void buildTransition(Row& made, const Json& data) {
    Transition& t = *made.transition;
    t.source = ownerRow(row(data["source"]));
    t.targets = rowsOf(Op::state, data["targets"]);
    if (!data["domain"].isNull()) t.domain = ownerRow(row(data["domain"]));
    if (made.machine == nullptr) damaged("Transition " + textOf(made.index) + " is in no machine");
    for (const Json& each : data["events"].items) {
      if (each.text == "tick") t.polled = true;
      else if (each.text == "always") t.eventless = true;
      else t.events.push_back(each.text);
    }
    t.internal = data["internal"].isTrue(), t.interrupt = data["interrupt"].isTrue();
    t.reenter = data["reenter"].isTrue(), t.isElse = data["else"].isTrue();
    t.hasOutcome = data["outcome"].isText(), t.outcome = data["outcome"].text;
    if (const Json& after = data["after"]; !after.isNull()) {
      t.after = timer(after);
      t.after->length = integer(after, "length"), t.after->enabledFrom = integer(after, "enabled_from");
    }
    if (const Json& cooldown = data["cooldown"]; !cooldown.isNull()) {
      t.cooldown = timer(cooldown);
      t.cooldown->readyFrom = integer(cooldown, "ready_from");
    }
    if (const Json& delay = data["delay"]; !delay.isNull()) {
      t.delay = timer(delay);
      t.delay->draws = integer(delay, "draws"), t.delay->recheck = delay["recheck"].isTrue();
    }
    if (!data["guard"].isNull()) t.guard = std::make_unique<Test>(test<Test>(Json(), data["guard"]));
    t.members.push_back(&made);
    if (!data["group"].isNull()) {
      const int group = data["group"].whole();
      if (group < 0 || group >= static_cast<int>(p_.groups.size()))
        return damaged("There is no group " + data["group"].write());
      t.group = &p_.groups[static_cast<std::size_t>(group)];
      t.members.clear();
      for (const int each : t.group->members) t.members.push_back(rowOf(Op::transition, row(Json(each))));
      if (t.members.empty()) damaged("A group has no members");
    }
    t.actions = block(data["actions"], made);
    t.weight = run(data["weight"].isNull() ? Json(1) : data["weight"]);
  }
  std::unique_ptr<Timer> timer(const Json& data) {
    auto made = std::make_unique<Timer>();
    made->time = duration(data["time"]), made->jitter = duration(data["jitter"]);
    return made;
  }
};

} // namespace inner

// ---- What a game sees -------------------------------------------------------------------------------------------

class Agent;
class Minds;
class Context;
namespace inner {
struct Body;
struct Common;
Body& bodyOf(const Agent& agent);
Common& commonOf(const Minds& minds);
} // namespace inner

/** A mind as a game loads it: a program that any number of agents can think with. Copies share it. */
class Mind {
  std::shared_ptr<const inner::Program> program_;
  std::shared_ptr<const std::string> text_; // what it was parsed from, for a link; and its names
  std::shared_ptr<const std::string> names_;
  friend class Minds;

 public:
  /**
   * Read the text of an export, and of the file of names beside it (none, where it is empty).
   *
   * Refuses what is no export of version 2, is damaged, or uses what this executor lacks.
   */
  [[nodiscard]] static Result<Mind> parse(std::string_view text, std::string_view names = {});
  [[nodiscard]] static Result<Mind> fromJson(const Json& data, const Json& names = Json());
  /** The hash of the program: saves name it by that. */
  const std::string& hash() const { return program_->hash; }
  /** Ticks per second. */
  double rate() const { return program_->rate; }
  /** What the game must supply, as the program says it. */
  const Json& needs() const { return program_->needs; }
  /** The text that `parse` read, and that of its names; empty where there was none. */
  const std::string& text() const { return *text_; }
  const std::string& names() const { return *names_; }
  /** Return how a row is called: its path where there are names, else its number. */
  std::string nameOf(int row) const { return program_->nameOf(row); }
};

/** What an action or condition is given: values by name, in order. Keep copies of what is needed after the call. */
class Arguments {
  const inner::Array<std::string>* names_;
  const inner::Array<View>* values_;

 public:
  Arguments(const inner::Array<std::string>& names, const inner::Array<View>& values)
      : names_(&names), values_(&values) {}
  int count() const { return values_->count(); }
  const std::string& name(int place) const { return (*names_)[place]; }
  View operator[](int place) const { return place >= 0 && place < count() ? (*values_)[place] : View(); }
  View operator[](std::string_view name) const {
    for (int k = 0; k < count(); ++k)
      if ((*names_)[k] == name) return (*values_)[k];
    return View();
  }
  double number(std::string_view name, double otherwise = 0) const { return (*this)[name].number(otherwise); }
  bool boolean(std::string_view name, bool otherwise = false) const { return (*this)[name].boolean(otherwise); }
  Vector vector(std::string_view name, Vector otherwise = {}) const { return (*this)[name].vector(otherwise); }
  std::string_view text(std::string_view name, std::string_view otherwise = {}) const {
    return (*this)[name].text(otherwise);
  }
};

/** A parameter of an action or condition, a value of an event, or an entity field, as a manifest describes it. */
struct Parameter {
  std::string name, type; // as manifests name types: bool, int, float, string, vector, entity, point, seconds, enum, …
  Value otherwise = {};   // its default; null for none
  std::optional<double> minimum = {}, maximum = {};
  std::string unit = {};
  bool optional = false;
  std::vector<std::string> choices = {}; // of an enum
};

/** What people read of an action or condition in the editor. */
struct About {
  std::string summary = {};
  std::vector<Parameter> parameters = {};
  bool instant = false;
};

/** An action that asks for steering under its own name, with its arguments, and keeps running. */
inline Status steering(Context& context, const Arguments& given);
/** An instant action that adds an effect of its own name, with its arguments, and succeeds. */
inline Status effect(Context& context, const Arguments& given);

/** An action of the game: what it does each tick, and where it begins and is halted. Agents share it. */
struct Action {
  using Step = std::function<void(Context&, const Arguments&)>;
  std::function<Status(Context&, const Arguments&)> tick;
  Step enter = {}, halt = {};
  std::optional<About> about = {};
  bool isOwn = false; // Mindloom's own: `steering` or `effect`

  Action() = default;
  template <class Call, std::enable_if_t<std::is_invocable_r_v<Status, Call&, Context&, const Arguments&>, int> = 0>
  Action(Call call) {
    if constexpr (std::is_same_v<Call, decltype(&steering)>) isOwn = call == &steering || call == &effect;
    tick = std::move(call);
  }
  /** Return an action whose arguments are given as a type that is made of them: one that an export wrote. */
  template <class Given, class Call> static Action typed(Call call) {
    return Action([call = std::move(call)](Context& context, const Arguments& given) -> Status {
      return call(context, Given(given));
    });
  }
  /** Return an action of an object with `tick`, and with `enter` and `halt` where it has them. */
  template <class Object> static Action of(std::shared_ptr<Object> object) {
    Action made;
    made.tick = [object](Context& context, const Arguments& given) { return object->tick(context, given); };
    if constexpr (hasEnter<Object>(0))
      made.enter = [object](Context& context, const Arguments& given) { object->enter(context, given); };
    if constexpr (hasHalt<Object>(0))
      made.halt = [object](Context& context, const Arguments& given) { object->halt(context, given); };
    return made;
  }
  /** Let the editor know more of it. */
  Action describe(About words) && { return about = std::move(words), std::move(*this); }

 private:
  template <class Object> static constexpr auto hasEnter(int) -> decltype(&Object::enter, true) { return true; }
  template <class Object> static constexpr bool hasEnter(long) { return false; }
  template <class Object> static constexpr auto hasHalt(int) -> decltype(&Object::halt, true) { return true; }
  template <class Object> static constexpr bool hasHalt(long) { return false; }
};

/** A condition of the game: asked at most once per tick, agent and arguments. */
struct Condition {
  std::function<bool(Context&, const Arguments&)> ask;
  std::optional<About> about = {};

  Condition() = default;
  template <class Call, std::enable_if_t<std::is_invocable_r_v<bool, Call&, Context&, const Arguments&>, int> = 0>
  Condition(Call call) : ask(std::move(call)) {}
  /** Let the editor know more of it. */
  Condition describe(About words) && { return about = std::move(words), std::move(*this); }
};

/** An event as agents receive it. */
struct Event {
  std::string name;
  Fields fields;
};

/** Something that an agent asked for once: a shot, a noise. The game does it. */
struct Effect {
  std::string agent, name;
  Fields arguments;
};

/** Steering that an action asked for. All that are in force are added by the game, by priority and weight. */
struct SteeringRequest {
  int row = 0;
  std::string behavior;
  Fields arguments;
  double weight = 1, priority = 1;
  std::int64_t stream = -1;
};

/** Something that went wrong in a tick; nothing of it ends the run. */
struct RunError {
  int row = 0;
  std::string message;
  std::string node; // the path of the node where there are names, else the number of the row
};

/** What a game gives its minds. */
struct Game {
  std::uint32_t seed = 0; // decides all random draws, together with the ids of agents
  std::map<std::string, Action> actions = {};
  std::map<std::string, Condition> conditions = {};
  /** Tells what the game knows of an entity; nothing for what it does not know. */
  std::function<std::optional<Value>(const std::string& entity, const std::string& field)> entityField = {};
  /** Give ids of entities, by the agent's id and what the query is about; the order is told in `needs`. */
  std::map<std::string, std::function<std::vector<std::string>(const std::string& agent, const std::string& of)>>
      queries = {};
  /** Is told of each event that an agent sends, for tests and debugging. */
  std::function<void(const std::string& sender, const std::string& receiver, const Event& event)> sent = {};
  // for manifests alone
  std::map<std::string, std::vector<Parameter>> events = {};
  std::vector<Parameter> entityFields = {};
};

/** What an action or condition is called with; keep nothing of it beyond the call. */
class Context {
  inner::Body& body_;
  const inner::Call* call_; // nullptr for a condition
  std::int64_t entered_;
  friend Status steering(Context&, const Arguments&);

 public:
  Context(inner::Body& body, const inner::Call* call, std::int64_t entered)
      : body_(body), call_(call), entered_(entered) {}
  /** The id of the agent. */
  const std::string& agent() const;
  /** The agent itself. */
  Agent& mind() const;
  /** The number of the row of the action; -1 for a condition. */
  int row() const;
  /** The name of the action; empty for a condition. */
  std::string_view action() const;
  /** The tick. */
  std::int64_t now() const;
  /** The seconds since the action was entered. */
  double elapsed() const;
  /** The seconds of one tick. */
  double dt() const;
  /** Draw a number from 0 up to 1; fails where the row has no place that counts draws. */
  double random();
  /** Draw a whole number, both ends included; fails as `random` does, and for an empty range. */
  int randomInt(int low, int high);
  /** Return what the game tells of an entity; what it does not know is null, and fails the action. */
  Value entityField(std::string_view entity, std::string_view field);
  /** Add an effect to `Minds::effects`. */
  void effect(std::string_view name, const Fields& given = {});
  void effect(std::string_view name, const Arguments& given);
  /** Ask for steering on behalf of this row in this tick. */
  void steer(std::string_view behavior, const Fields& given = {}, double weight = 1, double priority = 1);
  /** Let the action or condition fail, and say why in `Agent::errors`. Return what the action may return then. */
  Status fail(std::string_view words);
};

/** One agent with its mind: its variables, its events, its nodes. `Minds::add` makes it. */
class Agent {
  std::unique_ptr<inner::Body> body_;
  friend class Minds;
  friend inner::Body& inner::bodyOf(const Agent& agent);
  explicit Agent(std::unique_ptr<inner::Body> body);

 public:
  ~Agent();
  const std::string& id() const;
  const Mind& mind() const;
  // -- what the game tells it
  /** Write a variable, as a sensor would; true arms a trigger for the next tick. Refuses a misfit. */
  Result<> set(std::string_view name, const Value& value);
  /** Return the value of a variable. Refuses one that is not there. */
  Result<Value> get(std::string_view name) const;
  /** Return all variables of the agent with their values now. */
  Fields variables() const;
  /** Post an event for the next tick. Refuses an unknown one, and where the payload does not fit. */
  Result<> post(std::string_view event, const Fields& payload = {});
  /**
   * Overrule the mind: let the node of a row end with "success", "failure" or "skipped" at its next visit. "disabled"
   * skips it at every visit; nothing takes that back. "enter" lets a state be entered in the next tick.
   *
   * Refuses a row that is no such node or state, and a mind that has ended. Orders are not saved.
   */
  Result<> order(int row, std::optional<std::string_view> to);
  /** Halt everything that runs, and do nothing more until `restart`. */
  Result<> halt();
  /** Halt what runs and begin again with the next tick, as if the agent had just been added. */
  Result<> restart();
  // -- what it tells the game
  /** Return the result of its last tick. */
  Status status() const;
  /** Tell whether it does nothing more: it was halted, or a machine at the root is in a final state. */
  bool ended() const;
  /** Return the names of the active states, outermost first; the numbers of their rows where there are no names. */
  std::vector<std::string> activeStates() const;
  /** Return the status of a node or state by its id or path. Refuses it without the file of names. */
  Result<Status> statusOf(std::string_view id) const;
  /** Return what each row did in the last tick: the outcome bytes of the help page on the runtime format. */
  const std::vector<std::uint8_t>& outcomes() const;
  /** Return the steering that is in force until the next tick, in the order of rows; it points to the same requests. */
  const std::vector<const SteeringRequest*>& requests() const;
  /** Return what went wrong in the last tick. */
  const inner::Recycled<RunError>& errors() const;
  /** Return the orders that wait: rows, and what was ordered. */
  std::vector<std::pair<int, std::string_view>> ordered() const;
  /** Return all that it remembers, between two ticks. */
  Json save() const;
  /** Remember what was saved, here or in another language. Refuses another mind's, and damage. */
  [[nodiscard]] Result<> restore(const Json& saved);
};

namespace inner {

/**
 * Is told of all that comes into minds, each time after it has come; a link is one.
 *
 * Between `asks` and `answered` code of the game runs.
 */
struct Watcher {
  /** `Agent::set` wrote a variable. */
  virtual void put(Agent& agent, const std::string& name, View value) = 0;
  /** An event waits for the agent's next tick. */
  virtual void posted(Agent& agent, const Event& event) = 0;
  /** A row was ordered something, or nothing any more. */
  virtual void ordered(Agent& agent, int row, std::optional<std::string_view> to) = 0;
  virtual void halted(Agent& agent) = 0;
  /** It was begun again; `halted` is not told of it too. */
  virtual void restarted(Agent& agent) = 0;
  /** A save was restored into it, or it goes on with another mind. */
  virtual void restored(Agent& agent) = 0;
  /** Something is about to be asked of the game for this agent: a step of an action, or anything else. */
  virtual void asks(Agent& agent, bool isStep) = 0;
  /**
   * The game has answered, or failed with words, which are empty else. A question is `["action", row, name, step]`,
   * `["condition", name, arguments]`, `["field", entity, field]` or `["query", name, of]`.
   */
  virtual void answered(Agent& agent, Json question, Json answer, const std::string& failed) = 0;
  /** A claim asked whether a shared variable, or an entity, has a place. */
  virtual void free(Agent& agent, const std::string& thing, bool answer) = 0;
  /** A shared variable was written in a tick, by a claim or release of an agent or, for null, by the game. */
  virtual void sharedPut(const std::string& name, View value, Agent* agent) = 0;

 protected:
  ~Watcher() = default;
};

} // namespace inner

/** Tables of curves by name: the points of each. */
using Curves = std::map<std::string, std::vector<Vector>>;

/** Hold the minds of a game's agents. All tick together; what one sends, the others see in their next tick. */
class Minds {
  std::unique_ptr<inner::Common> common_;
  friend inner::Common& inner::commonOf(const Minds& minds);

 public:
  explicit Minds(Game game = {});
  ~Minds();
  Minds(Minds&&) noexcept;
  /**
   * Give an agent a mind; `variables` are set before its first tick. `curves` are tables of its own, which stand in
   * place of those of the mind with their names, for this agent alone; no save has them.
   *
   * Refuses an id that is taken, a mind of another rate, what the mind needs and the game lacks, curves that the mind
   * does not have, and tables without 1 to 64 finite points whose x never falls.
   */
  [[nodiscard]] Result<Agent&> add(std::string_view id, const Mind& mind, const Fields& variables = {},
                                   const Curves& curves = {});
  /** Halt an agent's mind and take it out. */
  Result<> remove(std::string_view id);
  /** Return an agent by its id. */
  Result<Agent&> get(std::string_view id);
  /** Return the agents in the order of their ids. */
  const std::vector<std::unique_ptr<Agent>>& agents() const;
  /** Tick every agent once, then deliver what they sent and write what they share. */
  Result<> tick();
  /** Tick those with these ids. */
  Result<> tick(const std::vector<std::string>& ids);
  /** Return what agents asked for once in the last tick, in the order of their ids. */
  const inner::Recycled<Effect>& effects() const;
  /** Return the variables that all agents share, with their values now. */
  Fields shared() const;
  /** Write a variable that all agents share. Refuses a misfit. */
  Result<> setShared(std::string_view name, const Value& value);
  /** Return the number of the next tick. */
  std::int64_t tickNow() const;
  /** Return the ticks per second, 0 before there is an agent. */
  double rate() const;
  /** Return what decides all random draws. */
  std::uint32_t seed() const;
  /** Return all that the agents remember, between two ticks, as JSON that every executor of Mindloom reads. */
  Result<std::string> save() const;
  Result<Json> saved() const;
  /**
   * Remember what `save` returned, in any language; the same agents must be there, with the same minds.
   *
   * What was saved of an older version of a mind goes on by the tables of `upgrades`, `X.upgrade.json`, that lead from
   * it to the mind that is there: `mindloom export NEW --from OLD` writes one.
   */
  [[nodiscard]] Result<> restore(std::string_view text, const std::vector<std::string>& upgrades = {});
  [[nodiscard]] Result<> restoreFrom(Json saved, const std::vector<Json>& upgrades = {});
  /**
   * Go on with another version of a mind while the game runs, by the table that leads to it, `X.upgrade.json`: all
   * agents whose mind it leads from. Actions that run and do not go on are halted, the rest is as in `restore`.
   *
   * Returns how many agents go on with it. Refuses, and has changed nothing, where the table leads from none of the
   * minds or to another one, and what `add` would refuse.
   */
  [[nodiscard]] Result<int> swap(const Mind& mind, const Json& upgrade);
  /** Return a manifest of the game for the editor, as JSON: its actions, conditions, events and entity fields. */
  std::string manifest() const;
};

inline Status effect(Context& context, const Arguments& given) {
  context.effect(context.action(), given);
  return Status::success;
}

// ---- What an agent remembers ------------------------------------------------------------------------------------

namespace inner {

/** An event that several wait for; a store keeps it when none does. */
struct SharedEvent : Event {
  int uses = 0;
  std::vector<SharedEvent*>* free = nullptr;
};

class EventPtr {
  SharedEvent* event_ = nullptr;

 public:
  EventPtr() = default;
  explicit EventPtr(SharedEvent* event) : event_(event) { ++event_->uses; }
  EventPtr(const EventPtr& other) : event_(other.event_) {
    if (event_ != nullptr) ++event_->uses;
  }
  EventPtr(EventPtr&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  EventPtr& operator=(EventPtr other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~EventPtr() {
    if (event_ != nullptr && --event_->uses == 0) event_->free->push_back(event_);
  }
  Event* operator->() const { return event_; }
  Event& operator*() const { return *event_; }
  explicit operator bool() const { return event_ != nullptr; }
};

struct EventStore {
  std::vector<std::unique_ptr<SharedEvent>> all;
  std::vector<SharedEvent*> free;

  EventPtr make(std::string_view name) {
    if (free.empty()) {
      all.push_back(std::make_unique<SharedEvent>());
      all.back()->free = &free;
      free.reserve(all.capacity());
      free.push_back(all.back().get());
    }
    SharedEvent* made = free.back();
    free.pop_back();
    made->name = name;
    made->fields.clear();
    return EventPtr(made);
  }
};

/** A text in the memory of an agent, or nobody. */
struct Object {
  std::string text;
  bool isNull = true;
};

struct Delayed {
  std::int64_t due = 0;
  int machine = -1, state = -1;
  std::string id;
  EventPtr event;
  std::uint64_t serial = 0;
};

struct Pending {
  int source = -1, transition = -1;
  std::int64_t since = 0, due = 0;
  EventPtr event;
  Array<int> armed;
};

/** An event or a completion in the queue of a machine. */
struct Item {
  EventPtr event;             // none for a completion
  const Row* state = nullptr; // of a completion
  Outcome status = IDLE;
  std::int32_t activation = 0;
  std::string_view name() const {
    return state == nullptr ? std::string_view(event->name) : status == SUCCESS ? "done.success" : "done.failure";
  }
};

struct Answer {
  const Row* choice = nullptr;
  std::int32_t activation = 0;
  const Row* leaf = nullptr;
};

/** What a machine needs while one of its ticks is under way. */
struct Work {
  bool active = false;
  Recycled<Item> queue, later, completions; // of the macrostep; raised by updates and activities; of activities
  int taken = 0;                            // items of the queue that were taken
  Array<const Row*> fresh;                  // states entered since it was last emptied
  Array<const void*> failed;                // code that failed in the macrostep
  Array<Answer> answers;                    // of the decision trees of choices
  bool inMacrostep = false, stopping = false;
  Outcome status = IDLE; // the final status, once the machine has ended
  int rounds = 0;        // of the macrostep
  enum class Asks : std::uint8_t { event, eventless, polled } asks = Asks::event; // which entries the selection asks
  const Item* item = nullptr;
  bool takesPending = false;
  Array<const Row*> postponed; // entries that became pending in the selection

  void begin() {
    active = true, inMacrostep = stopping = false, status = IDLE, rounds = 0, taken = 0;
    queue.clear(), later.clear(), completions.clear(), fresh.clear(), failed.clear(), answers.clear();
  }
};

/** What a condition answered in this tick. */
struct Asked {
  const Call* call = nullptr;
  int condition = -1;
  Array<Value> given;
  bool answer = false;
  std::string failed;
};

/** A variable that all agents share. */
struct Cell {
  std::string name;
  Type type;
  Value value;
};

/** What the ticks of all agents with one mind use, one after the other. */
struct Scratch {
  std::shared_ptr<const Program> program;
  Array<Work> works;          // by machine
  Array<std::uint64_t> asked; // by transition, the selection in which it was asked
  Array<const Row*> offers;   // and what it offered
  std::uint64_t selections = 0;
  Array<Array<int>> reads;  // by transition, the triggers that its guard read armed
  Array<int> touched;       // those that have some
  Array<Array<View>> given; // by call
  Array<const Action*> actions;
  Array<const Condition*> conditions;
  Array<const std::function<std::vector<std::string>(const std::string&, const std::string&)>*> queries;
  Array<Cell*> world; // by variable
  Array<double> weights;
  Shelf<Array<const Row*>> rows;
  Shelf<Array<int>> places;
  Shelf<Array<double>> numbers;
  Shelf<Array<std::uint64_t>> serials;
  Shelf<Array<EventPtr>> events;
  Shelf<Array<Value>> lists; // values of lists, until the tick ends
  Shelf<Value> texts;
};

struct Sent {
  std::string sender, receiver;
  EventPtr event;
};

struct Holder {
  std::string thing;
};

/** What all agents of a game share. */
struct Common {
  Game game;
  EventStore store;
  std::uint32_t seed = 0;
  std::int64_t tickNow = 0;
  double rate = 0;
  bool isTicking = false;
  Watcher* watcher = nullptr; // what is told of all that comes into the minds
  std::map<const Program*, std::unique_ptr<Scratch>> scratches;
  std::vector<std::unique_ptr<Cell>> cells;
  std::vector<std::unique_ptr<Agent>> agents; // in the order of their ids
  Recycled<Holder> holders;                   // by entity, the agent that claims it
  Recycled<Effect> effects;
  Recycled<Sent> sent;
  Recycled<std::pair<Cell*, Value>> writes;
  Json nothing;
  EventPtr executionError;
  std::uint64_t serial = 0;

  Cell* cellOf(std::string_view name) {
    for (const auto& each : cells)
      if (each->name == name) return each.get();
    return nullptr;
  }
  Holder* holderOf(const std::string& thing) {
    for (Holder& each : holders)
      if (each.thing == thing) return &each;
    return nullptr;
  }
};

/** The memory of one agent, and what it knows while it ticks. */
struct Body {
  Common& common;
  Scratch& s;
  const Program& p;
  Agent* self = nullptr;
  std::uint64_t number; // no other agent has it, nor had it
  std::string id;
  Mind mind;
  Array<Curve> ownCurves;
  Array<const Curve*> curves; // by their places in the program: its own, else those of the program
  Array<std::uint8_t> bytes;
  Array<std::int32_t> ints;
  Array<double> floats;
  Array<Object> objects;
  std::vector<std::uint8_t> outcomes; // what each row did in the last tick
  std::uint32_t mixed = 0;
  std::int64_t now = 0, ahead = 0; // ticks that passed for this agent alone
  Status status = Status::idle;
  bool ended = false;
  int finalRow = -1; // the row of the final state that it ended in
  int quiet = 0;
  Array<EventPtr> posted, events; // those that wait for the next tick, those that this tick takes
  Recycled<Delayed> delayed;      // in the order in which they are due, then were raised
  Recycled<Pending> pending;      // by the row of their source
  std::vector<std::unique_ptr<SteeringRequest>> requestStore;
  std::vector<const SteeringRequest*> requests; // those in force
  std::vector<SteeringRequest*> freeRequests;
  std::vector<const SteeringRequest*> made; // in this tick, in the order of rows
  Recycled<RunError> errors;
  std::map<int, Outcome> orders; // what nodes were ordered to give, by their rows; IDLE for disabled
  Array<const Row*> entries;     // states that are to be entered
  // while it ticks
  Recycled<Asked> asked;
  Array<int> armed; // triggers that the last test read armed
  const Array<int>* held = nullptr;
  EventPtr event;             // the one that is being taken
  const Row* state = nullptr; // the state, or machine, around what is evaluated
  int visitsLeft = 0, passedGuard = -1;
  bool failed = false; // what is evaluated has failed, with these words
  std::string words;

  Body(Common& all, Scratch& scratch, Mind mind_)
      : common(all), s(scratch), p(*scratch.program), number(++all.serial), mind(std::move(mind_)) {}

  /** Let what is evaluated fail. */
  void fail(std::string why) {
    if (failed) return;
    failed = true;
    words = std::move(why);
  }
  /** Tell whether what was evaluated failed; the next may fail again. */
  bool caught() { return std::exchange(failed, false); }
  void note(const Row& row, std::string_view message) {
    RunError& error = errors.add();
    error.row = row.index, error.message = message, error.node = p.nameOf(row.index);
  }
  std::int32_t after(std::int64_t ticks) const {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(now + ticks, -mostTicks, mostTicks));
  }
  std::int32_t tick() const { return static_cast<std::int32_t>(now); }
  void dropOrders() { orders.clear(), entries.clear(); }
};

// ---- Draws, variables -------------------------------------------------------------------------------------------

inline double number(Body& a, int n);
inline bool truth(Body& a, int n);
inline View value(Body& a, int n);

/** Return the next draw of a row as a number from 0 to 2³² - 1; the int at `draws` counts it. */
inline std::uint32_t draw(Body& a, const Row& row, int draws) {
  const auto n = static_cast<std::uint32_t>(a.ints[draws]);
  a.ints[draws] = static_cast<std::int32_t>(n + 1);
  return fmix(fmix(a.mixed + 0x9e3779b9u * row.stream) ^ (n * 0x27d4eb2fu));
}
inline double drawFloat(Body& a, const Row& row, int draws) { return draw(a, row, draws) / 4294967296.0; }

inline double drawInt(Body& a, const Row& row, int draws, double low, double high) {
  const std::uint64_t u = draw(a, row, draws);
  if (high < low) return a.fail("The range from " + textOf(low) + " to " + textOf(high) + " is empty."), 0;
  if (!(low >= -2147483648.0 && high <= 2147483647.0))
    return a.fail("The range from " + textOf(low) + " to " + textOf(high) + " does not fit 32 bits."), 0;
  const auto span = static_cast<std::uint64_t>(high - low + 1);
  return low + static_cast<double>((u * span) >> 32);
}

/** Draw the place of one of the first `count` of the weights; -1 where they add up to 0. */
inline int drawWeighted(Body& a, const Row& row, int draws, int count) {
  const double share = drawFloat(a, row, draws);
  double total = 0, running = 0;
  int last = -1;
  const Array<double>& weights = a.s.weights;
  for (int k = 0; k < count; ++k) {
    total += weights[k];
    if (!(weights[k] >= 0 && total < std::numeric_limits<double>::infinity()))
      return a.fail("A weight must be finite and 0 or more."), -1;
  }
  for (int k = 0; k < count; ++k) {
    running += weights[k];
    if (running > share * total) return k;
    if (weights[k] > 0) last = k;
  }
  return last;
}

/** Return ticks drawn around `ticks`, by at most `spread`; never below 0. */
inline std::int64_t spreadTicks(Body& a, const Row& row, int draws, std::int64_t ticks, std::int64_t spread) {
  if (spread <= 0) return ticks;
  const double low = static_cast<double>(ticks - spread), high = static_cast<double>(ticks + spread);
  return std::max<std::int64_t>(static_cast<std::int64_t>(drawInt(a, row, draws, low, high)), 0);
}

/** Return the ticks of a duration; one that is an expression gives seconds. */
MINDLOOM_EXACT inline std::int64_t ticksOf(Body& a, const Duration& duration) {
  if (duration.node < 0) return duration.ticks;
  const double seconds = number(a, duration.node);
  if (a.failed) return 0;
  if (!(seconds >= 0 && seconds <= mostTicks)) return a.fail(textOf(seconds) + " seconds are no duration."), 0;
  const double ticks = seconds == 0 ? 0 : std::max(1.0, std::ceil(seconds * a.p.rate - 1e-9));
  if (!(ticks <= mostTicks)) return a.fail("A duration of " + textOf(ticks) + " ticks is too long."), 0;
  return static_cast<std::int64_t>(ticks);
}

inline double countOf(Body& a, int node) {
  const double found = number(a, node);
  if (!a.failed && !(found >= 0)) a.fail("A count is a whole number from 0 on; it is " + textOf(found) + ".");
  return found;
}

inline View readPlace(const Body& a, const Type& type, int place) {
  switch (type.sort) {
  case Type::Sort::boolean:
  case Type::Sort::trigger: return View(a.bytes[place] != 0);
  case Type::Sort::whole: return View(static_cast<double>(a.ints[place]));
  case Type::Sort::real: return View(a.floats[place]);
  case Type::Sort::vector: return View(Vector{a.floats[place], a.floats[place + 1]});
  case Type::Sort::choice: {
    const std::int32_t choice = a.ints[place];
    return choice >= 0 && choice < type.choices.count() ? View(&type.choices[choice]) : View();
  }
  default: return a.objects[place].isNull ? View() : View(&a.objects[place].text);
  }
}
inline void writePlace(Body& a, const Type& type, int place, View value) {
  switch (type.sort) {
  case Type::Sort::boolean:
  case Type::Sort::trigger: a.bytes[place] = value.boolean() ? 1 : 0; return;
  case Type::Sort::whole: a.ints[place] = cut(value.number()); return;
  case Type::Sort::real: a.floats[place] = value.number(); return;
  case Type::Sort::vector: a.floats[place] = value.vector().x, a.floats[place + 1] = value.vector().y; return;
  case Type::Sort::choice: a.ints[place] = type.choiceOf(value); return;
  default: break;
  }
  Object& object = a.objects[place];
  object.isNull = !value.isText();
  if (object.isNull) object.text.clear();
  else object.text = *value.words;
}
inline int stepOf(const Type& item) { return item.isVector() ? 2 : 1; }
inline int countOfList(const Body& a, const Variable& list) {
  return std::clamp(a.ints[list.length], 0, list.type.most);
}
inline View readItem(const Body& a, const Variable& list, int k) {
  return readPlace(a, list.type.item[0], list.place + stepOf(list.type.item[0]) * k);
}
inline View readVariable(Body& a, const Variable& variable) {
  if (variable.world) return a.s.world[variable.number]->value.view();
  if (variable.type.sort != Type::Sort::list) return readPlace(a, variable.type, variable.place);
  Array<Value>& items = a.s.lists.take();
  items.resize(static_cast<std::size_t>(countOfList(a, variable)));
  for (int k = 0; k < items.count(); ++k) items[k].take(readItem(a, variable, k));
  return View(&items);
}
inline void writeVariable(Body& a, const Variable& variable, View value) {
  if (variable.type.sort != Type::Sort::list) return writePlace(a, variable.type, variable.place, value);
  const Type& item = variable.type.item[0];
  a.ints[variable.length] = value.count();
  const Value none = defaultOf(item);
  for (int k = 0; k < variable.type.most; ++k)
    writePlace(a, item, variable.place + stepOf(item) * k, k < value.count() ? value[k] : none.view());
}
/** Keep a value until the tick ends. */
inline View keptText(Body& a, const Value& value) {
  Value& kept = a.s.texts.take();
  kept = value;
  return kept.view();
}

/** Let lists and texts that are read for the game go again. */
struct Reading {
  Scratch& s;
  std::size_t lists, texts;
  explicit Reading(Scratch& scratch) : s(scratch), lists(scratch.lists.used), texts(scratch.texts.used) {}
  ~Reading() { s.lists.used = lists, s.texts.used = texts; }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
};

inline std::optional<Value> fieldOfEntity(Common& common, View entity, const std::string& field, std::string& problem) {
  if (!entity.isText()) return problem = "There is nobody to ask for " + field + ".", std::nullopt;
  if (!common.game.entityField)
    return problem = "The game tells nothing of " + *entity.words + "." + field + ".", std::nullopt;
  std::optional<Value> found = common.game.entityField(*entity.words, field);
  if (!found) problem = "The game has no " + *entity.words + "." + field + ".";
  return found;
}

// ---- Expressions ------------------------------------------------------------------------------------------------

inline double failing(Body& a, const char* words) { return a.fail(words), 0; }

/** Read a trigger, and note one that is armed in `a.armed`: what decides by it consumes it. */
inline bool isArmed(Body& a, int place) {
  if (a.bytes[place] == UNARMED && (a.held == nullptr || !a.held->has(place))) return false;
  a.armed.push_back(place);
  return true;
}

/** Return the last event of a name, or nothing. */
inline const Event* lastOf(const Body& a, const std::string& name) {
  for (int k = a.events.count() - 1; k >= 0; --k)
    if (a.events[k]->name == name) return &*a.events[k];
  return nullptr;
}
inline View fieldOf(Body& a, const Event* event, const std::string& field) {
  const Value* found = event == nullptr ? nullptr : event->fields.find(field);
  if (found == nullptr) a.fail("No event brought '" + field + "'.");
  return found == nullptr ? View() : found->view();
}

/** Tell the watcher what the game answered. */
inline void tellAnswer(Body& a, std::initializer_list<Json> question, Json answer, const std::string& failed) {
  Json asked = Json::list();
  asked.items = question;
  a.common.watcher->answered(*a.self, std::move(asked), std::move(answer), failed);
}

/** Ask the game a condition, once per tick and arguments. */
inline bool askCondition(Body& a, const Call& call) {
  Array<View>& given = a.s.given[call.number];
  for (int k = 0; k < given.count(); ++k) {
    given[k] = value(a, call.values[k]);
    if (a.failed) return false;
  }
  const auto isLike = [&](const Asked& each) {
    if (each.condition != call.which || each.given.count() < given.count()) return false;
    for (int k = 0; k < given.count(); ++k)
      if (!same(each.given[k], given[k])) return false;
    return true;
  };
  Asked* known = std::find_if(a.asked.begin(), a.asked.end(), isLike);
  if (known == a.asked.end()) {
    known = &a.asked.add();
    known->condition = call.which;
    known->given.resize(given.size());
    for (int k = 0; k < given.count(); ++k) known->given[k].take(given[k]);
    if (a.common.watcher != nullptr) a.common.watcher->asks(*a.self, false);
    Context context(a, nullptr, a.now);
    known->answer = a.s.conditions[call.which]->ask(context, Arguments(call.names, given));
    known->failed = a.caught() ? "The condition " + call.name + " failed: " + a.words : std::string();
    if (a.common.watcher != nullptr) {
      Json all = Json::list();
      for (const View each : given) all.add(toSaved(each));
      tellAnswer(a, {"condition", call.name, std::move(all)}, known->answer, known->failed);
    }
  }
  if (!known->failed.empty()) a.fail(known->failed);
  return known->answer;
}

inline double ofView(View found) {
  return found.isNumber() || found.kind == View::Kind::boolean ? found.x : found.isNull() ? 0 : std::nan("");
}
inline bool isTrue(View found) {
  switch (found.kind) {
  case View::Kind::null: return false;
  case View::Kind::boolean: return found.x != 0;
  case View::Kind::number: return found.x != 0 && !std::isnan(found.x);
  case View::Kind::text: return !found.words->empty();
  default: return true;
  }
}

MINDLOOM_EXACT inline double calculate(Body& a, const Node& node) {
  const double x = number(a, node.a);
  if (a.failed) return 0;
  if (node.b < 0) {
    switch (node.op) {
    case NodeOp::negate: return -x;
    case NodeOp::abs: return std::abs(x);
    case NodeOp::ceil: return std::ceil(x);
    case NodeOp::floor: return std::floor(x);
    case NodeOp::round: return halfEven(x);
    case NodeOp::sign: return x > 0 ? 1 : x < 0 ? -1 : 0;
    case NodeOp::sqrt: return x < 0 ? failing(a, "A negative number has no square root.") : std::sqrt(x);
    default: break;
    }
    if (std::isinf(x)) return failing(a, "An infinite angle has no sine, cosine or direction.");
    return node.op == NodeOp::cos ? directionOf(x).x : directionOf(x).y;
  }
  const double y = number(a, node.b);
  if (a.failed) return 0;
  switch (node.op) {
  case NodeOp::add: return x + y;
  case NodeOp::subtract: return x - y;
  case NodeOp::multiply: return x * y;
  case NodeOp::divide: return y == 0 ? failing(a, "Division by zero.") : x / y;
  case NodeOp::remainder: return y == 0 ? failing(a, "Division by zero.") : modulo(x, y);
  case NodeOp::angle_difference: return angleDifference(x, y);
  case NodeOp::atan2: return arcTangent(x, y);
  default: break;
  }
  const double z = number(a, node.c);
  if (a.failed) return 0;
  if (node.op == NodeOp::lerp) return lerp(x, y, z);
  const double raised = x < y ? y : x; // clamp
  return raised > z ? z : raised;
}

inline double extreme(Body& a, const Node& node) {
  double best = number(a, a.p.lists[node.list]);
  for (int k = 1; k < node.count && !a.failed; ++k) {
    const double next = number(a, a.p.lists[node.list + k]);
    if (node.op == NodeOp::max ? next > best : next < best) best = next;
  }
  return best;
}

/** Return an int of 32 bits, never -0; anything outside is a failure. */
inline double int32(Body& a, double found) {
  if (a.failed) return 0;
  if (!isWhole(found)) return a.fail("The result " + textOf(found) + " does not fit a 32-bit int."), 0;
  return found + 0.0;
}

/** Return what a node gives as a number. */
inline double number(Body& a, int n) {
  const Node& node = a.p.nodes[n];
  switch (node.op) {
  case NodeOp::constantNumber: return node.number;
  case NodeOp::readInt: return a.ints[node.a];
  case NodeOp::readFloat: return a.floats[node.a];
  case NodeOp::time: return static_cast<double>(a.now) / a.p.rate;
  case NodeOp::stateTime:
    if (a.state == nullptr || a.state->owner == nullptr) return 0;
    return static_cast<double>(a.now - a.ints[a.state->owner->entered]) / a.p.rate;
  case NodeOp::conditional: {
    const bool is = truth(a, node.a);
    return a.failed ? 0 : number(a, is ? node.b : node.c);
  }
  case NodeOp::curve: {
    const double x = number(a, node.a);
    return a.failed ? 0 : a.curves[node.b]->valueAt(x);
  }
  case NodeOp::vector_component: {
    const View of = value(a, node.a);
    return a.failed ? 0 : !of.isVector() ? std::nan("") : node.b == 0 ? of.x : of.y;
  }
  case NodeOp::angle_to:
  case NodeOp::distance:
  case NodeOp::dot: {
    const View p = value(a, node.a);
    if (a.failed) return 0;
    const Vector one = p.vector(), other = value(a, node.b).vector();
    if (node.op == NodeOp::dot) return dotOf(one, other);
    return node.op == NodeOp::distance ? lengthOf(one.x - other.x, one.y - other.y) : angleTo(one, other);
  }
  case NodeOp::length: {
    const Vector v = value(a, node.a).vector();
    return lengthOf(v.x, v.y);
  }
  case NodeOp::len: {
    const double count = value(a, node.a).count();
    return count;
  }
  case NodeOp::max:
  case NodeOp::min: return extreme(a, node);
  default: break;
  }
  if (node.sort != Sort::number || node.op == NodeOp::variable_read) {
    if (node.sort == Sort::truth) return truth(a, n) ? 1 : 0;
    if (node.op == NodeOp::variable_read) return ofView(readVariable(a, a.p.variables[node.a]));
    return ofView(value(a, n));
  }
  const double found = calculate(a, node);
  return node.whole ? int32(a, found) : found;
}

inline bool chained(Body& a, const Node& node) {
  View left = value(a, a.p.lists[node.list]);
  for (int k = 1; k < node.count; ++k) {
    if (a.failed) return false;
    const View right = value(a, a.p.lists[node.list + k]);
    if (a.failed) return false;
    const double x = ofView(left), y = ofView(right);
    switch (a.p.nodes[a.p.lists[node.list + node.count + k - 1]].b) {
    case 0:
      if (!(x < y)) return false;
      break;
    case 1:
      if (!(x <= y)) return false;
      break;
    case 2:
      if (!(x > y)) return false;
      break;
    case 3:
      if (!(x >= y)) return false;
      break;
    default:
      if (same(left, right) == (a.p.nodes[a.p.lists[node.list + node.count + k - 1]].b == 5)) return false;
    }
    left = right;
  }
  return true;
}

inline bool compare(Body& a, const Node& node) {
  const double x = number(a, node.a);
  if (a.failed) return false;
  const double y = number(a, node.b);
  switch (node.op) {
  case NodeOp::less: return x < y;
  case NodeOp::atMost: return x <= y;
  case NodeOp::greater: return x > y;
  case NodeOp::atLeast: return x >= y;
  default: return (x == y) != node.negated;
  }
}

/** Return what a node gives as true or false. */
inline bool truth(Body& a, int n) {
  const Node& node = a.p.nodes[n];
  switch (node.op) {
  case NodeOp::constantBool: return node.a != 0;
  case NodeOp::readBool: return a.bytes[node.a] != 0;
  case NodeOp::readTrigger: return isArmed(a, node.a);
  case NodeOp::isChoice: return (a.ints[node.a] == node.b) != node.negated;
  case NodeOp::less:
  case NodeOp::atMost:
  case NodeOp::greater:
  case NodeOp::atLeast:
  case NodeOp::equalNumbers: return compare(a, node);
  case NodeOp::equal: {
    const View left = value(a, node.a);
    if (a.failed) return false;
    return same(left, value(a, node.b)) != node.negated;
  }
  case NodeOp::chain: return chained(a, node);
  case NodeOp::not_: return !truth(a, node.a);
  case NodeOp::all:
  case NodeOp::either: {
    const bool isEither = node.op == NodeOp::either;
    for (int k = 0; k < node.count; ++k)
      if (truth(a, a.p.lists[node.list + k]) == isEither || a.failed) return isEither;
    return !isEither;
  }
  case NodeOp::conditional: {
    const bool is = truth(a, node.a);
    return a.failed ? false : truth(a, is ? node.b : node.c);
  }
  case NodeOp::received: return lastOf(a, *node.text) != nullptr;
  case NodeOp::condition_call: return askCondition(a, *a.p.calls[static_cast<std::size_t>(node.a)]);
  case NodeOp::contains: {
    const View list = value(a, node.a);
    if (a.failed) return false;
    const View item = value(a, node.b);
    for (int k = 0; k < list.count() && !a.failed; ++k)
      if (same(list[k], item)) return true;
    return false;
  }
  default: break;
  }
  return isTrue(node.sort == Sort::number ? View(number(a, n)) : value(a, n));
}

MINDLOOM_EXACT inline View calculateVector(Body& a, const Node& node) {
  if (node.op == NodeOp::direction) {
    const double angle = number(a, node.a);
    if (std::isinf(angle)) a.fail("An infinite angle has no sine, cosine or direction.");
    return a.failed ? View() : View(directionOf(angle));
  }
  const View l = value(a, node.a);
  if (a.failed) return View();
  if (node.op == NodeOp::negateVector) return View(Vector{-l.vector().x, -l.vector().y});
  if (node.op == NodeOp::normalize) {
    const Vector v = l.vector();
    const double size = lengthOf(v.x, v.y);
    return size > 0 ? View(Vector{v.x / size, v.y / size}) : View(Vector{});
  }
  const View r = value(a, node.b);
  if (a.failed) return View();
  const Vector p = l.vector(), q = r.vector();
  switch (node.op) {
  case NodeOp::addVectors: return View(Vector{p.x + q.x, p.y + q.y});
  case NodeOp::subtractVectors: return View(Vector{p.x - q.x, p.y - q.y});
  case NodeOp::multiplyVectors:
    return l.isVector() ? View(Vector{p.x * ofView(r), p.y * ofView(r)})
                        : View(Vector{ofView(l) * q.x, ofView(l) * q.y});
  case NodeOp::vec: return View(Vector{ofView(l), ofView(r)});
  default: break;
  }
  const double t = number(a, node.c); // lerp
  return l.isVector() ? View(Vector{lerp(p.x, q.x, t), lerp(p.y, q.y, t)}) : View(lerp(ofView(l), ofView(r), t));
}

/** Return what a node gives. */
inline View value(Body& a, int n) {
  const Node& node = a.p.nodes[n];
  switch (node.op) {
  case NodeOp::constant: return (*a.p.values[static_cast<std::size_t>(node.a)])[0].view();
  case NodeOp::variable_read: return readVariable(a, a.p.variables[node.a]);
  case NodeOp::self: return View(&a.id);
  case NodeOp::event_name: {
    static const std::string none;
    return View(a.event ? &a.event->name : &none);
  }
  case NodeOp::event_field: return fieldOf(a, a.event ? &*a.event : nullptr, *node.text);
  case NodeOp::last_field: return fieldOf(a, lastOf(a, *node.text), *node.more);
  case NodeOp::entity_field: {
    const View entity = value(a, node.a);
    if (a.failed) return View();
    std::string problem;
    const bool isWatched = a.common.watcher != nullptr && entity.isText();
    if (isWatched) a.common.watcher->asks(*a.self, false);
    const std::optional<Value> found = fieldOfEntity(a.common, entity, *node.text, problem);
    if (isWatched)
      tellAnswer(a, {"field", *entity.words, *node.text}, found ? toSaved(found->view()) : Json(), problem);
    if (!found) return a.fail(std::move(problem)), View();
    return found->view().isText() || found->isList() ? keptText(a, *found) : found->view();
  }
  case NodeOp::conditional: {
    const bool is = truth(a, node.a);
    return a.failed ? View() : value(a, is ? node.b : node.c);
  }
  case NodeOp::at: {
    const View list = value(a, node.a);
    if (a.failed) return View();
    const double k = number(a, node.b);
    if (a.failed) return View();
    if (!(k >= 0 && k < list.count()))
      a.fail("There is no item " + textOf(k) + " in a list of " + textOf(list.count()) + ".");
    return a.failed ? View() : list[static_cast<int>(k)];
  }
  default: break;
  }
  if (node.sort == Sort::number) return View(number(a, n));
  return node.sort == Sort::truth ? View(truth(a, n)) : calculateVector(a, node);
}

// ---- Triggers ---------------------------------------------------------------------------------------------------

/** Evaluate a test, for which the triggers `held` count as armed; `a.armed` then has those that it read armed. */
inline bool ask(const Test& test, Body& a, const Array<int>* held = nullptr) {
  if (test.triggers.empty()) return truth(a, test.node);
  a.armed.clear();
  a.held = held;
  const bool found = truth(a, test.node);
  a.held = nullptr;
  return found;
}

inline void consume(const Array<int>& armed, Body& a) {
  for (const int place : armed) a.bytes[place] = UNARMED;
}

inline void letIn(const Test& test, const Array<int>& armed, Body& a) {
  if (test.held >= 0)
    for (int k = 0; k < test.triggers.count(); ++k) a.bytes[test.held + k] = armed.has(test.triggers[k]) ? 1 : 0;
  consume(armed, a);
}

inline void arm(Body& a, const Trigger& trigger, std::uint8_t state) {
  a.bytes[trigger.place] = state;
  if (trigger.ticks > 0) a.ints[trigger.until] = a.after(trigger.ticks);
}

inline void beginTriggers(Body& a) {
  for (const Trigger& each : a.p.triggers)
    if (each.ticks > 0 && a.bytes[each.place] == LATCHED && a.now >= a.ints[each.until]) a.bytes[each.place] = UNARMED;
}

inline void ageTriggers(Body& a) {
  for (const Trigger& each : a.p.triggers) {
    std::uint8_t& state = a.bytes[each.place];
    if (state == UNARMED || !each.ages) continue;
    if (state == JUST_ARMED) state = ARMED;
    else if (state == ARMED || !each.latched) state = each.latched ? LATCHED : UNARMED;
  }
}

// ---- Lines ------------------------------------------------------------------------------------------------------

inline const Line* runBlock(const Block& block, Body& a);
inline void takeRaised(Body& a, const Row& machine, EventPtr event);

/** Write a value to a variable; false where it does not fit. */
inline bool put(Body& a, const Variable& variable, View given) {
  if (!fits(given, variable.type)) return false;
  if (!variable.world) return writeVariable(a, variable, given), true;
  auto& [cell, value] = a.common.writes.add();
  cell = a.s.world[variable.number];
  value.take(given);
  return true;
}

/** Write bindings; false where one fails. */
inline bool bind(Body& a, const Array<Binding>& bindings) {
  for (const Binding& each : bindings) {
    const View given = value(a, each.value);
    if (!a.failed && !put(a, a.p.variables[each.variable], given))
      a.fail("The value of a parameter does not fit (variable " + textOf(each.variable) + ").");
    if (a.failed) return false;
  }
  return true;
}

inline void writeFresh(Body& a, const Array<First>& firsts) {
  for (const First& each : firsts) {
    if (each.sort == First::byteZero) a.bytes[each.place] = 0;
    else if (each.sort == First::intZero) a.ints[each.place] = 0;
    else if (each.sort == First::trigger) arm(a, a.p.triggers[each.which], JUST_ARMED);
    else writeVariable(a, a.p.variables[each.variable], each.first.view());
  }
}

/** Make the event of a line; nothing where one of its fields fails. */
inline EventPtr makeEvent(Body& a, const Line& line) {
  const Call& call = *a.p.calls[static_cast<std::size_t>(line.call)];
  EventPtr made = a.common.store.make(call.name);
  for (int k = 0; k < call.values.count() && !a.failed; ++k) made->fields.add(call.names[k], value(a, call.values[k]));
  return made;
}

inline void send(Body& a, std::string_view receiver, EventPtr event) {
  if (a.common.game.sent) a.common.game.sent(a.id, std::string(receiver), *event);
  Sent& sent = a.common.sent.add();
  sent.sender = a.id, sent.receiver = receiver, sent.event = std::move(event);
}

inline Status attempt(Body& a, const Call& call, std::int64_t entered, int step) {
  const Action& action = *a.s.actions[call.which];
  Context context(a, &call, entered);
  const Arguments given(call.names, a.s.given[call.number]);
  if (a.common.watcher != nullptr) a.common.watcher->asks(*a.self, true);
  Status result = step == 1 ? Status::idle : Status::success;
  if (step == 1) result = action.tick(context, given);
  else if (const Action::Step& run = step == 0 ? action.enter : action.halt; run) run(context, given);
  const bool isWrong = result < Status::running || result > Status::failure;
  std::string problem;
  if (a.caught()) problem = call.name + " failed: " + a.words;
  else if (isWrong)
    problem = call.name + " gave '" + wordOf(result) + "'; a tick gives \"running\", \"success\" or \"failure\".";
  if (a.common.watcher != nullptr) {
    static constexpr const char* steps[] = {"enter", "tick", "halt"};
    tellAnswer(a, {"action", call.row->index, call.name, steps[step]}, wordOf(result), problem);
  }
  if (problem.empty()) return result;
  a.note(*call.row, problem);
  return Status::failure;
}

/** Evaluate the arguments of a call; false where one fails. */
inline bool evaluate(Body& a, const Call& call) {
  Array<View>& given = a.s.given[call.number];
  for (int k = 0; k < call.values.count(); ++k) {
    given[k] = value(a, call.values[k]);
    if (a.failed) return false;
  }
  return true;
}

inline Outcome tickCall(Body& a, const Call& call, std::int64_t entered, bool begins) {
  if (begins && attempt(a, call, entered, 0) == Status::failure) return FAILURE;
  const Status result = attempt(a, call, entered, 1);
  return result == Status::running ? RUNNING : result == Status::success ? SUCCESS : FAILURE;
}

inline void haltCall(Body& a, const Call& call, std::int64_t entered) {
  for (int k = 0; k < call.values.count(); ++k) {
    View& given = a.s.given[call.number][k];
    given = value(a, call.values[k]);
    if (a.caught()) given = View();
  }
  attempt(a, call, entered, 2);
}

inline void changeList(Body& a, const Line& line) {
  const Variable& variable = a.p.variables[line.variable];
  const Type& item = variable.type.item[0];
  const int count = line.word == "clear" ? 0 : countOfList(a, variable), step = stepOf(item);
  const View given = value(a, line.value);
  if (a.failed) return;
  const auto place = [&](int k) { return variable.place + step * k; };
  if (line.word == "clear") return writeVariable(a, variable, View());
  if (line.word == "append") {
    if (count == variable.type.most) return a.fail("The list is full with " + textOf(count) + " items.");
    if (!fits(given, item)) return a.note(*line.row, "An item that does not fit its list is refused.");
    writePlace(a, item, place(count), given);
    a.ints[variable.length] = count + 1;
  } else if (line.word == "remove") {
    int found = 0;
    while (found < count && !same(readPlace(a, item, place(found)), given)) ++found;
    if (found == count) return;
    for (int k = found; k + 1 < count; ++k) writePlace(a, item, place(k), readPlace(a, item, place(k + 1)));
    writePlace(a, item, place(count - 1), defaultOf(item).view());
    a.ints[variable.length] = count - 1;
  }
}

/** Draw a number around 0, mostly from -1 to 1: three draws in a row. */
inline double drawBell(Body& a, const Row& row, int draws) {
  double sum = drawFloat(a, row, draws);
  sum += drawFloat(a, row, draws);
  sum += drawFloat(a, row, draws);
  return 2 * sum - 3;
}

MINDLOOM_EXACT inline void drawLine(Body& a, const Line& line) {
  View found;
  if (line.word == "chance") {
    const double low = number(a, line.low);
    if (!a.failed) found = View(low > drawFloat(a, *line.row, line.draws));
  } else {
    const double low = number(a, line.low);
    const double high = a.failed ? 0 : number(a, line.high);
    if (a.failed) return;
    if (line.word == "random_int") found = View(drawInt(a, *line.row, line.draws, low, high));
    else if (line.word == "bell") found = View(low + high * drawBell(a, *line.row, line.draws));
    else found = View(lerp(low, high, drawFloat(a, *line.row, line.draws)));
  }
  if (!a.failed && !put(a, a.p.variables[line.variable], found))
    a.note(*line.row, "A number that is not finite is refused; the old one stays.");
}

/** Let an event wait, behind all that are due in the same tick. */
inline Delayed& delay(Body& a, std::int64_t due) {
  int place = a.delayed.count();
  while (place > 0 && a.delayed[place - 1].due > due) --place;
  Delayed& added = a.delayed.insert(place);
  added.due = due;
  added.serial = ++a.common.serial;
  return added;
}

inline void raiseLater(Body& a, const Line& line) {
  EventPtr made = makeEvent(a, line);
  const std::int64_t ticks = a.failed ? 0 : ticksOf(a, line.after);
  if (a.failed) return;
  const Row* machine = line.row->machine;
  if (machine != nullptr) {
    const Work& work = a.s.works[machine->owner->number];
    if (!work.active || work.stopping) return;
  }
  if (a.delayed.count() >= mostDelayed) return a.fail(textOf(mostDelayed) + " delayed events wait already.");
  Delayed& added = delay(a, a.after(ticks));
  added.machine = machine == nullptr ? -1 : machine->index;
  added.state = line.state, added.id = line.word, added.event = std::move(made);
}

inline void sendLine(Body& a, const Line& line) {
  EventPtr made = makeEvent(a, line);
  if (a.failed) return;
  if (line.entity < 0) return send(a, line.word == "self" ? std::string_view(a.id) : line.word, std::move(made));
  const View receiver = value(a, line.entity);
  if (!a.failed && !receiver.isText()) a.fail("There is nobody to send to.");
  if (!a.failed) send(a, *receiver.words, std::move(made));
}

inline void doLine(Body& a, const Line& line) {
  const Call& call = *a.p.calls[static_cast<std::size_t>(line.call)];
  if (!evaluate(a, call)) return;
  const Outcome result = tickCall(a, call, a.now, true);
  if (result == SUCCESS) return;
  a.fail("the instant action " + call.name + " gave " + (result == RUNNING ? "RUNNING" : "FAILURE") + ".");
}

/** Run a line; return what failed inside it. */
inline const Line* runLine(const Line& line, Body& a) {
  switch (line.op) {
  case LineOp::assign: {
    const View given = value(a, line.value);
    if (!a.failed && !put(a, a.p.variables[line.variable], given))
      a.note(*line.row, "A value that does not fit its variable is refused; the old one stays.");
    break;
  }
  case LineOp::draw: drawLine(a, line); break;
  case LineOp::set: arm(a, a.p.triggers[line.variable], JUST_ARMED); break;
  case LineOp::list: changeList(a, line); break;
  case LineOp::raise: {
    EventPtr made = makeEvent(a, line);
    if (a.failed) break;
    if (line.row->machine == nullptr) send(a, a.id, std::move(made));
    else takeRaised(a, *line.row->machine, std::move(made));
    break;
  }
  case LineOp::raise_later: raiseLater(a, line); break;
  case LineOp::cancel: {
    const int machine = line.row->machine == nullptr ? -1 : line.row->machine->index;
    a.delayed.removeIf([&](const Delayed& each) { return each.machine == machine && each.id == line.word; });
    break;
  }
  case LineOp::send: sendLine(a, line); break;
  case LineOp::if_: {
    const bool is = truth(a, line.test);
    if (!a.failed) return runBlock(is ? line.then : line.otherwise, a);
    break;
  }
  case LineOp::do_: doLine(a, line); break;
  }
  return nullptr;
}

/** Run the lines of a block; return the one that failed, which ends all blocks around it, or nothing. */
inline const Line* runBlock(const Block& block, Body& a) {
  for (int k = 0; k < block.count; ++k) {
    const Line& line = a.p.lines[block.from + k];
    const Line* inner = runLine(line, a);
    if (inner != nullptr) return inner;
    if (!a.caught()) continue;
    a.note(*line.row, "line " + textOf(line.number + 1) + ": " + a.words);
    return &line;
  }
  return nullptr;
}

// ---- Visiting a row ---------------------------------------------------------------------------------------------

inline Outcome visit(const Row& row, Body& a);
inline void halt(const Row& row, Body& a);
inline void enter(const Row& row, Body& a);
inline Outcome tickRow(const Row& row, Body& a);
inline void stop(const Row& row, Body& a);
inline void letGo(const Array<const Row*>& claims, Body& a);
inline void takeFailure(Body& a, const Row& machine, const void* code);

inline Outcome conclude(const Row& row, Body& a, Outcome result) {
  std::uint8_t& outcome = a.outcomes[static_cast<std::size_t>(row.index)];
  outcome = static_cast<std::uint8_t>((outcome & halted) | result);
  return result;
}
/** Set the statuses of a row and of all rows below it to 0. */
inline void clear(const Row& row, Body& a) { std::fill(&a.bytes[row.index], &a.bytes[0] + row.end, IDLE); }

inline void runEnd(const Row& row, const Block& block, Body& a) {
  if (block.count == 0) return;
  const Row* outer = a.state;
  if (row.op == Op::state) a.state = &row;
  const Line* failed = runBlock(block, a);
  if (failed != nullptr && row.op == Op::state) takeFailure(a, *row.machine, failed);
  a.state = outer;
}

/** Run the lines for the end of a row with a result; IDLE is for a halt. */
inline void doEnds(const Row& row, Body& a, Outcome result) {
  for (const End& each : row.ends) {
    if (result == IDLE) runEnd(*each.row, each.onHalt, a);
    if (result == SUCCESS) runEnd(*each.row, each.onSuccess, a);
    if (result == FAILURE) runEnd(*each.row, each.onFailure, a);
    runEnd(*each.row, each.onEnd, a);
  }
}

inline void dropRequests(const Row& row, Body& a) {
  if (a.made.empty()) return;
  a.made.erase(std::remove_if(a.made.begin(), a.made.end(), [&](auto* each) { return each->row == row.index; }),
               a.made.end());
}

inline void haltAll(const Row& row, Body& a) {
  for (const Row* each : row.children) halt(*each, a);
}

inline void halt(const Row& row, Body& a) {
  if (a.bytes[row.index] != RUNNING) return;
  haltAll(row, a);
  stop(row, a);
  dropRequests(row, a);
  letGo(row.claims, a);
  clear(row, a);
  a.outcomes[static_cast<std::size_t>(row.index)] |= halted;
  doEnds(row, a, IDLE);
}

inline Outcome turnAway(const Row& row, Body& a, Outcome refused) {
  halt(row, a);
  a.bytes[row.index] = refused == SKIPPED ? IDLE : refused;
  return conclude(row, a, refused);
}

/** Visit the root of a tree or activity; it is halted where the agent has no visits left in this tick. */
inline Outcome visitRoot(const Row& row, Body& a) {
  const Outcome result = visit(row, a);
  if (result != SPENT) return result;
  halt(row, a);
  a.note(row, "The agent made more visits in one tick than it may.");
  a.bytes[row.index] = FAILURE;
  return conclude(row, a, FAILURE);
}

/** Tell whether a guard or precondition is true; one that fails is false. */
inline bool holds(const Test& test, int lastTest, const Row& row, Body& a) {
  bool isTrue = false;
  if (test.triggers.empty()) isTrue = ask(test, a);
  else {
    Lent<Array<int>> held(a.s.places); // the triggers that let a running node enter: its own tests see them armed
    if (test.held >= 0 && a.bytes[row.index] == RUNNING)
      for (int k = 0; k < test.triggers.count(); ++k)
        if (a.bytes[test.held + k] != 0) held->push_back(test.triggers[k]);
    isTrue = ask(test, a, &*held);
  }
  if (a.caught()) isTrue = false, a.note(row, a.words);
  if (lastTest >= 0) a.bytes[lastTest] = isTrue ? 2 : 1;
  return isTrue;
}

/** Tell whether a precondition decides: one with `while` when it is false or fails, another when it is true. */
inline bool decides(const Test& test, const Row& row, Body& a) { return holds(test, -1, row, a) != test.lasting; }

inline Outcome or_(Outcome first, std::uint8_t second, Outcome third) {
  return first != IDLE ? first : second != IDLE ? static_cast<Outcome>(second) : third;
}

/** Return with what a row that can refuse does so, IDLE for not at all. */
inline Outcome refuses(const Row& row, Body& a) {
  switch (row.op) {
  case Op::cooldown:
    if (row.startCooled && a.ints[row.ready] == 0) {
      const std::int64_t ticks = ticksOf(a, row.seconds);
      if (a.failed) return IDLE;
      a.ints[row.ready] = a.after(ticks);
    }
    return a.ints[row.ready] > a.now ? row.refused : IDLE;
  case Op::rate_limit:
    if (row.waits || a.now >= a.ints[row.nextStart]) return IDLE;
    return or_(row.between, a.bytes[row.last], FAILURE);
  case Op::run_limit: {
    const double limit = number(a, row.count);
    return a.failed || a.ints[row.done] < limit ? IDLE : or_(row.afterwards, a.bytes[row.last], SKIPPED);
  }
  default: return IDLE;
  }
}

/** Return with what a row that is about to be entered is turned away, IDLE for not at all. */
inline Outcome admit(const Row& row, const Guard* guard, Body& a) {
  Lent<Array<int>> lettingIn(a.s.places); // a test (-1 for the guard), how many it read armed, these; and so on
  const auto keep = [&](int test) {
    lettingIn->push_back(test), lettingIn->push_back(a.armed.count());
    lettingIn->insert(lettingIn->end(), a.armed.begin(), a.armed.end());
  };
  if (guard != nullptr && !guard->triggers.empty()) keep(-1);
  for (int k = 0; k < row.preconditions.count(); ++k) {
    const Test& test = row.preconditions[k];
    if (decides(test, row, a)) {
      if (!test.triggers.empty() && !test.lasting) consume(a.armed, a);
      return test.gives;
    }
    if (!test.triggers.empty() && test.lasting) keep(k);
  }
  const Outcome refused = refuses(row, a);
  if (a.caught()) return a.note(row, a.words), FAILURE;
  if (refused != IDLE) return refused;
  for (int k = 0; k < lettingIn->count(); k += 2 + (*lettingIn)[k + 1]) {
    const int test = (*lettingIn)[k];
    Lent<Array<int>> armed(a.s.places);
    armed->assign(lettingIn->begin() + k + 2, lettingIn->begin() + k + 2 + (*lettingIn)[k + 1]);
    letIn(test < 0 ? *guard : row.preconditions[test], *armed, a);
  }
  return IDLE;
}

inline Outcome decidedMeanwhile(const Row& row, Body& a) {
  for (const Test& test : row.preconditions)
    if (test.lasting && decides(test, row, a)) return test.gives;
  return IDLE;
}

/** Run a service that is due; what fails in its times fails the row. */
inline void serve(const Service& service, const Row& row, Body& a, bool entering) {
  if (entering) {
    a.ints[service.interval] = cut(static_cast<double>(ticksOf(a, service.every)));
    if (service.hasJitter && !a.failed) a.ints[service.spread] = cut(static_cast<double>(ticksOf(a, service.jitter)));
    if (a.failed) return;
  } else if (a.now < a.ints[service.due]) return;
  double ticks = a.ints[service.interval];
  if (service.hasJitter) {
    const double by = a.ints[service.spread];
    ticks = drawInt(a, row, service.draws, ticks - by, ticks + by);
    if (a.failed) return;
  }
  a.ints[service.due] = a.after(std::max<std::int64_t>(1, static_cast<std::int64_t>(ticks)));
  const bool is = truth(a, service.guard);
  if (a.caught()) return a.note(row, a.words);
  if (is) runBlock(service.block, a);
}

inline Outcome endWith(const Row& row, Body& a, Outcome result) {
  clear(row, a);
  if (result != SKIPPED) a.bytes[row.index] = result;
  if (!row.claims.empty()) letGo(row.claims, a);
  doEnds(row, a, result);
  return conclude(row, a, result);
}

inline bool isLimit(const Row& row) {
  return row.op == Op::cooldown || row.op == Op::rate_limit || row.op == Op::run_limit;
}

/** Note in a row that limits its child what that has given. */
inline Outcome finishLimit(const Row& row, Body& a, Outcome result) {
  if (result == RUNNING || result == SPENT) return result;
  const bool isSuccess = result == SUCCESS, isFailure = result == FAILURE;
  if (row.op == Op::cooldown) {
    if (!row.hasAfter || (isSuccess && row.afterSuccess) || (isFailure && row.afterFailure))
      a.ints[row.ready] = a.after(a.ints[row.length]);
  } else if (row.op == Op::rate_limit || isSuccess || isFailure) {
    a.bytes[row.last] = result;
    if (row.op == Op::run_limit && (isSuccess ? row.countsSuccess : row.countsFailure))
      a.ints[row.done] = cut(a.ints[row.done] + 1.0);
  }
  return result;
}

/** Do what a row was ordered in the place of a visit. */
inline Outcome follow(const Row& row, Body& a, std::map<int, Outcome>::iterator order) {
  const Outcome result = order->second;
  if (a.passedGuard == row.index) a.passedGuard = -1;
  if (result == IDLE) return turnAway(row, a, SKIPPED);
  a.orders.erase(order);
  if (a.bytes[row.index] != RUNNING) a.bytes[row.index] = RUNNING, enter(row, a);
  if (a.caught()) a.note(row, a.words);
  haltAll(row, a);
  if (isLimit(row)) finishLimit(row, a, result);
  else stop(row, a);
  dropRequests(row, a);
  return endWith(row, a, result);
}

inline Outcome visit(const Row& row, Body& a) {
  if (--a.visitsLeft < 0) return SPENT;
  if (row.disabled) return conclude(row, a, SKIPPED);
  if (!a.orders.empty())
    if (const auto order = a.orders.find(row.index); order != a.orders.end()) return follow(row, a, order);
  const bool running = a.bytes[row.index] == RUNNING;
  const Guard* guard = row.guard.get();
  if (guard != nullptr && (guard->whileRunning || !running)) {
    if (a.passedGuard == row.index) a.passedGuard = -1, guard = nullptr;
    else if (!holds(*guard, guard->lastTest, row, a)) return turnAway(row, a, guard->refused);
  }
  if (!row.preconditions.empty() || (!running && (guard != nullptr || isLimit(row)))) {
    const Outcome refused = running ? decidedMeanwhile(row, a) : admit(row, guard, a);
    if (refused != IDLE) return turnAway(row, a, refused);
  }
  if (!running) a.bytes[row.index] = RUNNING, enter(row, a);
  for (int k = 0; k < row.services.count() && !a.failed; ++k) serve(row.services[k], row, a, !running);
  Outcome result = a.failed ? FAILED : tickRow(row, a);
  if (result == SPENT) return SPENT;
  if (a.caught()) {
    a.note(row, a.words);
    haltAll(row, a);
    stop(row, a);
    dropRequests(row, a);
    result = FAILURE;
  }
  return result == RUNNING ? conclude(row, a, RUNNING) : endWith(row, a, result);
}

// ---- Rows of behavior trees -------------------------------------------------------------------------------------

inline Outcome opposite(Outcome result) { return result == SUCCESS ? FAILURE : SUCCESS; }
inline void clearBytes(Body& a, int place, int count) {
  for (int k = 0; k < count; ++k) a.bytes[place + k] = 0;
}
inline int childAt(const Row& row, std::int32_t place) {
  return place < 0 || place >= row.children.count() ? -1 : place;
}

/** Halt the running child for an earlier one whose guard became true; return the place of that one, or -1. */
inline int abortingChild(const Row& row, Body& a) {
  const Array<const Row*>& children = row.children;
  int running = 0;
  while (running < children.count() && a.bytes[children[running]->index] != RUNNING) ++running;
  for (int k = 0; k < running && running < children.count(); ++k) {
    const Row& child = *children[k];
    const Guard* guard = child.guard.get();
    if (child.disabled || guard == nullptr || !guard->abortsLower) continue;
    if (const auto order = a.orders.find(child.index); order != a.orders.end() && order->second == IDLE) continue;
    const bool wasTrue = a.bytes[guard->lastTest] == 2;
    if (!holds(*guard, guard->lastTest, child, a) || wasTrue) continue;
    if (guard->triggers.empty()) a.armed.clear();
    letIn(*guard, a.armed, a);
    halt(*children[running], a);
    a.passedGuard = child.index;
    return k;
  }
  return -1;
}

inline Outcome stopOrdered(const Row& row, Body& a, int at, Outcome result) {
  const std::int32_t before = a.ints[row.place];
  if (row.reactive && before != at && childAt(row, before) >= 0) halt(*row.children[before], a);
  if (row.keep) a.ints[row.place] = at == row.children.count() ? 0 : at;
  else a.ints[row.place] = result == RUNNING ? at : -1;
  if (result != RUNNING) a.bytes[row.tried] = 0;
  return result;
}

inline Outcome tickOrdered(const Row& row, Body& a) {
  const int count = row.children.count();
  const int aborting = row.tested < 0 ? -1 : abortingChild(row, a);
  int at = std::max(aborting < 0 && !row.reactive ? a.ints[row.place] : aborting, 0);
  for (; at < count; ++at) {
    const Outcome result = visit(*row.children[at], a);
    if (result == SPENT) return SPENT;
    if (result == SKIPPED) continue;
    if (result == RUNNING) return stopOrdered(row, a, at, RUNNING);
    a.bytes[row.tried] = 1;
    if (result == row.ending) return stopOrdered(row, a, at, row.ending);
    if (row.yields && at + 1 < count) return stopOrdered(row, a, at + 1, RUNNING);
  }
  return stopOrdered(row, a, at, a.bytes[row.tried] != 0 ? opposite(row.ending) : SKIPPED);
}

inline Outcome tickRoundRobin(const Row& row, Body& a) {
  const int first = a.ints[row.start], count = row.children.count();
  int turn = count == 0 ? 0 : static_cast<int>(modulo(static_cast<double>(a.ints[row.place]) - first, count));
  for (; turn < count; ++turn) {
    const int at = static_cast<int>(modulo(static_cast<double>(first) + turn, count));
    a.ints[row.place] = at;
    const Outcome result = visit(*row.children[at], a);
    if (result == SUCCESS) a.ints[row.start] = (at + 1) % count;
    if (result == RUNNING || result == SUCCESS || result == SPENT) return result;
    if (result == FAILURE) a.bytes[row.tried] = 1;
  }
  return a.bytes[row.tried] != 0 ? FAILURE : SKIPPED;
}

inline Outcome tickPipeline(const Row& row, Body& a) {
  Outcome latest = SKIPPED;
  for (int at = 0; at < row.children.count() && latest != FAILURE; ++at) {
    const Outcome result = visit(*row.children[at], a);
    if (result == SPENT) return SPENT;
    if (result == SKIPPED) continue;
    latest = result;
    if (result != RUNNING) a.bytes[row.tried] = 1;
    else if (at >= a.ints[row.furthest]) {
      a.ints[row.furthest] = at;
      break;
    }
  }
  if (latest != RUNNING) haltAll(row, a);
  return latest == SKIPPED && a.bytes[row.tried] != 0 ? SUCCESS : latest;
}

inline void enterShuffled(const Row& row, Body& a) {
  const int count = row.children.count();
  std::int32_t* order = &a.ints[0] + row.order;
  a.ints[row.place] = 0, a.bytes[row.tried] = 0;
  for (int k = 0; k < count; ++k) order[k] = k;
  if (!row.isWeighted) {
    for (int k = count - 1; k > 0; --k) std::swap(order[k], order[static_cast<int>(drawInt(a, row, row.draws, 0, k))]);
    return;
  }
  for (int k = 0; k < count - 1; ++k) {
    double total = 0;
    a.s.weights.resize(static_cast<std::size_t>(count));
    for (int left = k; left < count; ++left)
      total += a.s.weights[left - k] = row.weights[std::clamp(order[left], 0, count - 1)];
    if (total == 0) return;
    const int drawn = drawWeighted(a, row, row.draws, count - k);
    if (a.failed || drawn < 0) return;
    std::rotate(order + k, order + k + drawn, order + k + drawn + 1);
  }
}
inline Outcome tickShuffled(const Row& row, Body& a) {
  const int count = row.children.count();
  int at = std::max(a.ints[row.place], 0);
  Outcome result = RUNNING;
  for (; at < count; ++at) {
    const int child = childAt(row, a.ints[row.order + at]);
    if (child < 0) return FAILURE;
    const bool isOut = row.isWeighted && row.weights[child] == 0;
    result = isOut && a.bytes[row.children[child]->index] != RUNNING ? SKIPPED : visit(*row.children[child], a);
    if (result == SPENT) return SPENT;
    if (result == RUNNING) break;
    if (result != SKIPPED) a.bytes[row.tried] = 1;
    if (result == row.ending) break;
  }
  a.ints[row.place] = at;
  if (at < count) return result;
  if (a.bytes[row.tried] != 0) return opposite(row.ending);
  const auto isSome = [](double weight) { return weight != 0; };
  return !row.isWeighted || std::any_of(row.weights.begin(), row.weights.end(), isSome) ? SKIPPED : FAILURE;
}

inline void enterRandomChild(const Row& row, Body& a) {
  const int count = row.children.count();
  double total = 0;
  a.s.weights.assign(row.weights.begin(), row.weights.end());
  for (int k = 0; k < count; ++k) total += row.weights[k];
  a.ints[row.chosen] = total == 0 ? -1 : drawWeighted(a, row, row.draws, count);
}

inline int threshold(Body& a, int node, int least) {
  const View found = value(a, node);
  if (found.isText()) return found.text() == "all" ? -1 : 1;
  if (!a.failed && !(found.number() >= least || found.number() < 0))
    a.fail("A threshold is a number from " + textOf(least) + " on; it is " + textOf(found.number()) + ".");
  return cut(found.number());
}
inline Outcome decideParallel(const Row& row, Body& a, Outcome latest) {
  int all[5] = {}, chosen[5] = {};
  const int count = row.children.count();
  for (int k = 0; k < count; ++k) ++all[std::min<int>(a.bytes[row.finished + k], 4)];
  for (const int k : row.chosenChildren) ++chosen[std::min<int>(a.bytes[row.finished + k], 4)];
  if (row.isAllEnded && all[IDLE] > 0) return IDLE;
  const auto numberOf = [](std::int64_t kept, int of) { return kept >= 0 ? kept : of + 1 + kept; };
  const int taken = row.chosenChildren.count() - chosen[SKIPPED];
  if (taken == 0) return SKIPPED;
  const auto toSucceed = std::max<std::int64_t>(numberOf(a.ints[row.needed], taken), 0);
  const auto toFail = std::max<std::int64_t>(numberOf(a.ints[row.needed + 1], count - all[SKIPPED]), 1);
  const bool succeeded = chosen[SUCCESS] >= toSucceed;
  const bool failed = all[FAILURE] >= toFail || taken - chosen[FAILURE] < toSucceed;
  if (succeeded && failed && latest == SUCCESS) return SUCCESS;
  return failed ? FAILURE : succeeded ? SUCCESS : IDLE;
}
inline Outcome visitParallel(const Row& row, Body& a) {
  for (int k = 0; k < row.children.count(); ++k) {
    if (a.bytes[row.finished + k] != 0) continue;
    const Outcome result = visit(*row.children[k], a);
    if (result == SPENT) return SPENT;
    if (result != RUNNING) a.bytes[row.finished + k] = result;
    const Outcome decided = row.isEach ? decideParallel(row, a, result) : IDLE;
    if (decided != IDLE) return decided;
  }
  return decideParallel(row, a, IDLE);
}

inline Outcome tickSimpleParallel(const Row& row, Body& a) {
  Outcome result = static_cast<Outcome>(a.bytes[row.main]);
  if (result == IDLE) result = visit(*row.children[0], a);
  if (result == SPENT) return SPENT;
  if (result == RUNNING || (row.delayed && result != SKIPPED)) {
    if (result != RUNNING) a.bytes[row.main] = result;
    bool anyRuns = false;
    for (int k = 1; k < row.children.count(); ++k) {
      const bool starts = (result != FAILURE && a.bytes[row.finished + k] == 0) || (row.again && result == RUNNING);
      if (!starts && a.bytes[row.children[k]->index] != RUNNING) continue;
      const Outcome other = visit(*row.children[k], a);
      if (other == SPENT) return SPENT;
      if (other == RUNNING) anyRuns = true;
      else a.bytes[row.finished + k] = other;
    }
    if (anyRuns || result == RUNNING) return RUNNING;
  }
  for (int k = 1; k < row.children.count(); ++k) halt(*row.children[k], a);
  return result;
}

/** Compare the children of a utility: no number for one that is out. `failed` are those that failed in this tick. */
MINDLOOM_EXACT inline void scoreUtility(const Row& row, Body& a, int former, const Array<int>& failed,
                                        Array<double>& scores) {
  double bonus = former >= 0 ? a.floats[row.added] : 0;
  if (row.momentum > 0 && former >= 0) {
    const auto passed = static_cast<double>(a.now - a.ints[row.since]);
    bonus *= std::max(0.0, 1 - passed / static_cast<double>(row.momentum));
  }
  scores.assign(row.children.size(), std::nan(""));
  for (int k = 0; k < row.children.count(); ++k) {
    if (failed.has(k)) continue;
    const double score = number(a, row.scores[k]) + (k == former ? bonus : 0);
    if (!a.failed && std::isnan(score)) a.fail("It is not a number.");
    if (a.caught()) a.note(*row.children[k], "score: " + a.words);
    else scores[k] = score;
  }
}
inline int highestOf(const Array<double>& scores) {
  int found = -1;
  for (int k = 0; k < scores.count(); ++k)
    if (!std::isnan(scores[k]) && (found < 0 || scores[k] > scores[found])) found = k;
  return found;
}
/** Draw one of the best by their scores; the child that runs goes on where it is among them. */
inline int drawUtility(const Row& row, Body& a, int former, Array<double>& scores) {
  Lent<Array<int>> best(a.s.places);
  double lowest = 0, total = 0;
  for (const double each : scores)
    if (each < lowest) lowest = each;
  a.s.weights.clear();
  for (int next = highestOf(scores); next >= 0 && best->count() < row.best; next = highestOf(scores)) {
    if (next == former) return former;
    best->push_back(next);
    a.s.weights.push_back(scores[next] - lowest);
    total += a.s.weights.back();
    scores[next] = std::nan("");
  }
  if (best->empty()) return -1;
  if (best->count() == 1 || !std::isfinite(total)) return (*best)[0];
  return (*best)[std::max(drawWeighted(a, row, row.draws, best->count()), 0)];
}
/** Return the child that a utility chooses, -1 for none. */
inline int chooseUtility(const Row& row, Body& a, int former, const Array<int>& failed) {
  const bool isLocked = row.locked > 0 && former >= 0 && a.now - a.ints[row.since] < row.locked;
  if (former >= 0 && (!row.everyTick || isLocked)) return former;
  Lent<Array<double>> scores(a.s.numbers);
  scoreUtility(row, a, former, failed, *scores);
  const int next = row.draws < 0 ? highestOf(*scores) : drawUtility(row, a, former, *scores);
  if (row.since >= 0 && next >= 0 && next != former) a.ints[row.since] = a.tick();
  return next;
}
inline Outcome tickUtility(const Row& row, Body& a) {
  Lent<Array<int>> failed(a.s.places);
  for (;;) {
    const int former = childAt(row, a.ints[row.chosen]), next = chooseUtility(row, a, former, *failed);
    if (next < 0) return FAILURE;
    if (former >= 0 && former != next) halt(*row.children[former], a);
    a.ints[row.chosen] = next;
    const Outcome result = visit(*row.children[next], a);
    if (result == RUNNING || result == SPENT) return result;
    a.ints[row.chosen] = -1;
    if (result != FAILURE || !row.nextOnFailure) return result;
    failed->push_back(next);
  }
}

inline Outcome tickIfElse(const Row& row, Body& a) {
  const int former = a.ints[row.branch];
  int next = former;
  if (former < 0 || row.reactive) {
    const Outcome answer = visit(*row.children[0], a);
    if (answer == RUNNING || answer == SPENT) return answer;
    next = answer == SUCCESS ? 1 : 2;
  }
  if (former != next && childAt(row, former) >= 0) halt(*row.children[former], a);
  a.ints[row.branch] = next;
  return next < row.children.count() ? visit(*row.children[next], a) : FAILURE;
}

/** Return the branch of the case that equals the value of a row, else its `other`. */
inline int caseOf(const Row& row, Body& a) {
  const View found = value(a, row.value);
  for (int k = 0; k < row.cases.count() && !a.failed; ++k)
    if (!row.cases[k].isNull() && same(row.cases[k], found)) return row.branchOf[k];
  return row.other;
}
inline Outcome tickSwitch(const Row& row, Body& a) {
  const int next = childAt(row, caseOf(row, a)), former = childAt(row, a.ints[row.chosen]);
  if (a.failed) return FAILED;
  if (former >= 0 && former != next) halt(*row.children[former], a);
  a.ints[row.chosen] = next;
  return next < 0 ? FAILURE : visit(*row.children[next], a);
}

inline Outcome tickTryRecover(const Row& row, Body& a) {
  do {
    if (a.bytes[row.recovering] == 0) {
      const Outcome result = visit(*row.children[0], a);
      if (result != FAILURE) return result;
      if (a.ints[row.left] == 0) return FAILURE;
      a.bytes[row.recovering] = 1;
    }
    const Outcome result = visit(*row.children[1], a);
    if (result != SUCCESS) return result == RUNNING || result == SPENT ? result : FAILURE;
    a.ints[row.left] = cut(a.ints[row.left] - 1.0);
    a.bytes[row.recovering] = 0;
  } while (row.sameTick);
  return RUNNING;
}

inline Outcome tickLoop(const Row& row, Body& a) {
  const std::int32_t last = a.ints[row.limit];
  if (last == 0) return row.countedOut;
  do {
    const Outcome result = visit(*row.children[0], a);
    if (result == RUNNING || result == SKIPPED || result == SPENT) return result;
    if (result != row.againOn && !row.anyEnd) return row.endsWith;
    a.ints[row.done] = last == -1 ? 0 : cut(a.ints[row.done] + 1.0);
    if (a.ints[row.done] == last) return row.countedOut;
  } while (row.sameTick);
  return RUNNING;
}

inline void stopForEach(const Row& row, Body& a) {
  writeVariable(a, a.p.variables[row.taken], View());
  a.ints[row.at] = 0;
}
inline void enterForEach(const Row& row, Body& a) {
  const Variable& taken = a.p.variables[row.taken];
  View found;
  if (row.list >= 0) found = readVariable(a, a.p.variables[row.list]);
  else {
    const View of = value(a, row.of);
    if (a.failed) return;
    const std::string& name = a.p.queries[row.query];
    const std::string about(of.text());
    Array<Value>& items = a.s.lists.take();
    items.clear();
    if (a.common.watcher != nullptr) a.common.watcher->asks(*a.self, false);
    for (std::string& each : (*a.s.queries[row.query])(a.id, about)) {
      if (items.count() == taken.type.most) break;
      items.emplace_back(std::move(each));
    }
    found = View(&items);
    if (!fits(found, taken.type)) a.fail("The query " + name + " gave no list of entities.");
    if (a.common.watcher != nullptr)
      tellAnswer(a, {"query", name, about}, toSaved(found), a.failed ? a.words : std::string());
  }
  if (a.failed) return;
  writeVariable(a, taken, found);
  a.ints[row.at] = 0;
}
inline Outcome tickForEach(const Row& row, Body& a) {
  const Variable &taken = a.p.variables[row.taken], &item = a.p.variables[row.item];
  const Row& child = *row.children[0];
  for (int k = std::max(a.ints[row.at], 0); k < countOfList(a, taken); ++k) {
    a.ints[row.at] = k;
    if (a.bytes[child.index] != RUNNING) writeVariable(a, item, readItem(a, taken, k));
    const Outcome result = visit(child, a);
    if (result == RUNNING || result == SPENT) return result;
    if (result == FAILURE && !row.goesOn) return stopForEach(row, a), FAILURE;
  }
  stopForEach(row, a);
  return SUCCESS;
}

inline Outcome tickRateLimit(const Row& row, Body& a) {
  const Row& child = *row.children[0];
  if (row.waits && a.bytes[child.index] != RUNNING) {
    if (a.now < a.ints[row.nextStart]) return RUNNING;
    a.ints[row.nextStart] = a.after(a.ints[row.length]);
  }
  return finishLimit(row, a, visit(child, a));
}

inline Outcome tickAction(const Row& row, Body& a) {
  const Call& call = *a.p.calls[static_cast<std::size_t>(row.call)];
  if (!evaluate(a, call)) return FAILED;
  const bool begins = a.bytes[row.begun] == 0;
  a.bytes[row.begun] = 1;
  dropRequests(row, a);
  return tickCall(a, call, a.ints[row.entered], begins);
}

// -- claims

/** Return what a claim or release is about: the name of a variable that counts places, or an entity. */
inline View thingOf(const Row& row, Body& a) {
  return row.counter >= 0 ? View(&a.p.variables[row.counter].name) : value(a, row.value);
}
inline bool isHeld(const Body& a, const Row& claim, int counter, const std::string& name) {
  const Object& held = a.objects[claim.claimed];
  return claim.counter == counter && !held.isNull && held.text == name;
}
inline bool holdsThing(const Body& a, int counter, const std::string& name) {
  return std::any_of(a.p.claims.begin(), a.p.claims.end(),
                     [&](const Row* claim) { return isHeld(a, *claim, counter, name); });
}

/** Write a shared variable at once, for an agent or, with null, for the game. */
inline void share(Common& common, Cell& cell, View value, Agent* agent) {
  cell.value.take(value);
  if (common.watcher != nullptr && common.isTicking) common.watcher->sharedPut(cell.name, value, agent);
}

/** Let a claim hold nothing; what no other claim of the agent holds goes back. */
inline void letGoOf(const Row& claim, Body& a) {
  Object& held = a.objects[claim.claimed];
  if (held.isNull) return;
  held.isNull = true;
  if (holdsThing(a, claim.counter, held.text)) return;
  if (claim.counter >= 0) {
    Cell& cell = *a.s.world[claim.counter];
    share(a.common, cell, std::min(cell.value.number() + 1, static_cast<double>(mostTicks)), a.self);
  } else if (Holder* holder = a.common.holderOf(held.text))
    a.common.holders.remove(static_cast<int>(holder - a.common.holders.begin()));
}
inline void letGo(const Array<const Row*>& claims, Body& a) {
  for (const Row* each : claims) letGoOf(*each, a);
}

inline Outcome tickClaim(const Row& row, Body& a) {
  const View thing = thingOf(row, a);
  if (a.failed) return FAILED;
  Object& claimed = a.objects[row.claimed];
  const bool isThing = thing.isText();
  if (!claimed.isNull && !(isThing && claimed.text == *thing.words)) letGoOf(row, a);
  if (!isThing) return FAILURE;
  if (!holdsThing(a, row.counter, *thing.words)) {
    Cell* cell = row.counter >= 0 ? a.s.world[row.counter] : nullptr;
    const bool isFree = cell == nullptr ? a.common.holderOf(*thing.words) == nullptr : cell->value.number() > 0;
    if (a.common.watcher != nullptr) a.common.watcher->free(*a.self, *thing.words, isFree);
    if (!isFree) return FAILURE;
    if (cell == nullptr) a.common.holders.add().thing = *thing.words;
    else share(a.common, *cell, cell->value.number() - 1, a.self);
  }
  claimed.text = *thing.words;
  claimed.isNull = false;
  return SUCCESS;
}
inline Outcome tickRelease(const Row& row, Body& a) {
  const View thing = thingOf(row, a);
  if (a.failed) return FAILED;
  if (!thing.isText()) return SUCCESS;
  for (const Row* claim : a.p.claims)
    if (isHeld(a, *claim, row.counter, *thing.words)) letGoOf(*claim, a);
  return SUCCESS;
}

// ---- Decision trees ---------------------------------------------------------------------------------------------

inline void beginRun(const Row& tree, Body& a) {
  a.ints[tree.evaluations] = 0;
  for (const int place : tree.seenAll) a.ints[place] = 0;
}

inline int askRandom(const Row& row, Body& a, std::int32_t evaluation) {
  std::int32_t& seen = a.ints[row.seen];
  const bool goesOn = seen != 0 && seen == evaluation - 1 && evaluation < a.ints[row.due] && a.ints[row.kept] >= 0;
  if (!goesOn) {
    const double lasts = row.hasCount ? countOf(a, row.count) : mostTicks;
    if (a.failed) return -1;
    a.s.weights.assign(row.weights.begin(), row.weights.end());
    const int branch = drawWeighted(a, row, row.draws, row.weights.count());
    if (a.failed || branch < 0) return -1;
    a.ints[row.kept] = branch;
    a.ints[row.drawn] = evaluation;
    a.ints[row.due] = cut(evaluation + lasts);
  }
  seen = evaluation;
  return a.ints[row.kept];
}

inline int askTable(const Row& row, Body& a) {
  int hit = -1;
  for (int k = 0; k < row.cells.count() && (hit < 0 || row.unique); ++k) {
    bool all = true;
    for (int c = 0; c < row.cells[k].count() && all; ++c) all = truth(a, row.cells[k][c]) && !a.failed;
    if (a.failed) return -1;
    if (!all) continue;
    if (hit >= 0)
      return a.fail("Rows " + textOf(hit + 1) + " and " + textOf(row.branchOf[k] + 1) + " both match; only one may."),
             -1;
    hit = row.branchOf[k];
  }
  return hit < 0 ? row.other : hit;
}

/** Return the place of the branch that a question answers with, -1 for none. */
inline int answer(const Row& row, Body& a, std::int32_t evaluation) {
  switch (row.op) {
  case Op::ask_test: return truth(a, row.value) ? row.onTrue : row.onFalse;
  case Op::ask_ranges: {
    const double found = number(a, row.value);
    int k = 0;
    while (k < row.bounds.count() &&
           !(found < row.bounds[k].upto || (row.bounds[k].closed && found == row.bounds[k].upto)))
      ++k;
    return k;
  }
  case Op::ask_switch: return caseOf(row, a);
  case Op::ask_first_of:
    for (int k = 0; k < row.scores.count() && !a.failed; ++k)
      if (truth(a, row.scores[k])) return row.branchOf[k];
    return row.other;
  case Op::ask_table: return askTable(row, a);
  case Op::ask_random: return askRandom(row, a, evaluation);
  case Op::ask_tree: return bind(a, row.bindings), 0;
  case Op::answer_value: return value(a, row.value), 0;
  case Op::answer_outcome: return 0;
  default: return -1;
  }
}

/** Walk from the top of a decision tree to a leaf; return its row, or nothing where there is no answer. */
inline const Row* evaluateTree(const Row& tree, Body& a) {
  const std::int32_t evaluation = a.ints[tree.evaluations] = cut(a.ints[tree.evaluations] + 1.0);
  const Row* row = tree.top;
  for (std::size_t k = 0; row->op >= Op::ask_test && row->op <= Op::answer_value; ++k) {
    if (k > a.p.rows.size()) return nullptr; // the questions of a damaged program lead back to each other
    int branch = answer(*row, a, evaluation);
    if (a.caught()) branch = -1, a.note(*row, a.words);
    const int told = branch < 0 ? int{NO_ANSWER} : row->isAnswer ? int{ANSWERED} : FIRST_BRANCH + branch;
    a.outcomes[static_cast<std::size_t>(row->index)] = static_cast<std::uint8_t>(told);
    if (row->isAnswer && branch >= 0) return row;
    if (branch < 0 || branch >= row->branches.count()) return nullptr;
    row = row->branches[branch];
  }
  return row;
}

/** Write the bindings of the trees that were asked on the way to a leaf. */
inline void rebind(const Row& row, Body& a, int leaf) {
  if (leaf < 0 || leaf >= row.rebound.count()) return;
  for (const Rebound& call : row.rebound[leaf]) {
    bind(a, call.bindings);
    if (!a.caught()) continue;
    const auto isOf = [&](const RunError& error) { return error.row == call.row->index; };
    if (std::none_of(a.errors.begin(), a.errors.end(), isOf)) a.note(*call.row, a.words);
  }
}
inline int chooseLeaf(const Row& row, Body& a, int former) {
  a.ints[row.due] = a.ints[row.interval] == 0 ? mostTicks : a.after(a.ints[row.interval]);
  a.bytes[row.asked] = 0;
  const Row* leaf = evaluateTree(row, a);
  const auto found = std::find(row.children.begin(), row.children.end(), leaf);
  if (found == row.children.end()) return rebind(row, a, former), former;
  const int picked = static_cast<int>(found - row.children.begin());
  if (former >= 0 && former != picked) halt(*row.children[former], a);
  a.ints[row.current] = picked;
  return picked;
}
inline Outcome tickDecisionTree(const Row& row, Body& a) {
  int leaf = childAt(row, a.ints[row.current]);
  if ((!row.commit || leaf < 0) && (a.now >= a.ints[row.due] || a.bytes[row.asked] != 0))
    leaf = chooseLeaf(row, a, leaf);
  else rebind(row, a, leaf);
  if (leaf < 0) return row.waits ? RUNNING : FAILURE;
  return visit(*row.children[leaf], a);
}

// ---- What the op of a row does ----------------------------------------------------------------------------------

inline Outcome tickMachine(const Row& machine, Body& a);
inline void forgetMachine(const Row& machine, Body& a);
inline void exitAll(const Row& machine, Body& a);

/** Begin a row. */
inline void enter(const Row& row, Body& a) {
  switch (row.op) {
  case Op::ordered:
    a.bytes[row.tried] = row.keep && a.ints[row.place] > 0 ? 1 : 0;
    if (row.tested >= 0) clearBytes(a, row.tested, row.children.count());
    return;
  case Op::round_robin: a.ints[row.place] = a.ints[row.start], a.bytes[row.tried] = 0; return;
  case Op::pipeline_sequence: a.ints[row.furthest] = 0, a.bytes[row.tried] = 0; return;
  case Op::shuffled: return enterShuffled(row, a);
  case Op::random_child: return enterRandomChild(row, a);
  case Op::parallel: {
    clearBytes(a, row.finished, row.children.count());
    const int toSucceed = threshold(a, row.success, 0);
    if (a.failed) return;
    a.ints[row.needed] = toSucceed;
    const int toFail = threshold(a, row.failure, 1);
    if (!a.failed) a.ints[row.needed + 1] = toFail;
    return;
  }
  case Op::simple_parallel: a.bytes[row.main] = 0, clearBytes(a, row.finished, row.children.count()); return;
  case Op::utility: {
    const double bonus = number(a, row.inertia);
    if (!a.failed) a.floats[row.added] = bonus, a.ints[row.chosen] = -1;
    return;
  }
  case Op::if_else: a.ints[row.branch] = -1; return;
  case Op::switch_: a.ints[row.chosen] = -1; return;
  case Op::try_recover: {
    const double count = countOf(a, row.count);
    if (!a.failed) a.ints[row.left] = cut(count), a.bytes[row.recovering] = 0;
    return;
  }
  case Op::loop: {
    const double count = row.hasCount ? countOf(a, row.count) : -1;
    if (!a.failed) a.ints[row.limit] = cut(count), a.ints[row.done] = 0;
    return;
  }
  case Op::for_each: return enterForEach(row, a);
  case Op::timeout:
  case Op::delay: {
    const std::int64_t ticks = ticksOf(a, row.seconds);
    if (!a.failed) a.ints[row.due] = a.after(ticks);
    return;
  }
  case Op::cooldown: {
    const std::int64_t ticks = ticksOf(a, row.seconds);
    if (!a.failed) a.ints[row.length] = cut(static_cast<double>(ticks));
    return;
  }
  case Op::rate_limit: {
    const std::int64_t ticks = ticksOf(a, row.seconds);
    if (a.failed) return;
    if (row.waits) a.ints[row.length] = cut(static_cast<double>(ticks));
    else a.ints[row.nextStart] = a.after(ticks);
    return;
  }
  case Op::probability: {
    const double share = number(a, row.value);
    if (!a.failed) a.bytes[row.hit] = share > drawFloat(a, row, row.draws) ? 1 : 0;
    return;
  }
  case Op::wait: {
    const std::int64_t ticks = ticksOf(a, row.seconds), by = a.failed ? 0 : ticksOf(a, row.jitter);
    const std::int64_t drawn = a.failed ? 0 : spreadTicks(a, row, row.draws, ticks, by);
    if (!a.failed) a.ints[row.due] = a.after(drawn);
    return;
  }
  case Op::action: a.ints[row.entered] = a.tick(), a.bytes[row.begun] = 0; return;
  case Op::call:
  case Op::run: return writeFresh(a, row.fresh);
  case Op::machine: a.ints[row.owner->entered] = -1; return forgetMachine(row, a);
  case Op::decision_tree: {
    const double ticks = countOf(a, row.count);
    if (a.failed) return;
    a.ints[row.interval] = cut(ticks), a.ints[row.current] = -1, a.ints[row.due] = a.tick(), a.bytes[row.asked] = 0;
    return beginRun(row, a);
  }
  default: return;
  }
}

/** Tick a row that was begun. */
inline Outcome tickRow(const Row& row, Body& a) {
  const auto child = [&] { return visit(*row.children[0], a); };
  switch (row.op) {
  case Op::ordered: return tickOrdered(row, a);
  case Op::round_robin: return tickRoundRobin(row, a);
  case Op::pipeline_sequence: return tickPipeline(row, a);
  case Op::shuffled: return tickShuffled(row, a);
  case Op::random_child: {
    const int chosen = childAt(row, a.ints[row.chosen]);
    return chosen < 0 ? FAILURE : visit(*row.children[chosen], a);
  }
  case Op::parallel: {
    if (row.again) clearBytes(a, row.finished, row.children.count());
    const Outcome decided = visitParallel(row, a);
    if (decided != IDLE && decided != SPENT) haltAll(row, a);
    return decided == IDLE ? RUNNING : decided;
  }
  case Op::simple_parallel: return tickSimpleParallel(row, a);
  case Op::utility: return tickUtility(row, a);
  case Op::if_else: return tickIfElse(row, a);
  case Op::switch_: return tickSwitch(row, a);
  case Op::try_recover: return tickTryRecover(row, a);
  case Op::map_result: {
    const Outcome result = child();
    return result == SUCCESS ? row.onSuccess : result == FAILURE ? row.onFailure : result;
  }
  case Op::loop: return tickLoop(row, a);
  case Op::for_each: return tickForEach(row, a);
  case Op::timeout:
    if (a.now < a.ints[row.due]) return child();
    halt(*row.children[0], a);
    return FAILURE;
  case Op::delay: return a.now < a.ints[row.due] ? RUNNING : child();
  case Op::rate_limit: return tickRateLimit(row, a);
  case Op::cooldown:
  case Op::run_limit: return finishLimit(row, a, child());
  case Op::probability: return a.bytes[row.hit] != 0 ? child() : row.refused;
  case Op::pass: return child();
  case Op::fixed: return row.result;
  case Op::test: {
    const bool is = ask(row.test, a);
    if (a.failed) return FAILED;
    if (!is) return row.otherwise;
    if (!row.test.triggers.empty()) consume(a.armed, a);
    return SUCCESS;
  }
  case Op::block: runBlock(row.block, a); return SUCCESS;
  case Op::log: value(a, row.value); return SUCCESS;
  case Op::wait: return a.now < a.ints[row.due] ? RUNNING : SUCCESS;
  case Op::action: return tickAction(row, a);
  case Op::call:
  case Op::run: return bind(a, row.bindings) ? child() : FAILED;
  case Op::claim: return tickClaim(row, a);
  case Op::release: return tickRelease(row, a);
  case Op::machine: return tickMachine(row, a);
  case Op::decision_tree: return tickDecisionTree(row, a);
  default: return FAILURE; // states, transitions and questions are not ticked
  }
}

/** Stop a row that runs. */
inline void stop(const Row& row, Body& a) {
  switch (row.op) {
  case Op::ordered:
    a.bytes[row.tried] = 0;
    if (!row.keep) a.ints[row.place] = -1;
    return;
  case Op::for_each: return stopForEach(row, a);
  case Op::cooldown:
    if (!row.hasAfter) a.ints[row.ready] = a.after(a.ints[row.length]);
    return;
  case Op::action:
    if (a.bytes[row.begun] != 0) haltCall(a, *a.p.calls[static_cast<std::size_t>(row.call)], a.ints[row.entered]);
    return;
  case Op::machine: return exitAll(row, a);
  default: return;
  }
}

// ---- State machines ---------------------------------------------------------------------------------------------

using Rows = Array<const Row*>;

inline Work& workOf(Body& a, const Row& machine) { return a.s.works[machine.owner->number]; }
inline const Owner& ownerOf(const Row& row) { return *row.owner; }

inline void beginMacrostep(Work& work) { work.failed.clear(), work.inMacrostep = true, work.rounds = 0; }

inline void takeRaised(Body& a, const Row& machine, EventPtr event) {
  Work& work = workOf(a, machine);
  if (!work.active || work.stopping) return;
  Item& item = (work.inMacrostep ? work.queue : work.later).add();
  item.event = std::move(event), item.state = nullptr;
}

/** Raise `error.execution` in a machine, once per macrostep and piece of code. */
inline void takeFailure(Body& a, const Row& machine, const void* code) {
  Work& work = workOf(a, machine);
  if (!work.active || work.failed.has(code)) return;
  work.failed.push_back(code);
  takeRaised(a, machine, a.common.executionError);
}

/** Tell whether an expression of a machine failed, which is told and raised. */
inline bool hasFailed(const Row& row, Body& a, const void* code) {
  if (!a.caught()) return false;
  a.note(row, a.words);
  takeFailure(a, *row.machine, code);
  return true;
}

inline void runMachineBlock(const Block& block, const Row& row, Body& a) {
  if (block.count == 0) return;
  const Line* failed = runBlock(block, a);
  if (failed != nullptr) takeFailure(a, *row.machine, failed);
}

inline bool isBelow(const Row& row, const Row& above) { return above.index < row.index && row.index < above.end; }
inline bool isActive(const Row& state, const Body& a) { return a.bytes[state.index] != 0; }
inline bool isCompound(const Row& state) {
  return !ownerOf(state).states.empty() && ownerOf(state).kind == Owner::Kind::state;
}
inline bool isAtomic(const Row& state, const Body& a) {
  for (const Row* inner : ownerOf(state).states)
    if (isActive(*inner, a)) return false;
  return true;
}

// -- domains, exit sets, targets

/** Add the states that targets are: a history is what it remembers, or its default. */
inline void effectiveTargets(const Rows& targets, Body& a, Rows& found, int depth = 0) {
  for (const Row* target : targets) {
    const History* history = ownerOf(*target).history.get();
    if (history == nullptr) {
      if (!found.has(target)) found.push_back(target);
      continue;
    }
    bool remembers = false;
    for (const Memory& each : history->places) {
      if (a.bytes[each.place] == 0) continue;
      remembers = true;
      if (!found.has(each.state)) found.push_back(each.state);
    }
    if (!remembers && depth < 16) effectiveTargets(history->initial, a, found, depth + 1);
  }
}

/** Return the domain of a transition: all active states below it are exited; nothing without targets. */
inline const Row* domainOf(const Row& transition, Body& a) {
  const Transition& t = *transition.transition;
  const Row* machine = transition.machine;
  if (t.domain != nullptr || t.targets.empty()) return t.domain;
  if (t.source == machine) return machine;
  Lent<Rows> inner(a.s.rows);
  effectiveTargets(t.targets, a, *inner);
  const auto holdsAll = [&](const Row& state) {
    if (!isCompound(state)) return false;
    return std::all_of(inner->begin(), inner->end(), [&](const Row* each) { return isBelow(*each, state); });
  };
  if ((t.internal || t.interrupt) && holdsAll(*t.source)) return t.source;
  for (const Row* each = t.source->parent; each != nullptr && each != machine; each = each->parent)
    if (each->owner != nullptr && holdsAll(*each)) return each;
  return machine;
}

/** Add the active states that a transition exits. */
inline void exitSet(const Row& transition, const Row& machine, Body& a, Rows& found) {
  const Row* domain = domainOf(transition, a);
  if (domain == nullptr) return;
  for (const Row* state : ownerOf(machine).allStates)
    if (isActive(*state, a) && isBelow(*state, *domain)) found.push_back(state);
}

inline bool exitSetsMeet(const Row& one, const Row& other, Body& a) {
  Lent<Rows> theirs(a.s.rows), ours(a.s.rows);
  exitSet(other, *other.machine, a, *theirs);
  if (!theirs->empty()) exitSet(one, *one.machine, a, *ours);
  return std::any_of(ours->begin(), ours->end(), [&](const Row* each) { return theirs->has(each); });
}

/** The states to enter: below each domain one way leads down to the targets, and to what they need inside. */
struct EntryPlan {
  static constexpr int most = 4096; // goals, more than any machine has
  Body& a;
  Lent<Rows> states, byDefault, defaultHistories, goals; // compounds whose initial states are entered; histories
                                                         // that remember nothing; what is aimed at
  explicit EntryPlan(Body& body)
      : a(body), states(a.s.rows), byDefault(a.s.rows), defaultHistories(a.s.rows), goals(a.s.rows) {}

  void add(const Row& domain, const Rows& targets) {
    aim(targets);
    for (const Row* child : ownerOf(domain).states)
      if (holdsGoal(*child) && !states->has(child)) addState(*child);
    std::sort(states->begin(), states->end(), [](auto* one, auto* other) { return one->index < other->index; });
  }
  void aim(const Rows& targets) {
    for (const Row* target : targets) {
      if (goals->count() + defaultHistories->count() > most) return;
      const History* history = ownerOf(*target).history.get();
      if (history == nullptr) {
        goals->push_back(target);
        continue;
      }
      bool remembers = false;
      for (const Memory& each : history->places)
        if (a.bytes[each.place] != 0) remembers = true, goals->push_back(each.state);
      if (remembers) continue;
      defaultHistories->push_back(target);
      aim(history->initial);
    }
  }
  void addState(const Row& state) {
    if (!isActive(state, a)) states->push_back(&state);
    const Owner& owner = ownerOf(state);
    if (owner.kind == Owner::Kind::parallel)
      for (const Row* region : owner.states) addState(*region);
    if (!isCompound(state)) return;
    const Row* inner = innerOf(owner);
    if (inner == nullptr) {
      byDefault->push_back(&state);
      aim(owner.initial);
      inner = innerOf(owner);
    }
    if (inner != nullptr) addState(*inner);
  }
  const Row* innerOf(const Owner& owner) {
    for (const Row* each : owner.states)
      if (holdsGoal(*each)) return each;
    return nullptr;
  }
  bool holdsGoal(const Row& state) {
    return std::any_of(goals->begin(), goals->end(),
                       [&](const Row* goal) { return goal == &state || isBelow(*goal, state); });
  }
};

// -- microsteps

inline Pending* waitingAt(Body& a, const Row& source) {
  for (Pending& each : a.pending)
    if (each.source == source.index) return &each;
  return nullptr;
}
inline void forgetPending(Body& a, const Row& source) {
  a.pending.removeIf([&](const Pending& each) { return each.source == source.index; });
}
/** Return what waits for an entry, or nothing. */
inline Pending* waitingOf(const Row& entry, Body& a) {
  if (a.pending.empty()) return nullptr;
  Pending* waiting = waitingAt(a, *entry.transition->source);
  return waiting != nullptr && waiting->transition == entry.index ? waiting : nullptr;
}
/** Take a transition out of those that wait, and return the event it was enabled by. */
inline EventPtr takePending(const Row& transition, Body& a) {
  const Row& first = *transition.transition->members[0];
  Pending* waiting = first.transition->delay == nullptr ? nullptr : waitingOf(first, a);
  if (waiting == nullptr) return {};
  EventPtr event = std::move(waiting->event);
  forgetPending(a, *first.transition->source);
  return event;
}

inline void startTimer(const Timer& after, std::int64_t ticks, Body& a) {
  a.ints[after.length] = cut(static_cast<double>(ticks));
  a.ints[after.enabledFrom] = a.after(ticks);
}
/** Fix from which tick on the timed transitions of a source that was just entered are enabled. */
inline void startTimers(const Row& source, Body& a) {
  for (const Row* transition : ownerOf(source).timed) {
    const Timer& after = *transition->transition->after;
    const std::int64_t ticks = ticksOf(a, after.time);
    startTimer(after, hasFailed(*transition, a, &after) ? mostTicks : ticks, a);
  }
}

/** Note that a state completed, and queue that and the completions of parallel states that it completes. */
inline void complete(const Row& state, Outcome status, Recycled<Item>& queue, Body& a) {
  const Owner& owner = ownerOf(state);
  if (owner.completed < 0) return; // a machine
  a.bytes[owner.completed] = status;
  Item& item = queue.add();
  item.event = {}, item.state = &state, item.status = status, item.activation = a.ints[owner.activation];
  if (state.parent->owner == nullptr || ownerOf(*state.parent).kind != Owner::Kind::parallel) return;
  bool failed = false;
  for (const Row* each : ownerOf(*state.parent).states) {
    const std::uint8_t completed = a.bytes[ownerOf(*each).completed];
    if (completed == 0) return;
    failed |= completed == FAILURE;
  }
  complete(*state.parent, failed ? FAILURE : SUCCESS, queue, a);
}

/** Take back the completion that a state which is left had given to its owner. */
inline void uncomplete(const Row& state, Body& a) {
  const Row& parent = *state.parent;
  if (parent.op == Op::machine) return;
  const Owner& owner = ownerOf(parent);
  if (ownerOf(state).status == IDLE && owner.kind != Owner::Kind::parallel) return;
  if (owner.activity != nullptr && a.bytes[owner.activity->ended] != 0) return;
  a.bytes[owner.completed] = 0;
  uncomplete(parent, a);
}

inline void exitState(const Row& state, Body& a) {
  const Owner& owner = ownerOf(state);
  a.state = &state;
  if (owner.activity != nullptr) {
    halt(*owner.activity->row, a);
    clear(*owner.activity->row, a);
  }
  if (!a.pending.empty()) forgetPending(a, state);
  a.delayed.removeIf([&](const Delayed& each) { return each.state == state.index; });
  a.state = &state;
  runMachineBlock(owner.exit, state, a);
  a.bytes[state.index] = 0;
  uncomplete(state, a);
  std::uint8_t& outcome = a.outcomes[static_cast<std::size_t>(state.index)];
  outcome = outcome == ENTERED ? PASSED : EXITED;
}

inline void executeTransition(const Row& transition, const EventPtr& event, Body& a) {
  const Transition& t = *transition.transition;
  const Timer* after = t.members[0]->transition->after.get();
  a.outcomes[static_cast<std::size_t>(transition.index)] = TAKEN;
  if (t.cooldown != nullptr) {
    const std::int64_t ticks = ticksOf(a, t.cooldown->time);
    a.ints[t.cooldown->readyFrom] = a.after(hasFailed(transition, a, t.cooldown.get()) ? 0 : ticks);
  }
  if (t.group != nullptr && t.targets.empty() && after != nullptr) startTimer(*after, a.ints[after->length], a);
  a.state = t.source;
  if (t.actions.count == 0) return;
  const EventPtr current = a.event;
  if (event) a.event = event;
  runMachineBlock(t.actions, transition, a);
  a.event = current;
}

inline void enterState(const Row& state, Body& a) {
  const Owner& owner = ownerOf(state);
  std::uint8_t& outcome = a.outcomes[static_cast<std::size_t>(state.index)];
  const std::uint8_t before = outcome;
  a.bytes[state.index] = RUNNING;
  a.bytes[owner.completed] = 0;
  a.ints[owner.entered] = a.tick();
  a.ints[owner.activation] = cut(a.ints[owner.activation] + 1.0);
  a.state = &state;
  outcome = before == EXITED || before == REENTERED ? REENTERED : ENTERED;
  Work& work = workOf(a, *state.machine);
  work.fresh.push_back(&state);
  if (owner.activity != nullptr) a.bytes[owner.activity->ended] = 0, writeFresh(a, owner.activity->fresh);
  runMachineBlock(owner.entry, state, a);
  startTimers(state, a);
  if (owner.status == IDLE) return;
  if (state.parent == state.machine) work.status = owner.status;
  else complete(*state.parent, owner.status, work.queue, a);
}

inline void enterStates(EntryPlan& plan, Body& a) {
  const auto runDefaults = [&](const Row& owner) {
    for (const Row* history : *plan.defaultHistories) {
      if (history->parent != &owner) continue;
      a.state = &owner;
      runMachineBlock(ownerOf(*history).history->actions, *history, a);
    }
  };
  if (!plan.defaultHistories->empty()) {
    Lent<Rows> others(a.s.rows);
    for (const Row* each : *plan.defaultHistories)
      if (!plan.states->has(each->parent) && !others->has(each->parent)) others->push_back(each->parent);
    std::sort(others->begin(), others->end(), [](auto* one, auto* other) { return one->index < other->index; });
    for (const Row* each : *others) runDefaults(*each);
  }
  for (const Row* state : *plan.states) {
    enterState(*state, a);
    if (plan.byDefault->has(state)) runMachineBlock(ownerOf(*state).initialActions, *state, a);
    runDefaults(*state);
  }
}

/** Exit states, after their histories remember what is active. */
inline void exitStates(const Rows& exited, Body& a) {
  for (const Row* state : exited)
    for (const Row* history : ownerOf(*state).histories)
      for (const Memory& each : ownerOf(*history).history->places)
        a.bytes[each.place] = isActive(*each.state, a) ? 1 : 0;
  for (int k = exited.count() - 1; k >= 0; --k) exitState(*exited[k], a);
}

inline void microstep(const Row& machine, Body& a, const Rows& transitions) {
  Lent<Rows> domains(a.s.rows), exited(a.s.rows);
  Lent<Array<EventPtr>> events(a.s.events);
  for (const Row* each : transitions) domains->push_back(domainOf(*each, a));
  for (const Row* each : transitions) events->push_back(takePending(*each, a));
  for (const Row* state : ownerOf(machine).allStates) {
    const auto isOut = [&](const Row* domain) { return domain != nullptr && isBelow(*state, *domain); };
    if (isActive(*state, a) && std::any_of(domains->begin(), domains->end(), isOut)) exited->push_back(state);
  }
  exitStates(*exited, a);
  for (int k = 0; k < transitions.count(); ++k) executeTransition(*transitions[k], (*events)[k], a);
  EntryPlan plan(a);
  for (int k = 0; k < transitions.count(); ++k)
    if ((*domains)[k] != nullptr) plan.add(*(*domains)[k], transitions[k]->transition->targets);
  enterStates(plan, a);
  events->clear();
}

// -- whether a transition is enabled

/** Note what came of a transition in this tick; return false. */
inline bool noteOutcome(Body& a, const Row& transition, std::uint8_t outcome) {
  std::uint8_t& known = a.outcomes[static_cast<std::size_t>(transition.index)];
  known = std::max(known, outcome);
  return false;
}
inline bool noteAll(Body& a, const Rows& transitions, std::uint8_t outcome) {
  for (const Row* each : transitions) noteOutcome(a, *each, outcome);
  return false;
}

inline bool isDue(const Transition& t, Body& a) {
  return t.after == nullptr || a.now >= a.ints[t.after->enabledFrom] || noteAll(a, t.members, GUARD_FALSE);
}
inline bool isReady(const Row& row, Body& a) {
  const Timer* cooldown = row.transition->cooldown.get();
  return cooldown == nullptr || a.now >= a.ints[cooldown->readyFrom] || noteOutcome(a, row, GUARD_FALSE);
}

inline bool guardHolds(const Row& row, Body& a) {
  const Transition& t = *row.transition;
  bool isTrue = true;
  if (t.guard != nullptr) {
    a.state = t.source;
    const bool hasTriggers = !t.guard->triggers.empty();
    Pending* waiting = hasTriggers ? waitingOf(*t.members[0], a) : nullptr;
    if (hasTriggers) a.armed.clear();
    isTrue = ask(*t.guard, a, waiting == nullptr ? nullptr : &waiting->armed);
    if (hasFailed(row, a, t.guard.get())) isTrue = false;
    if (hasTriggers) {
      Array<int>& reads = a.s.reads[t.number];
      if (isTrue) reads.assign(a.armed.begin(), a.armed.end());
      else reads.clear();
      a.s.touched.push_back(t.number);
    }
  }
  noteOutcome(a, row, isTrue ? TRUE_BUT_LOST : GUARD_FALSE);
  return isTrue;
}

/** Add what of an entry is enabled, its event apart, with its weights in a draw. */
inline void enabledMembers(const Transition& t, Body& a, Rows& enabled, Array<double>& weights) {
  Lent<Rows> ready(a.s.rows);
  for (const Row* each : t.members)
    if (isReady(*each, a) && guardHolds(*each, a)) ready->push_back(each);
  for (const Row* each : *ready) {
    double weight = 1;
    if (t.group != nullptr) {
      weight = number(a, each->transition->weight);
      if (!a.failed && weight < 0) a.fail("A weight is 0 or more, but it is " + textOf(weight) + ".");
      if (hasFailed(*each, a, &each->transition->weight)) weight = 0;
    }
    if (weight > 0) enabled.push_back(each), weights.push_back(weight);
  }
}

/** Return one of the enabled members of an entry, that of a group drawn; nothing for none. */
inline const Row* drawMember(const Row& entry, Body& a) {
  const Transition& t = *entry.transition;
  if (t.group == nullptr) return isReady(entry, a) && guardHolds(entry, a) ? &entry : nullptr;
  Lent<Rows> enabled(a.s.rows);
  Lent<Array<double>> weights(a.s.numbers);
  enabledMembers(t, a, *enabled, *weights);
  if (enabled->empty()) return nullptr;
  a.s.weights.assign(weights->begin(), weights->end());
  const int drawn = drawWeighted(a, *t.source, t.group->draws, enabled->count());
  if (hasFailed(entry, a, t.group) || drawn < 0) return nullptr;
  return (*enabled)[drawn];
}

/** Return the leaf that the decision of a choice gives, once for each time the choice is entered. */
inline const Row* answerOf(const Row& choice, Body& a) {
  Work& work = workOf(a, *choice.machine);
  const std::int32_t activation = a.ints[ownerOf(choice).activation];
  auto known =
      std::find_if(work.answers.begin(), work.answers.end(), [&](auto& each) { return each.choice == &choice; });
  if (known != work.answers.end() && known->activation == activation) return known->leaf;
  const Decision& decision = *ownerOf(choice).decision;
  const Row* leaf = nullptr;
  bind(a, decision.bindings);
  if (a.caught()) a.note(choice, a.words);
  else {
    beginRun(*decision.tree, a);
    leaf = evaluateTree(*decision.tree, a);
    if (leaf != nullptr && leaf->op != Op::answer_outcome) leaf = nullptr;
  }
  known = std::find_if(work.answers.begin(), work.answers.end(), [&](auto& each) { return each.choice == &choice; });
  if (known == work.answers.end()) work.answers.push_back({&choice, activation, leaf});
  else *known = {&choice, activation, leaf};
  return leaf;
}

/** Tell whether a transition may be taken as far as the decision tree of its source is concerned. */
inline bool isAnswer(const Transition& t, Body& a) {
  if (t.source->op == Op::machine || ownerOf(*t.source).decision == nullptr) return true;
  const Row* answer = answerOf(*t.source, a);
  return t.isElse || (answer != nullptr && t.hasOutcome && t.outcome == answer->outcome) ||
         noteAll(a, t.members, GUARD_FALSE);
}

// -- delays

inline void startPending(const Row& entry, Body& a) {
  const Transition& t = *entry.transition;
  const std::int64_t ticks = ticksOf(a, t.delay->time), jitter = a.failed ? 0 : ticksOf(a, t.delay->jitter);
  const std::int64_t fixed = a.failed ? 0 : spreadTicks(a, entry, t.delay->draws, ticks, jitter);
  if (hasFailed(entry, a, t.delay.get())) {
    noteOutcome(a, entry, TRUE_BUT_LOST);
    return;
  }
  forgetPending(a, *t.source);
  int place = 0;
  while (place < a.pending.count() && a.pending[place].source < t.source->index) ++place;
  Pending& waiting = a.pending.insert(place);
  waiting.source = t.source->index, waiting.transition = entry.index;
  waiting.since = a.now, waiting.due = a.after(fixed), waiting.event = a.event;
  waiting.armed.clear();
  for (const Row* each : t.members)
    for (const int armed : a.s.reads[each->transition->number])
      if (!waiting.armed.has(armed)) waiting.armed.push_back(armed);
  std::sort(waiting.armed.begin(), waiting.armed.end());
  workOf(a, *entry.machine).postponed.push_back(&entry);
  noteOutcome(a, entry, PENDING);
}

/** Forget pending transitions whose guard is false by now, interrupts or ordinary ones. */
inline void recheckPending(const Row& machine, Body& a, bool interrupts) {
  for (int k = 0; k < a.pending.count();) {
    const Row& entry = a.p.rows[static_cast<std::size_t>(a.pending[k].transition)];
    if (entry.machine != &machine || entry.transition->interrupt != interrupts) {
      ++k;
      continue;
    }
    a.event = a.pending[k].event;
    bool isFalse = entry.transition->delay->recheck;
    for (const Row* each : entry.transition->members)
      if (isFalse && guardHolds(*each, a)) isFalse = false;
    a.event = {};
    if (isFalse) a.pending.remove(k);
    else ++k;
    noteOutcome(a, entry, isFalse ? GUARD_FALSE : PENDING);
  }
}

// -- selection

/** Tell whether the selection that is under way asks an entry. */
inline bool isAsked(const Row& entry, const Work& work) {
  const Transition& t = *entry.transition;
  if (work.asks == Work::Asks::polled) return t.polled;
  if (work.asks == Work::Asks::eventless) return t.eventless;
  return (work.item->state == nullptr || t.source == work.item->state) && t.matches(work.item->name());
}

inline bool isThereAlready(const Transition& t, Body& a) {
  if (!t.interrupt || t.reenter || t.targets.empty()) return false;
  Lent<Rows> targets(a.s.rows);
  effectiveTargets(t.targets, a, *targets);
  return std::all_of(targets->begin(), targets->end(), [&](const Row* each) { return isActive(*each, a); });
}

inline const Row* offeredDelayed(const Row& entry, Body& a) {
  const Transition& t = *entry.transition;
  const Pending* waiting = waitingAt(a, *t.source);
  const Work& work = workOf(a, *entry.machine);
  if (waiting == nullptr) {
    if (!isAsked(entry, work) || !isDue(t, a)) return nullptr;
    Lent<Rows> enabled(a.s.rows);
    Lent<Array<double>> weights(a.s.numbers);
    enabledMembers(t, a, *enabled, *weights);
    if (enabled->empty()) return nullptr;
    if (t.group == nullptr && isThereAlready(t, a)) return &entry;
    startPending(entry, a);
    return nullptr;
  }
  if (waiting->transition != entry.index || !work.takesPending || a.now < waiting->due) return nullptr;
  if (t.group == nullptr) return &entry;
  a.event = waiting->event;
  const Row* drawn = drawMember(entry, a);
  a.event = {};
  return drawn;
}

inline const Row* offered(const Row& entry, Body& a) {
  const Transition& t = *entry.transition;
  if (t.delay != nullptr) return offeredDelayed(entry, a);
  if (!isAsked(entry, workOf(a, *entry.machine)) || !isAnswer(t, a) || !isDue(t, a)) return nullptr;
  return drawMember(entry, a);
}

/** Return what an entry offers in this selection, in which it is asked once. */
inline const Row* offerOf(const Row& entry, Body& a) {
  const int number = entry.transition->number;
  if (a.s.asked[number] != a.s.selections) {
    a.s.asked[number] = a.s.selections;
    a.s.offers[number] = nullptr;
    a.s.offers[number] = offered(entry, a);
  }
  return a.s.offers[number];
}
inline const Row* firstOffered(const Rows& entries, Body& a) {
  for (const Row* entry : entries)
    if (const Row* offer = offerOf(*entry, a); offer != nullptr) return offer;
  return nullptr;
}

/** Begin a selection: say which entries are asked, and whether pending ones take part. */
inline void beginSelection(Body& a, Work& work, Work::Asks asks, bool takesPending) {
  ++a.s.selections;
  work.asks = asks, work.takesPending = takesPending;
  work.postponed.clear();
}
inline void consumeReads(const Row& transition, Body& a) {
  Array<int>& reads = a.s.reads[transition.transition->number];
  consume(reads, a);
  reads.clear();
}
/** End a selection: consume the triggers that let in what was picked or became pending. */
inline void endSelection(Body& a, const Work& work, const Rows& picked) {
  for (const Row* each : picked) consumeReads(*each, a);
  for (const Row* entry : work.postponed)
    for (const Row* each : entry->transition->members) consumeReads(*each, a);
}

/** Drop losers among transitions whose exit sets meet. */
inline void dropConflicts(Rows& picked, Body& a, bool outerWins) {
  if (picked.count() < 2) return;
  Lent<Rows> kept(a.s.rows), rivals(a.s.rows);
  for (const Row* transition : picked) {
    const Row& source = *transition->transition->source;
    rivals->clear();
    for (const Row* each : *kept)
      if (exitSetsMeet(*transition, *each, a)) rivals->push_back(each);
    const bool wins = std::all_of(rivals->begin(), rivals->end(), [&](const Row* each) {
      const Row& other = *each->transition->source;
      return outerWins ? isBelow(other, source) : isBelow(source, other);
    });
    if (!wins) noteOutcome(a, *transition, TRUE_BUT_LOST);
    if (!wins) continue;
    noteAll(a, *rivals, TRUE_BUT_LOST);
    const auto isRival = [&](const Row* each) { return rivals->has(each); };
    kept->erase(std::remove_if(kept->begin(), kept->end(), isRival), kept->end());
    kept->push_back(transition);
  }
  picked.assign(kept->begin(), kept->end());
}

/** Walk from each active atomic state to the machine; the first that is offered ends a walk. */
inline void pickInnerFirst(const Row& machine, Body& a, Rows& picked) {
  for (const Row* state : ownerOf(machine).allStates) {
    if (!isActive(*state, a) || !isAtomic(*state, a)) continue;
    const Rows& chain = ownerOf(*state).chain;
    const Row* found = nullptr;
    for (int k = chain.count() - 1; k >= 0 && found == nullptr; --k)
      found = firstOffered(ownerOf(*chain[k]).transitions, a);
    if (found != nullptr && !picked.has(found)) picked.push_back(found);
  }
  dropConflicts(picked, a, false);
}

/** Walk from the machine to each active atomic state; one without targets does not end a walk. */
template <class IsAsked> void pickOuterFirst(const Row& machine, Body& a, IsAsked asksOwner, Rows& picked) {
  for (const Row* state : ownerOf(machine).allStates) {
    if (!isActive(*state, a) || !isAtomic(*state, a)) continue;
    bool goesOn = true;
    for (const Row* owner : ownerOf(*state).chain) {
      if (!goesOn) break;
      if (ownerOf(*owner).transitions.empty() || !asksOwner(owner)) continue;
      for (const Row* entry : ownerOf(*owner).transitions) {
        const Row* found = offerOf(*entry, a);
        if (found == nullptr) continue;
        if (!picked.has(found)) picked.push_back(found);
        if (!found->transition->targets.empty()) {
          goesOn = false;
          break;
        }
      }
    }
  }
  dropConflicts(picked, a, true);
}

/** Walk the machine and its active states outside in; each offers its first enabled interrupt. */
inline void pickInterrupts(const Row& machine, Body& a, Rows& picked) {
  if (!ownerOf(machine).hasInterrupts) return;
  const auto offer = [&](const Row& owner) {
    const Rows& interrupts = ownerOf(owner).interrupts;
    const Row* found = interrupts.empty() ? nullptr : firstOffered(interrupts, a);
    if (found == nullptr) return;
    const auto meets = [&](const Row* each) { return exitSetsMeet(*found, *each, a); };
    if (isThereAlready(*found->transition, a) || std::any_of(picked.begin(), picked.end(), meets))
      noteOutcome(a, *found, TRUE_BUT_LOST);
    else picked.push_back(found);
  };
  offer(machine);
  for (const Row* state : ownerOf(machine).allStates)
    if (isActive(*state, a)) offer(*state);
}

/** Select for an event, offered to interrupts and transitions, or for a completion, offered to those of its state. */
inline void selectForEvent(const Row& machine, Body& a, const Item& item, Rows& picked) {
  Work& work = workOf(a, machine);
  beginSelection(a, work, Work::Asks::event, false);
  work.item = &item;
  Lent<Rows> ordinary(a.s.rows);
  if (item.state == nullptr) pickInterrupts(machine, a, picked);
  const int interrupts = picked.count();
  pickInnerFirst(machine, a, *ordinary);
  for (const Row* each : *ordinary) {
    bool isStopped = false;
    for (int k = 0; k < interrupts && !isStopped; ++k) {
      const Row* domain = domainOf(*picked[k], a);
      isStopped =
          domain != nullptr && (isBelow(*each->transition->source, *domain) || exitSetsMeet(*each, *picked[k], a));
    }
    if (isStopped) noteOutcome(a, *each, TRUE_BUT_LOST);
    else picked.push_back(each);
  }
  work.item = nullptr;
  endSelection(a, work, picked);
}

// -- running to rest: each gives false where the machine does not come to rest

inline bool isOver(const Item& item, const Body& a) {
  return !isActive(*item.state, a) || a.ints[ownerOf(*item.state).activation] != item.activation;
}
inline bool addRound(Work& work, const Body& a) { return ++work.rounds <= a.p.rounds; }
/** Take transitions as one microstep, if there are any. */
inline bool take(const Row& machine, Body& a, const Rows& picked) {
  if (picked.empty()) return true;
  if (!addRound(workOf(a, machine), a)) return false;
  microstep(machine, a, picked);
  return true;
}

/** Take one event or completion; one of a state that has been left since is dropped. */
inline bool takeItem(const Row& machine, Body& a, const Item& item) {
  if (item.state != nullptr && isOver(item, a)) return true;
  a.event = item.event;
  Lent<Rows> picked(a.s.rows);
  selectForEvent(machine, a, item, *picked);
  if (!addRound(workOf(a, machine), a)) return false;
  if (!picked->empty()) microstep(machine, a, *picked);
  a.event = {};
  return true;
}

inline bool runToRest(const Row& machine, Body& a) {
  Work& work = workOf(a, machine);
  while (work.status == IDLE) {
    Lent<Rows> picked(a.s.rows);
    if (ownerOf(machine).eventless) {
      beginSelection(a, work, Work::Asks::eventless, false);
      pickInnerFirst(machine, a, *picked);
      endSelection(a, work, *picked);
    }
    if (!picked->empty()) {
      if (!take(machine, a, *picked)) return false;
    } else if (work.taken < work.queue.count()) {
      const Item item = work.queue[work.taken++];
      if (!takeItem(machine, a, item)) return false;
    } else break;
  }
  if (work.taken == work.queue.count()) work.queue.clear(), work.taken = 0;
  work.inMacrostep = false;
  return true;
}

/** Take one event or completion and run to rest. */
inline bool macrostep(const Row& machine, Body& a, const Item& item) {
  Work& work = workOf(a, machine);
  if (work.status != IDLE || (item.state != nullptr && isOver(item, a))) return true;
  beginMacrostep(work);
  return takeItem(machine, a, item) && runToRest(machine, a);
}
inline bool macrostep(const Row& machine, Body& a, const EventPtr& event) {
  Item item;
  item.event = event;
  return macrostep(machine, a, item);
}

// -- the tick of a machine

inline void tickActivity(const Row& state, Body& a) {
  const Activity& activity = *ownerOf(state).activity;
  if (a.bytes[activity.ended] != 0 || a.visitsLeft <= 0) return;
  bind(a, activity.bindings);
  const bool isBound = !hasFailed(state, a, &activity);
  if (!isBound) halt(*activity.row, a);
  const Outcome result = isBound ? visitRoot(*activity.row, a) : FAILURE;
  a.state = &state;
  if (result != SUCCESS && result != FAILURE) return;
  if (!activity.loop) a.bytes[activity.ended] = 1;
  complete(state, result, workOf(a, *state.machine).completions, a);
}

/** Steps 6 and 7: update the active states and tick their activities, outer first, and take what came of it. */
inline bool updates(const Row& machine, Body& a) {
  Work& work = workOf(a, machine);
  if (work.status != IDLE) return true;
  work.failed.clear();
  if (ownerOf(machine).hasActivities)
    for (const Row* state : ownerOf(machine).allStates) {
      if (!isActive(*state, a)) continue;
      a.state = state;
      runMachineBlock(ownerOf(*state).update, *state, a);
      if (ownerOf(*state).activity != nullptr) tickActivity(*state, a);
    }
  const int completions = work.completions.count(), later = work.later.count();
  for (int k = 0; k < completions + later; ++k) {
    const Item item = k < completions ? work.completions[k] : work.later[k - completions];
    if (!macrostep(machine, a, item)) return false;
  }
  if (completions + later > 0) return true;
  beginMacrostep(work);
  return runToRest(machine, a);
}

inline bool enterBelow(const Row& machine, const Rows& targets, Body& a) {
  EntryPlan plan(a);
  plan.add(machine, targets);
  enterStates(plan, a);
  return runToRest(machine, a);
}

inline void takeActive(const Row& machine, const Body& a, Rows& into) {
  for (const Row* state : ownerOf(machine).allStates)
    if (isActive(*state, a)) into.push_back(state);
}

/** Enter the states that the game ordered, as from the root. */
inline bool enterOrdered(const Row& machine, Body& a) {
  if (a.entries.empty()) return true;
  Work& work = workOf(a, machine);
  Lent<Rows> ordered(a.s.rows);
  for (const Row* each : a.entries)
    if (each->machine == &machine) ordered->push_back(each);
  const auto isOurs = [&](const Row* each) { return each->machine == &machine; };
  a.entries.erase(std::remove_if(a.entries.begin(), a.entries.end(), isOurs), a.entries.end());
  for (const Row* state : *ordered) {
    if (work.status != IDLE) break;
    beginMacrostep(work);
    {
      Lent<Rows> active(a.s.rows);
      takeActive(machine, a, *active);
      exitStates(*active, a);
    }
    if (!enterBelow(machine, {state}, a)) return false;
  }
  return true;
}

/** Step 1: enter the initial states; then steps 6 and 7. */
inline bool startMachine(const Row& machine, Body& a) {
  a.ints[ownerOf(machine).entered] = a.tick();
  a.state = &machine;
  beginMacrostep(workOf(a, machine));
  startTimers(machine, a);
  runMachineBlock(ownerOf(machine).initialActions, machine, a);
  return enterBelow(machine, ownerOf(machine).initial, a) && enterOrdered(machine, a) && updates(machine, a);
}

inline bool polledInterrupts(const Row& machine, Body& a) {
  Work& work = workOf(a, machine);
  if (work.status != IDLE) return true;
  work.fresh.clear();
  beginMacrostep(work);
  if (!a.pending.empty()) recheckPending(machine, a, true);
  Lent<Rows> picked(a.s.rows);
  beginSelection(a, work, Work::Asks::polled, true);
  pickInterrupts(machine, a, *picked);
  endSelection(a, work, *picked);
  return take(machine, a, *picked) && runToRest(machine, a);
}

/** Ask all states but those entered in step 4; then, while transient states were entered, these alone. */
inline bool polledTransitions(const Row& machine, Body& a) {
  Work& work = workOf(a, machine);
  Lent<Rows> entered(a.s.rows), only(a.s.rows), picked(a.s.rows);
  entered->assign(work.fresh.begin(), work.fresh.end());
  int passes = 0;
  for (bool isFirst = true; work.status == IDLE && (isFirst || !only->empty()); isFirst = false, ++passes) {
    work.fresh.clear();
    picked->clear();
    beginMacrostep(work);
    if (isFirst && !a.pending.empty()) recheckPending(machine, a, false);
    beginSelection(a, work, Work::Asks::polled, true);
    pickOuterFirst(
        machine, a, [&](const Row* owner) { return isFirst ? !entered->has(owner) : only->has(owner); }, *picked);
    endSelection(a, work, *picked);
    if (!picked->empty() && passes > a.p.rounds) return false;
    if (!take(machine, a, *picked) || !runToRest(machine, a)) return false;
    if (!ownerOf(machine).hasTransient) return true;
    only->clear();
    for (const Row* each : ownerOf(machine).allStates)
      if (isActive(*each, a) && ownerOf(*each).transient && (work.fresh.has(each) || entered->has(each)))
        only->push_back(each);
    if (!only->empty() && passes > a.p.rounds) return false; // picked nothing, and yet goes on
    entered->clear();
  }
  return true;
}

inline bool steps(const Row& machine, Body& a) {
  Work& work = workOf(a, machine);
  Lent<Array<std::uint64_t>> due(a.s.serials); // what is raised from now on waits for the next tick
  for (const Delayed& each : a.delayed)
    if (each.machine == machine.index && each.due <= a.now) due->push_back(each.serial);
  if (!enterOrdered(machine, a)) return false;
  beginMacrostep(work);
  if (!runToRest(machine, a)) return false; // step 2
  for (const std::uint64_t serial : *due) {
    if (work.status != IDLE) break;
    const auto isIt = [&](const Delayed& each) { return each.serial == serial; };
    const Delayed* waiting = std::find_if(a.delayed.begin(), a.delayed.end(), isIt);
    if (waiting == a.delayed.end()) continue;
    const EventPtr event = waiting->event;
    a.delayed.removeIf(isIt);
    if (!macrostep(machine, a, event)) return false;
  }
  for (int k = 0; k < a.events.count(); ++k) { // step 3
    const EventPtr event = a.events[k];
    if (!macrostep(machine, a, event)) return false;
  }
  return polledInterrupts(machine, a) && polledTransitions(machine, a) && updates(machine, a);
}

inline void exitAll(const Row& machine, Body& a) {
  Work& work = workOf(a, machine);
  if (work.active) work.stopping = true;
  Lent<Rows> active(a.s.rows);
  takeActive(machine, a, *active);
  for (int k = active->count() - 1; k >= 0; --k) exitState(*(*active)[k], a);
  forgetMachine(machine, a);
}

inline Outcome tickMachine(const Row& machine, Body& a) {
  const Row* outer = a.state;
  Work& work = workOf(a, machine);
  if (work.active) return FAILURE; // it is inside itself, in a damaged program
  work.begin();
  const bool rests = a.ints[ownerOf(machine).entered] == -1 ? startMachine(machine, a) : steps(machine, a);
  if (!rests) {
    a.note(machine, "The machine did not come to rest in the rounds of one tick; the rest was dropped.");
    a.event = {};
  }
  if (work.status != IDLE) exitAll(machine, a);
  work.active = false;
  a.state = outer;
  return work.status == IDLE ? RUNNING : work.status;
}

/** Forget histories, cooldowns, and what is delayed and pending: the machine begins or is over. */
inline void forgetMachine(const Row& machine, Body& a) {
  a.delayed.removeIf([&](const Delayed& each) { return each.machine == machine.index; });
  const auto forget = [&](const Row& row) {
    forgetPending(a, row);
    if (ownerOf(row).history != nullptr)
      for (const Memory& each : ownerOf(row).history->places) a.bytes[each.place] = 0;
  };
  forget(machine);
  for (const Row* each : ownerOf(machine).allStates) forget(*each);
  for (const Row* each : ownerOf(machine).allTransitions)
    if (each->transition->cooldown != nullptr) a.ints[each->transition->cooldown->readyFrom] = 0;
}

// ---- The tick of an agent ---------------------------------------------------------------------------------------

inline void beginReports(Body& a) {
  std::fill(a.outcomes.begin(), a.outcomes.end(), std::uint8_t{0});
  a.errors.clear();
  a.made.clear();
  a.asked.clear();
  a.armed.clear();
  for (const int each : a.s.touched) a.s.reads[each].clear();
  a.s.touched.clear();
  a.s.lists.used = a.s.texts.used = 0;
  a.visitsLeft = mostVisits;
  a.passedGuard = -1;
  a.events.clear();
  a.event = {};
  a.state = nullptr;
  a.failed = false;
  a.now = a.common.tickNow + a.ahead;
}

/** Return the table of a curve that the agent reads. */
inline const Curve* curveOf(const Body& a, const Curve& known) {
  for (const Curve& own : a.ownCurves)
    if (own.name == known.name) return &own;
  return &known;
}

/** Let an agent remember nothing: all places as at its first tick. */
inline void begin(Body& a) {
  const Program& p = a.p;
  a.bytes.assign(static_cast<std::size_t>(p.bytes), 0);
  a.ints.assign(static_cast<std::size_t>(p.ints), 0);
  a.floats.assign(static_cast<std::size_t>(p.floats), 0);
  a.curves.clear();
  for (const Curve& each : p.curves) a.curves.push_back(curveOf(a, each));
  a.objects.assign(static_cast<std::size_t>(p.objects), Object());
  a.outcomes.assign(p.rows.size(), 0);
  a.mixed = fmix(fmix(a.common.seed) ^ fnv1a(a.id));
  a.ahead = 0;
  a.posted.clear();
  a.delayed.clear();
  a.pending.clear();
  a.requests.clear();
  a.freeRequests.clear();
  for (const auto& each : a.requestStore) a.freeRequests.push_back(each.get());
  a.quiet = 0;
  a.ended = false;
  a.dropOrders();
  a.finalRow = -1;
  a.status = Status::idle;
  beginReports(a);
  for (const int place : p.untouched) a.ints[place] = -1;
  writeFresh(a, p.defaults);
  for (const Trigger& each : p.triggers)
    if (a.bytes[each.place] != UNARMED) arm(a, each, ARMED);
}

/** Ask for steering in this tick; what is asked again as it is in force is the same request. */
template <class Same, class Fill>
void steer(Body& a, const Row& row, std::string_view behavior, double weight, double priority, Same isSame, Fill fill) {
  const SteeringRequest* request = nullptr;
  for (const SteeringRequest* each : a.requests) {
    const bool isLike = each->row == row.index && each->behavior == behavior && each->weight == weight;
    if (isLike && each->priority == priority && isSame(each->arguments)) {
      request = each;
      break;
    }
  }
  if (request == nullptr) {
    if (a.freeRequests.empty()) {
      a.requestStore.push_back(std::make_unique<SteeringRequest>());
      a.freeRequests.reserve(a.requestStore.capacity());
      a.freeRequests.push_back(a.requestStore.back().get());
    }
    SteeringRequest& made = *a.freeRequests.back();
    a.freeRequests.pop_back();
    made.row = row.index, made.behavior = behavior, made.weight = weight, made.priority = priority;
    made.stream = row.hasStream ? static_cast<std::int64_t>(row.stream) : -1;
    made.arguments.clear();
    fill(made.arguments);
    request = &made;
  }
  auto place = a.made.end();
  while (place != a.made.begin() && (*(place - 1))->row > row.index) --place;
  a.made.insert(place, request);
}

/** Decide which requests are in force until the next tick. */
inline void closeRequests(Body& a) {
  const bool asks = !a.made.empty() && !a.ended;
  a.quiet = asks ? 0 : a.quiet + 1;
  if (asks && a.requests != a.made) a.requests.assign(a.made.begin(), a.made.end());
  else if (!asks && (a.quiet >= 2 || a.ended)) a.requests.clear();
  if (a.freeRequests.size() + a.requests.size() == a.requestStore.size()) return;
  a.freeRequests.clear(); // those that were dropped are used again
  for (const auto& each : a.requestStore)
    if (std::find(a.requests.begin(), a.requests.end(), each.get()) == a.requests.end())
      a.freeRequests.push_back(each.get());
}

inline void endAgent(Body& a, const Row& root) {
  a.ended = true;
  a.dropOrders();
  letGo(a.p.claims, a);
  a.finalRow = -1;
  for (const Row* each : ownerOf(root).states)
    if (a.finalRow < 0 && ownerOf(*each).status != IDLE && a.outcomes[static_cast<std::size_t>(each->index)] != 0)
      a.finalRow = each->index;
}

/** Let variables rise by the time since the last tick; in the first one by nothing. */
MINDLOOM_EXACT inline void rise(Body& a) {
  const std::int32_t risen = std::exchange(a.ints[a.p.risen], a.after(1));
  if (risen <= 0) return;
  const double seconds = static_cast<double>(a.now - (risen - 1)) / a.p.rate;
  for (const Rising& each : a.p.rising) {
    double& value = a.floats[each.place];
    value += each.rate * seconds;
    if (value < each.least) value = each.least;
    if (value > each.most) value = each.most;
  }
}

inline Outcome tickRoot(Body& a) {
  const Row& root = a.p.rows[0];
  for (int k = 0; k < a.delayed.count();) {
    const Delayed& each = a.delayed[k];
    if (each.machine != -1 || each.due > a.now) {
      ++k;
      continue;
    }
    a.events.push_back(each.event);
    a.delayed.remove(k);
  }
  a.events.insert(a.events.end(), a.posted.begin(), a.posted.end());
  a.posted.clear();
  beginTriggers(a);
  if (!a.p.rising.empty()) rise(a);
  const Outcome result = visitRoot(root, a);
  if (result != RUNNING) clear(root, a);
  if (result != RUNNING && root.op == Op::machine) endAgent(a, root);
  for (const Row* each : a.p.states) {
    std::uint8_t& outcome = a.outcomes[static_cast<std::size_t>(each->index)];
    if (outcome == 0 && a.bytes[each->index] != 0) outcome = ACTIVE;
  }
  ageTriggers(a);
  for (const Row* each : a.entries)
    a.note(*each, "The state was not entered: its machine did not run in this tick, or the tick was cut short.");
  a.entries.clear();
  return result;
}

inline void tick(Body& a) {
  beginReports(a);
  if (a.ended) a.posted.clear();
  a.status = a.ended ? Status::idle : static_cast<Status>(std::min<int>(tickRoot(a), SKIPPED));
  closeRequests(a);
  a.events.clear();
}

inline Result<> mustRest(const Common& common, const char* what) {
  if (!common.isTicking) return Done();
  return refuse("A tick is under way; " + std::string(what) + " when it is over");
}

inline const Variable* declared(const Program& p, std::string_view name) {
  for (const Variable& each : p.variables)
    if (each.own && each.name == name) return &each;
  return nullptr;
}
inline Refused unknownVariable(const Program& p, std::string_view name) {
  Array<std::string> known;
  for (const Variable& each : p.variables)
    if (each.own) known.push_back(each.name);
  return refuse("The mind has no variable '" + std::string(name) + "'; it has " +
                (known.empty() ? "none" : joined(known)));
}

Result<EventPtr> eventOf(Body& a, std::string_view event, const Fields& payload);
/** Take an event for the next tick. */
inline void take(Body& a, const EventPtr& event) {
  a.posted.push_back(event);
  if (a.common.watcher != nullptr) a.common.watcher->posted(*a.self, *event);
}

inline void haltAgent(Body& a) {
  if (a.ended) return;
  beginReports(a);
  halt(a.p.rows[0], a);
  letGo(a.p.claims, a);
  a.pending.clear();
  a.delayed.clear();
  a.posted.clear();
  a.requests.clear();
  a.made.clear();
  a.dropOrders();
  a.ended = true;
  a.status = Status::idle;
}

// ---- Saved games ------------------------------------------------------------------------------------------------

inline Json savedEvent(const EventPtr& event) {
  if (!event) return {};
  Json saved = Json::object().add("name", event->name);
  if (!event->fields.empty()) saved.add("fields", toSaved(event->fields));
  return saved;
}

template <class Item, class Make> void addFilled(Json& saved, const char* name, const Item& items, Make make) {
  if (items.empty()) return;
  Json list = Json::list();
  for (const auto& each : items) list.add(make(each));
  saved.add(name, std::move(list));
}

inline std::string hexOf(std::uint8_t byte) {
  static constexpr const char* digits = "0123456789abcdef";
  return {digits[byte >> 4], digits[byte & 15]};
}
inline int digitOf(char letter) { return letter <= '9' ? letter - '0' : letter - 'a' + 10; }
inline double checkOf(const std::string& hash, const std::string& bytes, const std::string& ints) {
  return fnv1a(hash + "|" + bytes + "|" + ints);
}

inline Json saveAgent(const Body& a) {
  std::string bytes, ints;
  for (const std::uint8_t each : a.bytes) bytes += hexOf(each);
  for (const std::int32_t each : a.ints) ints += (ints.empty() ? "" : ",") + std::to_string(each);
  Json saved = Json::object().add("mind", a.p.hash).add("bytes", bytes);
  addFilled(saved, "ints", a.ints, [](std::int32_t each) { return Json(each); });
  addFilled(saved, "floats", a.floats, [](double each) { return toSaved(each); });
  addFilled(saved, "objects", a.objects, [](const Object& each) { return each.isNull ? Json() : Json(each.text); });
  if (a.ended) saved.add("ended", true);
  if (a.finalRow >= 0) saved.add("final", a.finalRow);
  if (a.quiet != 0) saved.add("quiet", a.quiet);
  if (a.ahead != 0) saved.add("ahead", a.ahead);
  addFilled(saved, "posted", a.posted, savedEvent);
  addFilled(saved, "delayed", a.delayed, [](const Delayed& each) {
    Json made = Json::object().add("due", each.due).add("machine", each.machine).add("state", each.state);
    return made.add("id", each.id).add("event", savedEvent(each.event));
  });
  addFilled(saved, "pending", a.pending, [](const Pending& each) {
    Json made = Json::object().add("source", each.source).add("transition", each.transition).add("since", each.since);
    Json armed = Json::list();
    for (const int place : each.armed) armed.add(place);
    return made.add("due", each.due).add("event", savedEvent(each.event)).add("armed", std::move(armed));
  });
  addFilled(saved, "requests", a.requests, [](const SteeringRequest* each) {
    Json made = Json::object().add("row", each->row).add("behavior", each->behavior);
    made.add("arguments", toSaved(each->arguments)).add("weight", toSaved(each->weight));
    return made.add("priority", toSaved(each->priority)).add("stream", each->stream);
  });
  return saved.add("check", checkOf(a.p.hash, bytes, ints));
}

/** Reads what was saved of an agent; nothing of the agent changes before all was found whole. */
class Restoring {
  Body& a_;
  const Json& saved_;

  const Type* typeOf(const std::map<std::string, Array<std::pair<std::string, Type>>, std::less<>>& all,
                     std::string_view name, std::string_view field) const {
    const auto found = all.find(name);
    if (found == all.end()) return nullptr;
    for (const auto& [known, type] : found->second)
      if (known == field) return &type;
    return nullptr;
  }
  EventPtr event(const Json& data) const {
    if (!data.isObject()) return {};
    EventPtr made = a_.common.store.make(data["name"].text);
    const Json& fields = data["fields"];
    for (int k = 0; k < fields.count(); ++k) {
      const std::string& field = fields.names[static_cast<std::size_t>(k)];
      made->fields.add(field, fromSaved(fields.items[k], typeOf(a_.p.events, made->name, field)).view());
    }
    return made;
  }
  bool hasEvents(const char* name, bool mayLack) const {
    for (const Json& each : saved_[name].items) {
      const Json& event = mayLack || name == std::string_view("delayed") ? each["event"] : each;
      if (!(event.isNull() && mayLack) && !event["name"].isText()) return false;
    }
    return true;
  }
  bool isPending(const Json& each) const {
    const int transition = each["transition"].whole();
    if (transition < 0 || transition >= static_cast<int>(a_.p.rows.size())) return false;
    const Row& row = a_.p.rows[static_cast<std::size_t>(transition)];
    if (row.op != Op::transition || row.transition->delay == nullptr) return false;
    for (const Json& place : each["armed"].items)
      if (place.whole() < 0 || place.whole() >= a_.p.bytes) return false;
    return each["source"].whole() == row.transition->source->index;
  }

 public:
  Restoring(Body& body, const Json& saved) : a_(body), saved_(saved) {}

  Result<> check() const {
    const std::string& bytes = saved_["bytes"].text;
    const Json &ints = saved_["ints"], &floats = saved_["floats"], &objects = saved_["objects"];
    if (saved_["mind"].text != a_.p.hash) return refuse("It was saved of another mind, or of another version of it");
    std::string numbers;
    for (const Json& each : ints.items) numbers += (numbers.empty() ? "" : ",") + each.write();
    const bool isWhole = saved_["bytes"].isText() && saved_["check"].isNumber() &&
                         saved_["check"].number == checkOf(a_.p.hash, bytes, numbers);
    if (!isWhole) return refuse("What was saved is damaged: its check does not fit");
    if (bytes.size() != 2 * a_.bytes.size() || ints.count() != a_.ints.count() || floats.count() != a_.floats.count() ||
        objects.count() != a_.objects.count())
      return refuse("What was saved is damaged: its memory has another size");
    const auto isHex = [](char each) { return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f'); };
    bool fits = std::all_of(bytes.begin(), bytes.end(), isHex);
    for (const Json& each : ints.items) fits = fits && each.isNumber() && isWhole32(each.number);
    for (const Json& each : floats.items) fits = fits && (each.isNumber() || isOdd(each));
    for (const Json& each : objects.items) fits = fits && (each.isNull() || each.isText());
    for (const Json& each : saved_["pending"].items) fits = fits && isPending(each);
    fits = fits && hasEvents("posted", false) && hasEvents("delayed", false) && hasEvents("pending", true);
    if (!fits) return refuse("What was saved is damaged: what it remembers does not fit");
    return Done();
  }
  static bool isWhole32(double value) { return inner::isWhole(value); }

  void restore() {
    Body& a = a_;
    begin(a);
    const std::string& bytes = saved_["bytes"].text;
    const auto half = [&](int place) { return digitOf(bytes[static_cast<std::size_t>(place)]); };
    for (int k = 0; k < a.bytes.count(); ++k)
      a.bytes[k] = static_cast<std::uint8_t>(16 * half(2 * k) + half(2 * k + 1));
    for (int k = 0; k < a.ints.count(); ++k) a.ints[k] = cut(saved_["ints"].items[k].number);
    for (int k = 0; k < a.floats.count(); ++k) a.floats[k] = numberFromSaved(saved_["floats"].items[k]);
    for (int k = 0; k < a.objects.count(); ++k) {
      a.objects[k].isNull = saved_["objects"].items[k].isNull();
      a.objects[k].text = saved_["objects"].items[k].text;
    }
    a.ended = saved_["ended"].isTrue();
    a.finalRow = saved_["final"].whole();
    a.quiet = std::max(saved_["quiet"].whole(0), 0), a.ahead = saved_["ahead"].whole(0);
    for (const Json& each : saved_["posted"].items) a.posted.push_back(event(each));
    for (const Json& each : saved_["delayed"].items) {
      Delayed& added = delay(a, each["due"].whole(0));
      added.machine = each["machine"].whole(), added.state = each["state"].whole();
      added.id = each["id"].text, added.event = event(each["event"]);
    }
    for (const Json& each : saved_["pending"].items) restorePending(each);
    for (const Json& each : saved_["requests"].items) restoreRequest(each);
  }

 private:
  void restorePending(const Json& each) {
    forgetPending(a_, a_.p.rows[static_cast<std::size_t>(each["source"].whole())]);
    int place = 0;
    while (place < a_.pending.count() && a_.pending[place].source < each["source"].whole()) ++place;
    Pending& waiting = a_.pending.insert(place);
    waiting.source = each["source"].whole(), waiting.transition = each["transition"].whole();
    waiting.since = each["since"].whole(0), waiting.due = each["due"].whole(0), waiting.event = event(each["event"]);
    waiting.armed.clear();
    for (const Json& armed : each["armed"].items) waiting.armed.push_back(armed.whole());
  }
  void restoreRequest(const Json& each) {
    a_.requestStore.push_back(std::make_unique<SteeringRequest>());
    SteeringRequest& made = *a_.requestStore.back();
    made.row = each["row"].whole(), made.behavior = each["behavior"].text;
    made.weight = numberFromSaved(each["weight"]), made.priority = numberFromSaved(each["priority"]);
    made.stream = each["stream"].isNumber()
                      ? static_cast<std::int64_t>(std::clamp(each["stream"].number, -1.0, 4294967295.0))
                      : -1;
    const Json& arguments = each["arguments"];
    for (int k = 0; k < arguments.count(); ++k) {
      const std::string& name = arguments.names[static_cast<std::size_t>(k)];
      made.arguments.add(name, fromSaved(arguments.items[k], typeOf(a_.p.parameters, made.behavior, name)).view());
    }
    a_.requests.push_back(&made);
  }
};

inline void findHolders(Common& common);

} // namespace inner

// ---- Minds ------------------------------------------------------------------------------------------------------

inline Result<Mind> Mind::parse(std::string_view text, std::string_view names) {
  Result<Json> data = Json::parse(text);
  if (!data) return inner::refuse("The export is no JSON: " + data.words());
  Result<Json> named = names.empty() ? Json() : Json::parse(names);
  if (!named) return inner::refuse("The file of names is no JSON: " + named.words());
  if (!names.empty() && !named->isObject()) return inner::refuse("The file of names holds no object");
  Result<Mind> mind = fromJson(*data, *named);
  if (mind) mind->text_ = std::make_shared<std::string>(text), mind->names_ = std::make_shared<std::string>(names);
  return mind;
}

inline Result<Mind> Mind::fromJson(const Json& data, const Json& names) {
  using namespace inner;
  const std::string again = "Export the document again: mindloom export NAME.mind.json";
  if (!data.isObject() && !data.isArray()) return refuse("The export holds no object");
  if (data["format"].text != "mindloom-runtime")
    return refuse("The file is no export: its format is not \"mindloom-runtime\"");
  const Json& version = data["version"];
  const bool isTwo = version.isNumber() && version.number == 2;
  if (!isTwo || data["uses"].isNull()) // the first files that said 2 had the form of 1
    return refuse("The export is of version " + (isTwo ? "1" : version.write()) +
                  ", and this executor reads version 2. " + again);
  const auto lacks = [&](const char* sort, auto& known) -> std::string {
    for (const Json& each : data["uses"][sort].items)
      if (placeOf(known, each.text) < 0)
        return "The export uses '" + each.text + "' (" + sort + "), which this executor does not have";
    return {};
  };
  for (const std::string& lacking :
       {lacks("functions", functionNames), lacks("lines", lineNames), lacks("ops", opNames)})
    if (!lacking.empty()) return refuse(lacking);
  auto program = std::make_shared<Program>();
  Builder builder(data, *program);
  builder.build();
  if (!builder.problem.empty()) return refuse("The export is damaged: " + builder.problem + ". " + again);
  if (names.isObject()) {
    if (names["program"].text != program->hash) return refuse("The file of names is of another export");
    program->hasNames = true;
    for (const Json& each : names["rows"].items) {
      program->nodeNames.push_back(each.count() > 1 ? each.items[1].text : "");
      program->paths.push_back(each.count() > 2 ? each.items[2].text : "");
    }
    program->nodeNames.resize(program->rows.size()), program->paths.resize(program->rows.size());
    program->stateNames = program->nodeNames;
    const Json& texts = names["texts"];
    for (int k = 0; k < texts.count(); ++k) { // "/rows/3/name"
      const std::string_view place = texts.names[static_cast<std::size_t>(k)];
      if (place.substr(0, 6) != "/rows/" || place.size() < 12 || place.substr(place.size() - 5) != "/name") continue;
      const int row = std::atoi(std::string(place.substr(6, place.size() - 11)).c_str());
      if (place == "/rows/" + textOf(row) + "/name" && row < program->stateNames.count() && row >= 0)
        program->stateNames[row] = texts.items[k].text;
    }
  }
  Mind mind;
  mind.program_ = std::move(program);
  mind.text_ = mind.names_ = std::make_shared<std::string>();
  return mind;
}

// -- what actions and conditions are called with

inline const std::string& Context::agent() const { return body_.id; }
inline Agent& Context::mind() const { return *body_.self; }
inline int Context::row() const { return call_ == nullptr ? -1 : call_->row->index; }
inline std::string_view Context::action() const { return call_ == nullptr ? std::string_view() : call_->name; }
inline std::int64_t Context::now() const { return body_.now; }
inline double Context::elapsed() const { return static_cast<double>(body_.now - entered_) * dt(); }
inline double Context::dt() const { return 1 / body_.p.rate; }
inline double Context::random() {
  if (call_ == nullptr || call_->row->draws < 0) return fail("This node has no place that counts draws."), 0;
  return inner::drawFloat(body_, *call_->row, call_->row->draws);
}
inline int Context::randomInt(int low, int high) {
  if (call_ == nullptr || call_->row->draws < 0) return fail("This node has no place that counts draws."), low;
  return inner::cut(inner::drawInt(body_, *call_->row, call_->row->draws, low, high));
}
inline Value Context::entityField(std::string_view entity, std::string_view field) {
  std::string problem;
  const std::string name(entity);
  std::optional<Value> found = inner::fieldOfEntity(body_.common, View(&name), std::string(field), problem);
  if (!found) fail(problem);
  return found.value_or(Value());
}
inline void Context::effect(std::string_view name, const Fields& given) {
  Effect& added = body_.common.effects.add();
  added.agent = body_.id, added.name = name;
  added.arguments.clear();
  for (const Field& each : given) added.arguments.add(each.name, each.value.view());
}
inline void Context::effect(std::string_view name, const Arguments& given) {
  Effect& added = body_.common.effects.add();
  added.agent = body_.id, added.name = name;
  added.arguments.clear();
  for (int k = 0; k < given.count(); ++k) added.arguments.add(given.name(k), given[k]);
}
inline void Context::steer(std::string_view behavior, const Fields& given, double weight, double priority) {
  if (call_ == nullptr) return;
  const auto isSame = [&](const Fields& known) {
    return std::all_of(given.begin(), given.end(),
                       [&](const Field& each) { return same(known[each.name], each.value); });
  };
  inner::steer(body_, *call_->row, behavior, weight, priority, isSame, [&](Fields& into) { into = given; });
}
inline Status Context::fail(std::string_view words) {
  body_.fail(std::string(words));
  return Status::failure;
}

inline Status steering(Context& context, const Arguments& given) {
  const auto isOwn = [&](int k) { return given.name(k) != "weight" && given.name(k) != "priority"; };
  const auto isSame = [&](const Fields& known) {
    int place = 0;
    for (int k = 0; k < given.count(); ++k)
      if (isOwn(k) && !same((known.begin() + place++)->value, given[k])) return false;
    return true;
  };
  const auto fill = [&](Fields& into) {
    for (int k = 0; k < given.count(); ++k)
      if (isOwn(k)) into.add(given.name(k), given[k]);
  };
  if (context.call_ == nullptr) return Status::running;
  inner::steer(context.body_, *context.call_->row, context.call_->name, given.number("weight", 1),
               given.number("priority", 1), isSame, fill);
  return Status::running;
}

// -- agents

inline Agent::Agent(std::unique_ptr<inner::Body> body) : body_(std::move(body)) { body_->self = this; }
inline Agent::~Agent() = default;
inline const std::string& Agent::id() const { return body_->id; }
inline const Mind& Agent::mind() const { return body_->mind; }
inline Status Agent::status() const { return body_->status; }
inline bool Agent::ended() const { return body_->ended; }
inline const std::vector<std::uint8_t>& Agent::outcomes() const { return body_->outcomes; }
inline const std::vector<const SteeringRequest*>& Agent::requests() const { return body_->requests; }
inline const inner::Recycled<RunError>& Agent::errors() const { return body_->errors; }

inline Result<> Agent::set(std::string_view name, const Value& value) {
  inner::Body& a = *body_;
  const inner::Variable* variable = inner::declared(a.p, name);
  if (variable == nullptr) return inner::unknownVariable(a.p, name);
  if (!inner::fits(value, variable->type))
    return inner::refuse("The variable '" + variable->name + "' is " + inner::typeWords(variable->type) +
                         " and cannot take " + inner::wordsOf(value));
  inner::writeVariable(a, *variable, value);
  a.now = a.common.tickNow + a.ahead;
  if (variable->type.sort == inner::Type::Sort::trigger && value.boolean())
    for (const inner::Trigger& each : a.p.triggers)
      if (each.place == variable->place) inner::arm(a, each, inner::ARMED);
  if (a.common.watcher != nullptr) a.common.watcher->put(*this, variable->name, value);
  return Done();
}
inline Result<Value> Agent::get(std::string_view name) const {
  const inner::Variable* variable = inner::declared(body_->p, name);
  if (variable == nullptr) return inner::unknownVariable(body_->p, name);
  const inner::Reading reading(body_->s);
  return Value(inner::readVariable(*body_, *variable));
}
inline Fields Agent::variables() const {
  Fields found;
  const inner::Reading reading(body_->s);
  for (const inner::Variable& each : body_->p.variables)
    if (each.own) found.add(each.name, inner::readVariable(*body_, each));
  return found;
}

/** Make an event that may be posted. */
inline Result<inner::EventPtr> inner::eventOf(Body& a, std::string_view event, const Fields& payload) {
  const auto known = a.p.events.find(event);
  if (known == a.p.events.end()) {
    const inner::Array<std::string> names(a.p.needs["events"].names.begin(), a.p.needs["events"].names.end());
    return inner::refuse("The mind has no event '" + std::string(event) + "'; it has " +
                         (names.empty() ? "none" : inner::joined(names)));
  }
  std::string words, odd;
  bool isOdd = false;
  const auto note = [&](const std::string& name) {
    if (!isOdd) isOdd = true, odd = name;
  };
  for (const auto& [name, type] : known->second) {
    words += (words.empty() ? "" : ", ") + name + ": " + inner::typeWords(type);
    if (payload.find(name) == nullptr) note(name);
  }
  for (const Field& each : payload) {
    const auto isIt = [&](const auto& pair) { return pair.first == each.name; };
    if (std::none_of(known->second.begin(), known->second.end(), isIt)) note(each.name);
  }
  if (isOdd)
    return inner::refuse("The event '" + std::string(event) + "' carries " + (words.empty() ? "nothing" : words) +
                         "; see '" + odd + "'");
  for (const auto& [name, type] : known->second)
    if (!inner::fits(payload[name], type))
      return inner::refuse(std::string(event) + "." + name + " is " + inner::typeWords(type));
  inner::EventPtr made = a.common.store.make(event);
  for (const auto& [name, type] : known->second) made->fields.add(name, payload[name]);
  return made;
}
inline Result<> Agent::post(std::string_view event, const Fields& payload) {
  Result<inner::EventPtr> made = inner::eventOf(*body_, event, payload);
  if (!made) return inner::Refused{made.words()};
  inner::take(*body_, *made);
  return Done();
}
inline Result<> Agent::order(int row, std::optional<std::string_view> to) {
  using inner::Op;
  inner::Body& a = *body_;
  if (Result<> rests = inner::mustRest(a.common, "give orders"); !rests) return rests;
  if (a.ended) return inner::refuse("The mind has ended; it takes no orders");
  const int word = to ? inner::placeOf(inner::orderNames, *to) : inner::IDLE;
  if (word < 0)
    return inner::refuse("An order is success, failure, skipped, disabled, enter or null, not " + std::string(*to));
  const bool enters = word == inner::RUNNING, isThere = row >= 0 && row < static_cast<int>(a.p.rows.size());
  const inner::Row* found = isThere ? &a.p.rows[static_cast<std::size_t>(row)] : nullptr;
  const auto isNode = [](Op op) { return op < Op::machine || op == Op::decision_tree; };
  if (found == nullptr || found->disabled || !(enters ? found->op == Op::state : isNode(found->op)))
    return inner::refuse("Row " + inner::textOf(row) + " is no " +
                         (enters ? "state that can be entered" : "node that can be forced"));
  if (enters) a.entries.push_back(found);
  else if (to) a.orders[row] = static_cast<inner::Outcome>(word);
  else a.orders.erase(row);
  if (a.common.watcher != nullptr) a.common.watcher->ordered(*this, row, to);
  return Done();
}
inline std::vector<std::pair<int, std::string_view>> Agent::ordered() const {
  std::vector<std::pair<int, std::string_view>> found;
  for (const auto& [row, to] : body_->orders) found.emplace_back(row, inner::orderNames[to]);
  for (const inner::Row* each : body_->entries) found.emplace_back(each->index, inner::orderNames[inner::RUNNING]);
  return found;
}
inline Result<> Agent::halt() {
  Result<> rests = inner::mustRest(body_->common, "halt an agent");
  if (!rests || body_->ended) return rests;
  inner::haltAgent(*body_);
  if (body_->common.watcher != nullptr) body_->common.watcher->halted(*this);
  return rests;
}
inline Result<> Agent::restart() {
  Result<> rests = inner::mustRest(body_->common, "halt an agent");
  if (!rests) return rests;
  const std::int64_t ahead = body_->ahead;
  inner::haltAgent(*body_);
  inner::begin(*body_);
  body_->ahead = ahead;
  if (body_->common.watcher != nullptr) body_->common.watcher->restarted(*this);
  return Done();
}
inline std::vector<std::string> Agent::activeStates() const {
  std::vector<std::string> found;
  for (const inner::Row* each : body_->p.states)
    if (inner::isActive(*each, *body_))
      found.push_back(body_->p.hasNames ? body_->p.stateNames[each->index] : inner::textOf(each->index));
  return found;
}
inline Result<Status> Agent::statusOf(std::string_view id) const {
  const inner::Program& p = body_->p;
  if (!p.hasNames) return inner::refuse("Without the file of names the node '" + std::string(id) + "' cannot be found");
  for (int k = 0; k < p.paths.count(); ++k)
    if (p.nodeNames[k] == id || p.paths[k] == id) return static_cast<Status>(std::min<int>(body_->bytes[k], 4));
  return inner::refuse("The mind has no node '" + std::string(id) + "'");
}
inline Json Agent::save() const { return inner::saveAgent(*body_); }
inline Result<> Agent::restore(const Json& saved) {
  if (Result<> rests = inner::mustRest(body_->common, "restore"); !rests) return rests;
  inner::Restoring restoring(*body_, saved);
  if (Result<> fits = restoring.check(); !fits) return fits;
  restoring.restore();
  inner::findHolders(body_->common);
  if (body_->common.watcher != nullptr) body_->common.watcher->restored(*this);
  return Done();
}

// -- all agents of a game

namespace inner {

inline Body& bodyOf(const Agent& agent) { return *agent.body_; }
inline Common& commonOf(const Minds& minds) { return *minds.common_; }
inline Agent* agentOf(const Common& common, std::string_view id) {
  const auto isBefore = [](const auto& agent, std::string_view than) { return agent->id() < than; };
  const auto found = std::lower_bound(common.agents.begin(), common.agents.end(), id, isBefore);
  return found != common.agents.end() && (*found)->id() == id ? found->get() : nullptr;
}
inline Refused unknownAgent(std::string_view id) { return refuse("There is no agent '" + std::string(id) + "'"); }

/** Return what the ticks of a program use; refuse another rate, and where the game lacks something that it needs. */
/** Return the tables that a game gives an agent; refuse those that the mind does not have. */
inline Result<Array<Curve>> curvesFrom(const Program& p, const Curves& given) {
  Array<Curve> own;
  for (const auto& [name, points] : given) {
    Array<std::string> known;
    for (const Curve& each : p.curves) known.push_back(each.name);
    if (!known.has(name))
      return refuse("The mind has no curve '" + name + "'; it has " + (known.empty() ? "none" : joined(known)));
    Curve made;
    made.name = name;
    made.points.assign(points.begin(), points.end());
    if (!made.isTable()) return refuse(made.problem());
    own.push_back(std::move(made));
  }
  return own;
}

inline Result<Scratch*> scratchOf(Common& common, const std::shared_ptr<const Program>& program) {
  if (!common.agents.empty() && program->rate != common.rate)
    return refuse("The mind is for " + textOf(program->rate) + " ticks per second, the others are for " +
                  textOf(common.rate) + ". Export all for one rate");
  if (const auto known = common.scratches.find(program.get()); known != common.scratches.end())
    return known->second.get();
  auto made = std::make_unique<Scratch>();
  const auto lacking = [](const std::string& what, const std::string& sort, const std::string& name, const char* how) {
    return refuse("The mind needs the " + what + " '" + name + "', and the game has none. Give it one: game." + sort +
                  "[\"" + name + "\"] = " + how);
  };
  const Game& game = common.game;
  for (const std::string& each : program->actions) {
    const auto found = game.actions.find(each);
    if (found == game.actions.end() || !found->second.tick)
      return lacking("action", "actions", each, "[](Context&, const Arguments&) { return Status::running; }");
    made->actions.push_back(&found->second);
  }
  for (const std::string& each : program->conditions) {
    const auto found = game.conditions.find(each);
    if (found == game.conditions.end() || !found->second.ask)
      return lacking("condition", "conditions", each, "[](Context&, const Arguments&) { return true; }");
    made->conditions.push_back(&found->second);
  }
  for (const std::string& each : program->queries) {
    const auto found = game.queries.find(each);
    if (found == game.queries.end() || !found->second)
      return lacking("query", "queries", each,
                     "[](const std::string&, const std::string&) { return std::vector<std::string>(); }");
    made->queries.push_back(&found->second);
  }
  for (const Variable& each : program->variables) {
    const Cell* known = each.world ? common.cellOf(each.name) : nullptr;
    if (known != nullptr && !(known->type == each.type))
      return refuse("The shared variable '" + each.name + "' has another type in another mind");
  }
  for (const Variable& each : program->variables) {
    if (each.world && common.cellOf(each.name) == nullptr) {
      auto cell = std::make_unique<Cell>();
      cell->name = each.name, cell->type = each.type, cell->value = each.first;
      common.cells.push_back(std::move(cell));
    }
    made->world.push_back(each.world ? common.cellOf(each.name) : nullptr);
  }
  made->program = program;
  made->works.resize(static_cast<std::size_t>(program->machines));
  made->asked.resize(static_cast<std::size_t>(program->transitions));
  made->offers.resize(static_cast<std::size_t>(program->transitions));
  made->reads.resize(static_cast<std::size_t>(program->transitions));
  made->touched.reserve(static_cast<std::size_t>(program->transitions));
  made->given.resize(program->calls.size());
  for (const auto& call : program->calls) made->given[call->number].resize(call->values.size());
  return (common.scratches[program.get()] = std::move(made)).get();
}

inline View teamOf(Common& common, const std::string& id, std::optional<Value>& kept) {
  std::string problem;
  kept = fieldOfEntity(common, View(&id), "team", problem);
  return kept ? kept->view() : View();
}

inline void deliver(Common& common) {
  for (const Sent& sent : common.sent) {
    if (const Agent* receiver = agentOf(common, sent.receiver)) {
      take(bodyOf(*receiver), sent.event);
      continue;
    }
    const bool isTeam = sent.receiver == "team";
    if (!isTeam && sent.receiver != "all") continue;
    std::optional<Value> own, other;
    const View team = isTeam ? teamOf(common, sent.sender, own) : View();
    if (isTeam && !own) continue;
    for (const auto& each : common.agents) {
      if (each->id() == sent.sender) continue;
      const View theirs = isTeam ? teamOf(common, each->id(), other) : View();
      if (!isTeam || (other && same(team, theirs))) take(bodyOf(*each), sent.event);
    }
  }
  common.sent.clear();
}

inline void findHolders(Common& common) {
  common.holders.clear();
  for (const auto& agent : common.agents) {
    const Body& a = bodyOf(*agent);
    for (const Row* claim : a.p.claims) {
      const Object& held = a.objects[claim->claimed];
      if (claim->counter < 0 && !held.isNull && common.holderOf(held.text) == nullptr)
        common.holders.add().thing = held.text;
    }
  }
}

/** Tick agents, then deliver what they sent and write what they share. */
template <class Wanted> void tickAll(Common& common, Wanted isWanted) {
  struct Ticking {
    Common& common;
    ~Ticking() { common.isTicking = false; }
  };
  common.effects.clear();
  common.isTicking = true;
  {
    const Ticking ticking{common};
    for (const auto& each : common.agents)
      if (isWanted(*each)) tick(bodyOf(*each));
  }
  if (!common.sent.empty()) deliver(common);
  for (const auto& [cell, value] : common.writes) cell->value = value;
  common.writes.clear();
  common.tickNow += 1;
}

// ---- Saves of an older version ----------------------------------------------------------------------------------

/** Carries what was saved of an agent over to another version of its mind, by a table made at export: data alone. */
class Upgrading {
  using Numbers = std::map<int, int>;
  const Json &saved_, &table_;
  Array<Json> old_[4], new_[4]; // bytes, ints, floats, objects
  Numbers kept_, running_;      // rows that go on, all that are still there
  Json lost_;                   // what is read where nothing is

 public:
  std::string problem;
  std::vector<std::string> freed; // shared variables of which it gives a place back
  Upgrading(const Json& saved, const Json& table) : saved_(saved), table_(table) {}

  /** Tell whether a row goes on; `upgraded` finds that out. */
  bool goesOn(int row) const { return kept_.count(row) > 0; }
  /** Return the save of the mind that the table leads to; `problem` says what is damaged. */
  Json upgraded() {
    remember(saved_, old_);
    if (!saved_["check"].isNumber() || saved_["check"].number != check(saved_["mind"].text, saved_["bytes"].text, old_))
      damaged("its check does not fit");
    remember(table_["begin"], new_);
    for (const Json& row : table_["rows"].items) running_[number(row, "row")] = number(row, "to");
    goOn();
    move(table_["always"]);
    for (const Json& row : table_["rows"].items) {
      if (kept_.count(number(row, "row")) == 0) continue;
      move(row["moves"]);
      at(new_[0], number(row, "to")) = Json(int{RUNNING});
    }
    letGo();
    std::string bytes;
    for (const Json& each : new_[0]) bytes += hexOf(static_cast<std::uint8_t>(each.whole(0)));
    const std::string& to = table_["to"].text;
    Json made = Json::object().add("mind", to).add("bytes", bytes);
    for (int k = 1; k < 4; ++k) made.add(name(k), listOf(new_[k]));
    for (const char* each : {"ahead", "quiet"})
      if (!saved_[each].isNull()) made.add(each, saved_[each]);
    wait(made);
    if (saved_["ended"].isTrue() && running_.count(0) > 0) {
      made.add("ended", true);
      if (const auto final = running_.find(saved_["final"].whole()); final != running_.end())
        made.add("final", final->second);
    }
    return made.add("check", check(to, bytes, new_));
  }

 private:
  void damaged(const std::string& words) {
    if (problem.empty()) problem = words;
  }
  static const char* name(int buffer) {
    static constexpr const char* names[] = {"bytes", "ints", "floats", "objects"};
    return names[buffer];
  }
  static Json listOf(const Array<Json>& items) {
    Json made = Json::list();
    made.items = items;
    return made;
  }
  static double check(const std::string& mind, const std::string& bytes, const Array<Json>* memory) {
    std::string ints;
    for (const Json& each : memory[1]) ints += (ints.empty() ? "" : ",") + each.write();
    return checkOf(mind, bytes, ints);
  }
  void remember(const Json& data, Array<Json>* memory) {
    const std::string& bytes = data["bytes"].text;
    for (std::size_t k = 0; k + 1 < bytes.size(); k += 2)
      memory[0].push_back(Json(16 * digitOf(bytes[k]) + digitOf(bytes[k + 1])));
    for (int k = 1; k < 4; ++k) memory[k] = data[name(k)].items;
  }
  int number(const Json& data, std::string_view name) {
    const int found = data[name].whole(mostTicks);
    if (found == mostTicks) damaged("there is no '" + std::string(name) + "'");
    return found;
  }
  /** Return what is at a place; damage where there is no such place. */
  Json& at(Array<Json>& memory, int place) {
    if (place >= 0 && place < memory.count()) return memory[place];
    damaged("there is no place " + textOf(place));
    return lost_ = Json();
  }
  int old(int buffer, int place) { return at(old_[buffer], place).whole(0); }
  static bool has(const Json& list, std::string_view text) {
    return std::any_of(list.items.begin(), list.items.end(), [&](const Json& each) { return each.text == text; });
  }
  /** Tell whether the child that a node is at is still there. */
  bool isThere(const Json& place) {
    const Array<Json>& children = place["children"].items;
    int child = old(1, number(place, "from"));
    if (!place["order"].isNull() && child >= 0 && child < children.count())
      child = old(1, number(place, "order") + child);
    return child < 0 || child >= children.count() || !children[child].isNull();
  }
  /** Find the rows that go on; a machine does where its configuration is whole. */
  void goOn() {
    const Array<Json>& rows = table_["rows"].items;
    for (const Json& row : rows) {
      bool goesOn = old(0, number(row, "row")) == RUNNING && (row["in"].isNull() || kept_.count(row["in"].whole()) > 0);
      for (const Json& role : row["roles"].items) goesOn = goesOn && old(0, role.whole()) != RUNNING;
      for (const Json& place : row["at"].items) goesOn = goesOn && isThere(place);
      if (goesOn) kept_[number(row, "row")] = number(row, "to");
    }
    for (int k = rows.count() - 1; k >= 0; --k) {
      const bool isAny = !rows[k]["one_of"].isNull();
      const Array<Json>& needed = rows[k][isAny ? "one_of" : "all_of"].items;
      if (kept_.count(number(rows[k], "row")) == 0 || needed.empty()) continue;
      const auto isActive = [&](const Json& state) {
        return std::any_of(kept_.begin(), kept_.end(), [&](const auto& each) { return each.second == state.whole(); });
      };
      if (isAny ? std::any_of(needed.begin(), needed.end(), isActive)
                : std::all_of(needed.begin(), needed.end(), isActive))
        continue;
      const Json& machine = rows[k]["machine"];
      if (machine.count() != 2) return damaged("there is no 'machine'");
      kept_.erase(kept_.lower_bound(machine.items[0].whole()), kept_.lower_bound(machine.items[1].whole()));
    }
  }
  void move(const Json& moves) {
    static constexpr std::string_view buffers[] = {"bytes", "ints", "floats", "objects"};
    for (const Json& each : moves.items) {
      const std::string& op = each["op"].text;
      const int to = number(each, "to"), from = op == "set" ? 0 : number(each, "from"), buffer = placeOf(buffers, op);
      if (!each["unless"].isNull() && old(0, number(each, "unless")) != 0) continue;
      if (buffer >= 0)
        for (int k = 0; k < each["count"].whole(1) && problem.empty(); ++k)
          at(new_[buffer], to + k) = at(old_[buffer], from + k);
      else if (op == "result") {
        if (const int result = old(0, from); result == SUCCESS || result == FAILURE) at(new_[0], to) = Json(result);
      } else if (op == "armed") at(new_[0], to) = Json(old(0, from) != 0 ? 1 : 0);
      else if (op == "set") at(new_[1], to) = each["value"];
      else if (op == "tick") {
        const double tick = old(1, from);
        const bool stays = each["unset"].isTrue() && tick == 0;
        at(new_[1], to) = Json(stays ? tick : std::clamp(tick + number(each, "longer"), 0.0, double{mostTicks}));
      } else moveChild(each, op, from, to);
    }
  }
  /** Move a child, an order of children, or a place in such an order. */
  void moveChild(const Json& data, const std::string& op, int from, int to) {
    Array<Json> children = data["children"].items, order;
    const int at_ = old(1, from), count = children.count();
    const auto hasChild = [&](int child) {
      return std::any_of(order.begin(), order.end(), [&](const Json& each) { return each.whole() == child; });
    };
    if (op == "order") {
      for (int k = 0; k < count; ++k)
        if (const Json& child = at(children, old(1, from + k)); !child.isNull()) order.push_back(child);
      for (int child = 0; child < std::min(data["among"].whole(0), new_[1].count()); ++child)
        if (!hasChild(child)) order.push_back(Json(child));
      for (int k = 0; k < order.count(); ++k) at(new_[1], to + k) = order[k];
    } else if (op == "child") {
      const Json now = at_ >= 0 && at_ < count ? children[at_] : Json(at_);
      if (!now.isNull()) at(new_[1], to) = now;
    } else if (op == "place") {
      const Json now = at_ >= 0 && at_ < count ? at(children, old(1, number(data, "order") + at_)) : Json();
      for (int k = 0; k < data["among"].whole(0) && problem.empty() && !now.isNull(); ++k)
        if (at(new_[1], number(data, "into") + k).whole() == now.whole()) return void(at(new_[1], to) = Json(k));
    } else damaged("there is no move '" + op + "'");
  }
  /** Let claims go that are gone, or whose row does not go on; note the places that are given back. */
  void letGo() {
    std::map<std::string, std::string> lost;
    Array<std::string> held;
    for (const Json& claim : table_["claims"].items) {
      const Json thing = at(old_[3], number(claim, "from"));
      if (!thing.isText()) continue;
      const auto isGoing = [&](const auto& each) { return each.second == claim["in"].whole(); };
      const bool goesOn = claim["in"].isNull() || std::any_of(kept_.begin(), kept_.end(), isGoing);
      if (!claim["to"].isNull() && goesOn) {
        held.push_back(thing.text);
        continue;
      }
      if (!claim["to"].isNull()) at(new_[3], number(claim, "to")) = Json();
      if (!claim["counter"].isNull()) lost[thing.text] = claim["counter"].text;
    }
    for (const auto& [thing, counter] : lost)
      if (!held.has(thing)) freed.push_back(counter);
  }
  /** Return an object with some of its members replaced. */
  static Json changed(Json data, std::initializer_list<std::pair<const char*, Json>> more) {
    for (const auto& [name, value] : more) data.set(name, value);
    return data;
  }
  /** Add what is posted, delayed, pending and asked for, as far as it goes on. */
  void wait(Json& made) {
    Json posted = Json::list(), delayed = Json::list(), pending = Json::list(), requests = Json::list();
    Numbers now = kept_, armed;
    now[-1] = -1;
    for (const Json& each : table_["triggers"].items)
      if (each.count() == 2) armed[each.items[0].whole()] = each.items[1].whole();
    const auto isKnown = [&](const Json& event) { return has(table_["events"], event["name"].text); };
    for (const Json& each : saved_["posted"].items)
      if (isKnown(each)) posted.add(each);
    for (const Json& each : saved_["delayed"].items) {
      const auto machine = now.find(each["machine"].whole(-2)), state = now.find(each["state"].whole(-2));
      if (machine != now.end() && state != now.end() && isKnown(each["event"]))
        delayed.add(changed(each, {{"machine", machine->second}, {"state", state->second}}));
    }
    for (const Json& each : saved_["pending"].items) {
      const auto source = kept_.find(each["source"].whole());
      const Json* way = nullptr;
      for (const Json& other : table_["transitions"].items)
        if (other["row"].whole() == each["transition"].whole(-2)) way = &other;
      if (source == kept_.end() || way == nullptr || !(each["event"].isNull() || isKnown(each["event"]))) continue;
      Json places = Json::list();
      for (const Json& place : each["armed"].items)
        if (const auto to = armed.find(place.whole()); to != armed.end()) places.add(to->second);
      const double due =
          std::clamp(each["due"].whole(0) + double(way->operator[]("longer").whole(0)), 0.0, double{mostTicks});
      pending.add(
          changed(each, {{"source", source->second}, {"transition", (*way)["to"]}, {"due", due}, {"armed", places}}));
    }
    for (const Json& each : saved_["requests"].items) {
      const int row = each["row"].whole();
      const Numbers& known = old(0, row) == RUNNING ? kept_ : running_;
      if (known.count(row) > 0) requests.add(changed(each, {{"row", running_[row]}}));
    }
    for (auto& [name, list] :
         {std::pair{"posted", &posted}, {"delayed", &delayed}, {"pending", &pending}, {"requests", &requests}})
      if (list->count() > 0) made.add(name, std::move(*list));
  }
};

/** Return what a game saved with each agent carried over to its mind, by as many tables as that takes. */
inline Result<Json> upgradedGame(const Common& common, Json saved, const std::vector<Json>& tables) {
  Json agents = saved["agents"], shared = saved["shared"].isObject() ? saved["shared"] : Json::object();
  for (const auto& each : common.agents) {
    std::vector<const Json*> left;
    for (const Json& table : tables) left.push_back(&table);
    while (agents[each->id()].isObject() && agents[each->id()]["mind"].text != each->mind().hash()) {
      const Json agent = agents[each->id()];
      const auto isFrom = [&](const Json* table) { return (*table)["from"].text == agent["mind"].text; };
      const auto found = std::find_if(left.rbegin(), left.rend(), isFrom); // the last one of a version counts
      if (found == left.rend()) break;
      const Json& table = **found;
      left.erase(std::next(found).base());
      if (table["format"].text != "mindloom-upgrade" || table["version"].whole() != 1)
        return refuse("It is no mindloom-upgrade of version 1: export it again");
      Upgrading upgrading(agent, table);
      agents.set(each->id(), upgrading.upgraded());
      if (!upgrading.problem.empty())
        return refuse("The save or the table of its upgrade is damaged: " + upgrading.problem);
      for (const std::string& name : upgrading.freed)
        shared.set(name, shared[name].isNumber() ? shared[name].number + 1 : 1);
    }
  }
  saved.set("agents", std::move(agents));
  if (shared.count() > 0) saved.set("shared", std::move(shared));
  return saved;
}

} // namespace inner

inline Minds::Minds(Game game) : common_(std::make_unique<inner::Common>()) {
  common_->seed = game.seed;
  common_->game = std::move(game);
  common_->executionError = common_->store.make("error.execution");
}
inline Minds::~Minds() = default;
inline Minds::Minds(Minds&&) noexcept = default;

inline Result<Agent&> Minds::add(std::string_view id, const Mind& mind, const Fields& variables, const Curves& curves) {
  inner::Common& common = *common_;
  if (Result<> rests = inner::mustRest(common, "add an agent"); !rests) return inner::Refused{rests.words()};
  const std::string name(id);
  if (name.empty()) return inner::refuse("An agent needs an id, a text");
  if (inner::agentOf(common, id) != nullptr) return inner::refuse("There is an agent '" + name + "' already");
  Result<inner::Array<inner::Curve>> own = inner::curvesFrom(*mind.program_, curves);
  if (!own) return inner::Refused{own.words()};
  Result<inner::Scratch*> scratch = inner::scratchOf(common, mind.program_);
  if (!scratch) return inner::Refused{scratch.words()};
  auto body = std::make_unique<inner::Body>(common, **scratch, mind);
  body->id = name;
  body->ownCurves = std::move(*own);
  inner::begin(*body);
  std::unique_ptr<Agent> agent(new Agent(std::move(body)));
  for (const Field& each : variables)
    if (Result<> fits = agent->set(each.name, each.value); !fits) return inner::Refused{fits.words()};
  common.rate = mind.rate();
  const auto isBefore = [](const auto& each, const std::string& than) { return each->id() < than; };
  const auto place = std::lower_bound(common.agents.begin(), common.agents.end(), name, isBefore);
  return **common.agents.insert(place, std::move(agent));
}
inline Result<> Minds::remove(std::string_view id) {
  Agent* agent = inner::agentOf(*common_, id);
  if (agent == nullptr) return inner::unknownAgent(id);
  if (Result<> halted = agent->halt(); !halted) return halted;
  auto& agents = common_->agents;
  agents.erase(std::find_if(agents.begin(), agents.end(), [&](const auto& each) { return each.get() == agent; }));
  return Done();
}
inline Result<Agent&> Minds::get(std::string_view id) {
  Agent* agent = inner::agentOf(*common_, id);
  if (agent == nullptr) return inner::unknownAgent(id);
  return *agent;
}
inline const std::vector<std::unique_ptr<Agent>>& Minds::agents() const { return common_->agents; }
inline Result<> Minds::tick() {
  Result<> rests = inner::mustRest(*common_, "tick");
  if (rests) inner::tickAll(*common_, [](const Agent&) { return true; });
  return rests;
}
inline Result<> Minds::tick(const std::vector<std::string>& ids) {
  if (Result<> rests = inner::mustRest(*common_, "tick"); !rests) return rests;
  std::vector<const Agent*> wanted;
  for (const std::string& each : ids) {
    wanted.push_back(inner::agentOf(*common_, each));
    if (wanted.back() == nullptr) return inner::unknownAgent(each);
  }
  inner::tickAll(*common_,
                 [&](const Agent& each) { return std::find(wanted.begin(), wanted.end(), &each) != wanted.end(); });
  return Done();
}
inline const inner::Recycled<Effect>& Minds::effects() const { return common_->effects; }
inline std::int64_t Minds::tickNow() const { return common_->tickNow; }
inline double Minds::rate() const { return common_->rate; }
inline std::uint32_t Minds::seed() const { return common_->seed; }

inline Fields Minds::shared() const {
  Fields found;
  for (const auto& each : common_->cells) found.add(each->name, each->value.view());
  return found;
}
inline Result<> Minds::setShared(std::string_view name, const Value& value) {
  inner::Cell* cell = common_->cellOf(name);
  if (cell == nullptr) return inner::refuse("No mind shares a variable '" + std::string(name) + "'");
  if (!inner::fits(value, cell->type))
    return inner::refuse("The variable '" + cell->name + "' is " + inner::typeWords(cell->type) + " and cannot take " +
                         inner::wordsOf(value));
  inner::share(*common_, *cell, value, nullptr);
  return Done();
}

inline Result<Json> Minds::saved() const {
  if (Result<> rests = inner::mustRest(*common_, "save"); !rests) return inner::Refused{rests.words()};
  Json agents = Json::object();
  for (const auto& each : common_->agents) agents.add(each->id(), each->save());
  Json saved = Json::object().add("format", "mindloom-save").add("version", 2).add("tick", common_->tickNow);
  saved.add("seed", common_->seed).add("agents", std::move(agents));
  if (!common_->cells.empty()) saved.add("shared", inner::toSaved(shared()));
  return saved;
}
inline Result<std::string> Minds::save() const {
  Result<Json> made = saved();
  if (!made) return inner::Refused{made.words()};
  return made->write();
}
inline Result<> Minds::restore(std::string_view text, const std::vector<std::string>& upgrades) {
  Result<Json> read = Json::parse(text);
  if (!read) return inner::refuse("What was saved is no JSON: " + read.words());
  std::vector<Json> tables;
  for (const std::string& each : upgrades) {
    Result<Json> table = Json::parse(each);
    if (!table) return inner::refuse("The table of an upgrade is no JSON: " + table.words());
    tables.push_back(std::move(*table));
  }
  return restoreFrom(std::move(*read), tables);
}
inline Result<> Minds::restoreFrom(Json saved, const std::vector<Json>& upgrades) {
  inner::Common& common = *common_;
  if (Result<> rests = inner::mustRest(common, "restore"); !rests) return rests;
  const bool isTwo = saved["version"].isNumber() && saved["version"].number == 2;
  if (saved["format"].text != "mindloom-save" || !isTwo) return inner::refuse("This is no saved game of version 2");
  if (!upgrades.empty()) {
    Result<Json> upgraded = inner::upgradedGame(common, std::move(saved), upgrades);
    if (!upgraded) return inner::Refused{upgraded.words()};
    saved = std::move(*upgraded);
  }
  const Json &agents = saved["agents"], &shared = saved["shared"], &tick = saved["tick"], &seed = saved["seed"];
  const auto isOdd = [](const std::string& id) {
    return inner::refuse("The agent '" + id + "' is not on both sides. Add the agents that were saved first");
  };
  for (const std::string& id : agents.names)
    if (inner::agentOf(common, id) == nullptr || !agents[id].isObject()) return isOdd(id);
  for (const auto& each : common.agents)
    if (!agents[each->id()].isObject()) return isOdd(each->id());
  const auto isWhole = [](const Json& each) {
    return each.isNumber() && std::abs(each.number) < 9e15 && each.number == std::floor(each.number);
  };
  if (!isWhole(tick) || !isWhole(seed)) return inner::refuse("What was saved is damaged: it has no tick and seed");
  for (const auto& each : common.agents)
    if (Result<> fits = inner::Restoring(inner::bodyOf(*each), agents[each->id()]).check(); !fits) return fits;
  common.tickNow = static_cast<std::int64_t>(tick.number);
  common.seed = static_cast<std::uint32_t>(static_cast<std::int64_t>(seed.number));
  for (int k = 0; k < shared.count(); ++k) {
    const std::string& name = shared.names[static_cast<std::size_t>(k)];
    const inner::Cell* cell = common.cellOf(name);
    const Value value = inner::fromSaved(shared.items[k], cell == nullptr ? nullptr : &cell->type);
    if (Result<> fits = setShared(name, value); !fits && upgrades.empty()) return fits;
  }
  for (const auto& each : common.agents) inner::Restoring(inner::bodyOf(*each), agents[each->id()]).restore();
  inner::findHolders(common);
  for (const auto& each : common.agents)
    if (common.watcher != nullptr) common.watcher->restored(*each);
  return Done();
}

inline Result<int> Minds::swap(const Mind& mind, const Json& upgrade) {
  inner::Common& common = *common_;
  if (Result<> rests = inner::mustRest(common, "swap a mind"); !rests) return inner::Refused{rests.words()};
  std::vector<Agent*> those;
  for (const auto& each : common.agents)
    if (each->mind().hash() == upgrade["from"].text) those.push_back(each.get());
  if (those.empty() || upgrade["to"].text != mind.hash())
    return inner::refuse("The table of the upgrade does not lead from a mind that an agent has to this one");
  if (upgrade["format"].text != "mindloom-upgrade" || upgrade["version"].whole() != 1)
    return inner::refuse("It is no mindloom-upgrade of version 1: export it again");
  const std::size_t cells = common.cells.size();
  const bool isKnown = common.scratches.count(mind.program_.get()) > 0;
  Result<inner::Scratch*> scratch = inner::scratchOf(common, mind.program_);
  if (!scratch) return inner::Refused{scratch.words()};
  const auto fresh = [&](const Agent& agent) {
    auto body = std::make_unique<inner::Body>(common, **scratch, mind);
    body->id = agent.id();
    body->ownCurves = inner::bodyOf(agent).ownCurves;
    inner::begin(*body);
    return body;
  };
  for (const Agent* each : those) { // all are tried before one goes on
    const Json saved = each->save();
    inner::Upgrading trial(saved, upgrade);
    const Json carried = trial.upgraded();
    Result<> fits = inner::Restoring(*fresh(*each), carried).check();
    std::string words = trial.problem.empty() ? "" : "The table of the upgrade is damaged: " + trial.problem + ".";
    if (words.empty() && !fits) words = fits.words();
    for (const std::string& name : trial.freed)
      if (common.cellOf(name) == nullptr) words = "The table of the upgrade frees a variable that is not there.";
    if (words.empty()) continue;
    common.cells.resize(cells);
    if (!isKnown) common.scratches.erase(mind.program_.get());
    return inner::Refused{words};
  }
  for (Agent* each : those) {
    inner::Body& old = *each->body_;
    const Json before = each->save();
    inner::Upgrading rows(before, upgrade);
    rows.upgraded();
    inner::beginReports(old);
    for (const inner::Row& row : old.p.rows)
      if (row.op == inner::Op::action && old.bytes[row.index] == inner::RUNNING && !rows.goesOn(row.index))
        inner::stop(row, old);
    const Json saved = each->save();
    inner::Upgrading upgrading(saved, upgrade);
    const Json carried = upgrading.upgraded();
    for (const std::string& name : upgrading.freed) {
      Value& value = common.cellOf(name)->value;
      value = value.number() + 1;
    }
    const std::uint64_t number = old.number;
    each->body_ = fresh(*each);
    each->body_->self = each, each->body_->number = number;
    inner::Restoring(*each->body_, carried).restore();
  }
  inner::findHolders(common);
  for (Agent* each : those)
    if (common.watcher != nullptr) common.watcher->restored(*each);
  return static_cast<int>(those.size());
}

// -- manifests

namespace inner {

/** Writes what a game has as a manifest of the editor; what it does not describe is as the minds need it. */
class ManifestWriter {
  const Common& common_;
  Json types_ = Json::object();

  static bool isWritten(const Type& type) { return type.sort != Type::Sort::list; }
  static Json choices(const std::vector<std::string>& words) {
    Json made = Json::list();
    for (const std::string& each : words) made.add(each);
    return made;
  }
  /** Return a member of what the minds need, of the first mind that has it. */
  const Json& needed(const char* sort, const std::string& name) const {
    for (const auto& [program, scratch] : common_.scratches)
      if (const Json& found = program->needs[sort][name]; !found.isNull()) return found;
    return common_.nothing;
  }
  static Json described(const Parameter& each) {
    Json made = Json::object().add("name", each.name).add("type", each.type);
    if (!each.choices.empty()) made.add("choices", choices(each.choices));
    if (!each.otherwise.isNull()) made.add("default", toSaved(each.otherwise));
    if (each.minimum) made.add("min", *each.minimum);
    if (each.maximum) made.add("max", *each.maximum);
    if (!each.unit.empty()) made.add("unit", each.unit);
    return each.optional ? made.add("optional", true) : made;
  }
  static Json asNeeded(const Json& each) {
    const Type type = Type::of(each["type"]);
    const bool isChoice = type.sort == Type::Sort::choice;
    Json made = Json::object().add("name", each["name"]).add("type", isChoice ? Json("enum") : Json(type.name));
    if (isChoice) made.add("choices", each["type"]["enum"]);
    for (const auto& [name, own] : {std::pair{"default", "default"},
                                    {"minimum", "min"},
                                    {"maximum", "max"},
                                    {"unit", "unit"},
                                    {"optional", "optional"}})
      if (!each[name].isNull()) made.add(own, each[name]);
    return made;
  }
  Json call(const char* sort, const std::string& name, const std::optional<About>& about) const {
    Json made = Json::object(), parameters = Json::list();
    const Json& need = needed(sort, name);
    if (about)
      for (const Parameter& each : about->parameters) parameters.add(described(each));
    else
      for (const Json& each : need["parameters"].items)
        if (isWritten(Type::of(each["type"]))) parameters.add(asNeeded(each));
    if (parameters.count() > 0) made.add("parameters", std::move(parameters));
    if (about && !about->summary.empty()) made.add("summary", about->summary);
    if (about ? about->instant : need["instant"].isTrue()) made.add("instant", true);
    return made;
  }
  /** Return the name of a type of what an event carries; an enum becomes a type of the manifest. */
  std::string typeOf(const std::string& event, const std::string& field, const Type& type) {
    if (type.sort != Type::Sort::choice) return type.name;
    std::string name = event + "_" + field;
    types_.add(name, Json::object().add("values", choices(type.choices)));
    return name;
  }
  Json events() {
    Json made = Json::object();
    for (const auto& [name, fields] : common_.game.events) {
      Json payload = Json::object();
      for (const Parameter& each : fields) {
        const Type type =
            each.choices.empty() ? Type::of(each.type) : Type::of(Json::object().add("enum", choices(each.choices)));
        payload.add(each.name, typeOf(name, each.name, type));
      }
      made.add(name, Json::object().add("payload", std::move(payload)));
    }
    for (const auto& [program, scratch] : common_.scratches)
      for (const auto& [name, fields] : program->events) {
        if (!made[name].isNull() || name.find('.') != std::string::npos) continue; // built-in events have dots
        Json payload = Json::object();
        for (const auto& [field, type] : fields)
          if (isWritten(type)) payload.add(field, typeOf(name, field, type));
        made.add(name, Json::object().add("payload", std::move(payload)));
      }
    return made;
  }

 public:
  explicit ManifestWriter(const Common& common) : common_(common) {}

  std::string write() {
    Json actions = Json::object(), conditions = Json::object(), fields = Json::object();
    for (const auto& [name, each] : common_.game.actions)
      if (!each.isOwn || each.about) actions.add(name, call("actions", name, each.about));
    for (const auto& [name, each] : common_.game.conditions) conditions.add(name, call("conditions", name, each.about));
    for (const Parameter& each : common_.game.entityFields) {
      fields.add(each.name, Json::object().add("type", each.type));
      if (!each.choices.empty()) fields.items.back().add("values", choices(each.choices));
    }
    Json made = Json::object().add("format", "mindloom-kinds").add("version", 1).add("actions", std::move(actions));
    made.add("conditions", std::move(conditions)).add("events", events()).add("entity_fields", std::move(fields));
    return made.add("types", std::move(types_)).write();
  }
};

} // namespace inner

inline std::string Minds::manifest() const { return inner::ManifestWriter(*common_).write(); }

} // namespace mindloom

#endif
