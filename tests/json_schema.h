// Checks JSON against a JSON Schema, as far as docs/protocol.schema.json uses it. A keyword it does not know is an error, so that nothing in the
// schema goes unchecked.
#pragma once

#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <mutex>
#include <regex>
#include <set>
#include <string>

namespace fogg::test {

namespace json = boost::json;

class JsonSchema {
 public:
  explicit JsonSchema(json::value schema) : root_(std::move(schema)) {}

  // What is wrong with the value, with the place in it; nothing if it fits the definition of this name.
  std::string fault(const json::value& value, const std::string& definition) const {
    return check(root_.at("$defs").at(definition), value, "message");
  }

 private:
  // Each is compiled once, and one thread at a time uses them: libstdc++ keeps something in common while it does either.
  static bool has_pattern(const std::string& text, const std::string& pattern) {
    static std::mutex mutex;
    static std::map<std::string, std::regex> known;
    const std::lock_guard lock(mutex);
    return std::regex_search(text, known.try_emplace(pattern, pattern).first->second);
  }
  std::string check(const json::value& schema, const json::value& value, const std::string& at) const {
    for (const auto& [keyword, wanted] : schema.as_object()) {
      const std::string key(keyword);
      std::string wrong;
      if (key == "$ref") {
        wrong = check(root_.at("$defs").at(std::string(wanted.as_string()).substr(std::string("#/$defs/").size())),
                      value, at);
      } else if (key == "type") {
        if (!is_of(wanted, value)) wrong = fmt::format("{} is not of type {}", at, json::serialize(wanted));
      } else if (key == "const") {
        if (value != wanted) wrong = fmt::format("{} is not {}", at, json::serialize(wanted));
      } else if (key == "enum") {
        const json::array& list = wanted.as_array();
        if (std::find(list.begin(), list.end(), value) == list.end())
          wrong = fmt::format("{} is {}", at, json::serialize(value));
      } else if (key == "oneOf") {
        wrong = check_one_of(wanted.as_array(), value, at);
      } else if (key == "anyOf") {
        const bool fits = std::any_of(wanted.as_array().begin(), wanted.as_array().end(),
                                      [&](const json::value& one) { return check(one, value, at).empty(); });
        if (!fits) wrong = at + " fits none of several ways";
      } else if (key == "properties") {
        wrong = check_properties(wanted.as_object(), value, at);
      } else if (key == "propertyNames") {
        for (const auto& [name, ignored] : value.as_object()) {
          if (wrong.empty()) wrong = check(wanted, json::value(name), at + " has a name that");
        }
      } else if (key == "required") {
        for (const json::value& name : wanted.as_array()) {
          if (!value.as_object().contains(name.as_string()))
            wrong = fmt::format("{} has no {}", at, name.as_string().c_str());
        }
      } else if (key == "additionalProperties") {
        wrong = check_others(schema.as_object(), wanted, value, at);
      } else if (key == "items") {
        for (std::size_t i = 0; i < value.as_array().size() && wrong.empty(); ++i)
          wrong = check(wanted, value.as_array()[i], fmt::format("{}[{}]", at, i));
      } else if (key == "minItems" || key == "maxItems") {
        const auto size = static_cast<std::int64_t>(value.as_array().size());
        if (key == "minItems" ? size < wanted.as_int64() : size > wanted.as_int64()) wrong = at + " has a wrong size";
      } else if (key == "minimum" || key == "maximum") {
        const double number = value.to_number<double>();
        if (key == "minimum" ? number < wanted.to_number<double>() : number > wanted.to_number<double>())
          wrong = fmt::format("{} is {}", at, number);
      } else if (key == "maxLength") {
        if (value.as_string().size() > static_cast<std::size_t>(wanted.as_int64())) wrong = at + " is too long";
      } else if (key == "pattern") {
        if (!has_pattern(value.as_string().c_str(), wanted.as_string().c_str()))
          wrong = fmt::format("{} is {}", at, json::serialize(value));
      } else {
        wrong = "the schema has an unknown word: " + key;
      }
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  std::string check_one_of(const json::array& list, const json::value& value, const std::string& at) const {
    int fitting = 0;
    std::string wrong;
    for (const json::value& one : list) {
      // The words behind a type only make sense for that type.
      const json::value* type = one.as_object().if_contains("type");
      if (type != nullptr && !is_of(*type, value)) continue;
      const std::string why = check(one, value, at);
      fitting += why.empty() ? 1 : 0;
      // The alternative that was meant says most about what is wrong.
      if (!why.empty() && why.find(".type is not") == std::string::npos) wrong = why;
    }
    if (fitting == 1) return {};
    return fitting == 0 ? fmt::format("{} fits nothing{}", at, wrong.empty() ? "" : ": " + wrong)
                        : fmt::format("{} fits {} things", at, fitting);
  }

  std::string check_properties(const json::object& wanted, const json::value& value, const std::string& at) const {
    for (const auto& [name, schema] : wanted) {
      const json::value* found = value.as_object().if_contains(name);
      if (found == nullptr) continue;
      if (std::string wrong = check(schema, *found, at + "." + std::string(name)); !wrong.empty()) return wrong;
    }
    return {};
  }

  std::string check_others(const json::object& schema, const json::value& wanted, const json::value& value,
                           const std::string& at) const {
    const json::value* known = schema.if_contains("properties");
    for (const auto& [name, other] : value.as_object()) {
      if (known != nullptr && known->as_object().contains(name)) continue;
      if (wanted.is_bool()) return fmt::format("{} has an unknown field {}", at, std::string(name));
      if (std::string wrong = check(wanted, other, at + "." + std::string(name)); !wrong.empty()) return wrong;
    }
    return {};
  }

  static bool is_of(const json::value& type, const json::value& value) {
    if (type.is_array()) {
      return std::any_of(type.as_array().begin(), type.as_array().end(),
                         [&](const json::value& one) { return is_of(one, value); });
    }
    const std::string name(type.as_string());
    if (name == "object") return value.is_object();
    if (name == "array") return value.is_array();
    if (name == "string") return value.is_string();
    if (name == "boolean") return value.is_bool();
    if (name == "null") return value.is_null();
    if (name == "integer") return value.is_int64() || value.is_uint64();
    return name == "number" && value.is_number();
  }

  json::value root_;
};

}  // namespace fogg::test
