#include "data/json_node.h"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <set>

namespace fogg {

namespace {

namespace json = boost::json;

// Words of a file get into messages; whatever they are, a message stays one line of a length that can be read.
std::string one_line(std::string text) {
  constexpr std::size_t kMost = 300;
  if (text.size() > kMost) {
    std::size_t end = kMost;
    while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not in the middle of a character
    text.resize(end);
    text += "...";
  }
  std::ranges::replace_if(text, is_control, '?');
  return text;
}

// Of equal keys in one object Boost.JSON silently takes the last. A file that says two things is wrong, so the text
// goes through this first. The names are those that basic_parser calls.
class KeyWatch {
 public:
  static constexpr std::size_t max_array_size = std::size_t(-1);
  static constexpr std::size_t max_object_size = std::size_t(-1);
  static constexpr std::size_t max_string_size = std::size_t(-1);
  static constexpr std::size_t max_key_size = std::size_t(-1);
  using Error = boost::system::error_code;
  using Text = json::string_view;

  bool on_object_begin(Error&) {
    keys_.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t, Error&) {
    keys_.pop_back();
    return true;
  }
  bool on_key_part(Text part, std::size_t, Error&) {
    key_.append(part.data(), part.size());
    return true;
  }
  bool on_key(Text part, std::size_t, Error& error) {
    key_.append(part.data(), part.size());
    if (!keys_.back().insert(key_).second) {
      twice_ = true;
      error = json::error::syntax;
      return false;
    }
    key_.clear();
    return true;
  }
  const std::string* key_twice() const { return twice_ ? &key_ : nullptr; }

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_array_begin(Error&) { return true; }
  bool on_array_end(std::size_t, Error&) { return true; }
  bool on_string_part(Text, std::size_t, Error&) { return true; }
  bool on_string(Text, std::size_t, Error&) { return true; }
  bool on_number_part(Text, Error&) { return true; }
  bool on_int64(std::int64_t, Text, Error&) { return true; }
  bool on_uint64(std::uint64_t, Text, Error&) { return true; }
  bool on_double(double, Text, Error&) { return true; }
  bool on_bool(bool, Error&) { return true; }
  bool on_null(Error&) { return true; }
  bool on_comment_part(Text, Error&) { return true; }
  bool on_comment(Text, Error&) { return true; }

 private:
  std::vector<std::set<std::string>> keys_;  // of the objects around the place reached
  std::string key_;
  bool twice_ = false;
};

}  // namespace

void fail_at(std::string_view file, std::string where, std::string message) {
  throw DataError{std::string(file), one_line(std::move(where)), one_line(std::move(message))};
}

json::value parse_json(std::string_view file, std::string_view text) {
  json::parse_options options;
  options.max_depth = 16;
  json::basic_parser<KeyWatch> watch(options);
  boost::system::error_code error;
  std::size_t used = watch.write_some(false, text.data(), text.size(), error);
  if (!error && used < text.size()) error = json::error::extra_data;
  if (error) {
    used = std::min(used, text.size());
    const std::string_view before = text.substr(0, used);
    const auto line = std::ranges::count(before, '\n') + 1;
    const auto column = before.size() - (before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1) + 1;
    const std::string* twice = watch.handler().key_twice();
    fail_at(file, fmt::format("line {}, column {}", line, column),
            twice != nullptr ? fmt::format("key \"{}\" is there twice", *twice)
                             : fmt::format("broken JSON ({})", error.message()));
  }
  return json::parse(text, {}, options);
}

}  // namespace fogg
