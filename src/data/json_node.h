// Reading JSON files with a check at every step.
#pragma once

#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/catalog.h"

namespace fogg {

// Throws a DataError whose words fit into one line.
[[noreturn]] void fail_at(std::string_view file, std::string where, std::string message);

// "3 to 5", or one number where there is no choice.
inline std::string range(std::size_t least, std::size_t most) {
  return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

inline bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// A value of a file together with its place in it. Every accessor checks; the first thing found wrong is thrown as a
// DataError and becomes the result of the reading.
class Node {
 public:
  Node(std::string_view file, const boost::json::value& value, std::string key)
      : file_(file), value_(value), key_(std::move(key)) {}

  [[noreturn]] void fail(std::string message) const { fail_at(file_, key_, std::move(message)); }

  const boost::json::object& object(std::initializer_list<std::string_view> allowed) const {
    if (!value_.is_object()) fail("must be an object");
    for (const auto& member : value_.get_object()) {
      if (std::ranges::find(allowed, std::string_view(member.key())) == allowed.end()) {
        fail(fmt::format("unknown key \"{}\"", std::string_view(member.key())));
      }
    }
    return value_.get_object();
  }

  Node at(std::string_view name) const {
    if (!value_.is_object()) fail("must be an object");
    const boost::json::value* found = value_.get_object().if_contains(name);
    if (found == nullptr) fail(fmt::format("key \"{}\" is missing", name));
    return {file_, *found, key_.empty() ? std::string(name) : key_ + "." + std::string(name)};
  }
  std::optional<Node> find(std::string_view name) const {
    if (!value_.is_object() || !value_.get_object().contains(name)) return {};
    return at(name);
  }

  std::vector<Node> items(std::size_t least, std::size_t most) const {
    if (!value_.is_array()) fail("must be a list");
    const boost::json::array& array = value_.get_array();
    if (array.size() < least || array.size() > most) {
      fail(fmt::format("must have {} {}, has {}", range(least, most), most == 1 ? "entry" : "entries", array.size()));
    }
    std::vector<Node> nodes;
    nodes.reserve(array.size());
    for (std::size_t i = 0; i < array.size(); ++i) nodes.emplace_back(file_, array[i], fmt::format("{}[{}]", key_, i));
    return nodes;
  }
  std::vector<std::pair<std::string, Node>> members() const {
    if (!value_.is_object()) fail("must be an object");
    std::vector<std::pair<std::string, Node>> nodes;
    for (const auto& member : value_.get_object()) nodes.emplace_back(std::string(member.key()), at(member.key()));
    return nodes;
  }

  int number(int least, int most) const {
    // Beyond 63 bits a whole number is no int64 any more, but it is too large rather than of the wrong type.
    if (value_.is_uint64()) out_of_range(least, most, value_.get_uint64());
    if (!value_.is_int64()) fail("must be a whole number");
    const std::int64_t n = value_.get_int64();
    if (n < least || n > most) out_of_range(least, most, n);
    return static_cast<int>(n);
  }
  bool yes() const {
    if (!value_.is_bool()) fail("must be true or false");
    return value_.get_bool();
  }
  double real(double least, double most) const {
    if (!value_.is_number()) fail("must be a number");
    const auto n = value_.to_number<double>();
    if (!(n >= least && n <= most)) fail(fmt::format("must be from {} to {}", least, most));
    return n;
  }
  std::string word(std::size_t most = 200) const {
    if (!value_.is_string()) fail("must be a text");
    const auto& text = value_.get_string();
    if (text.empty() || text.size() > most) fail(fmt::format("must have 1 to {} characters", most));
    // Names are written into tables and logs of one line each.
    if (std::ranges::any_of(text, is_control)) fail("has a control character");
    return {text.data(), text.size()};
  }
  // An identifier: ASCII letters and digits, and those of `more`.
  std::string id(std::string_view more = "") const {
    const std::string text = word(40);
    for (const char c : text) {
      const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!plain && more.find(c) == std::string_view::npos)
        fail(fmt::format("\"{}\" has a character not allowed in a name", text));
    }
    return text;
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> out;
    for (const Node& node : items(0, 100)) out.push_back(node.word(5000));
    return out;
  }

 private:
  template <typename T>
  [[noreturn]] void out_of_range(int least, int most, T is) const {
    if (least == most) fail(fmt::format("must be {}, is {}", most, is));
    fail(fmt::format("must be from {} to {}, is {}", least, most, is));
  }

  std::string_view file_;
  const boost::json::value& value_;
  std::string key_;
};

// The value of a text; throws a DataError with line and column if it is not JSON or says something twice.
boost::json::value parse_json(std::string_view file, std::string_view text);

}  // namespace fogg
