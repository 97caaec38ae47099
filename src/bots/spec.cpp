#include "bots/spec.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace fogg {

namespace {

// For messages: what cannot be printed is replaced.
std::string shown(std::string_view text) {
  std::string clean(text.substr(0, 40));
  for (char& c : clean) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E) c = '?';
  }
  return "\"" + clean + (text.size() > 40 ? "…" : "") + "\"";
}

bool is_name(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

}  // namespace

BotSpec::BotSpec(std::string_view text) {
  if (text.size() > kLongest) {
    complain("a bot's name with options has at most 200 characters");
    return;
  }
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  name_ = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string_view::npos || !is_name(parts[i].substr(0, equals))) {
      complain(shown(parts[i]) + " is no option; options look like time=1s");
      return;
    }
    if (!options_.emplace(parts[i].substr(0, equals), parts[i].substr(equals + 1)).second) {
      complain("the option " + shown(parts[i].substr(0, equals)) + " is given twice");
      return;
    }
  }
}

void BotSpec::complain(std::string text) {
  if (problem_.empty()) problem_ = std::move(text);
}

std::optional<std::string> BotSpec::take(std::string_view option) {
  const auto found = options_.find(std::string(option));
  if (found == options_.end()) return {};
  std::string value = found->second;
  options_.erase(found);
  return value;
}

std::string BotSpec::word(std::string_view option, std::initializer_list<std::string_view> values,
                          std::string_view otherwise) {
  const auto value = take(option);
  if (!value) return std::string(otherwise);
  if (std::find(values.begin(), values.end(), *value) != values.end()) return *value;
  std::string list;
  for (const std::string_view known : values) list += (list.empty() ? "" : ", ") + std::string(known);
  complain("the option " + std::string(option) + " cannot be " + shown(*value) + "; it is one of: " + list);
  return std::string(otherwise);
}

long long BotSpec::number(std::string_view option, long long least, long long most, long long otherwise,
                          std::string_view also) {
  const auto value = take(option);
  if (!value) return otherwise;
  long long read = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), read);
  if (error == std::errc{} && end == value->data() + value->size() && read >= least && read <= most) return read;
  complain("the option " + std::string(option) + " cannot be " + shown(*value) + "; it is a whole number from " +
           std::to_string(least) + " to " + std::to_string(most) + (also.empty() ? "" : ", or ") + std::string(also));
  return otherwise;
}

double BotSpec::seconds(std::string_view option, double least, double most, double otherwise) {
  const auto value = take(option);
  if (!value) return otherwise;
  double read = 0;
  const auto [end, error] =
      std::from_chars(value->data(), value->data() + value->size(), read, std::chars_format::fixed);
  const std::string_view unit(end, static_cast<std::size_t>(value->data() + value->size() - end));
  if (error == std::errc{} && (unit.empty() || unit == "s" || unit == "ms")) {
    if (unit == "ms") read /= 1000;
    if (read >= least && read <= most) return read;
  }
  auto brief = [](double number) {
    std::string text = std::to_string(number);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
  };
  complain("the option " + std::string(option) + " cannot be " + shown(*value) +
           "; it is a time like 1s or 300ms, from " + brief(least) + "s to " + brief(most) + "s");
  return otherwise;
}

bool BotSpec::flag(std::string_view option, bool otherwise) {
  return word(option, {"on", "off"}, otherwise ? "on" : "off") == "on";
}

bool BotSpec::is(std::string_view option, std::string_view value) {
  const auto found = options_.find(std::string(option));
  if (found == options_.end() || found->second != value) return false;
  options_.erase(found);
  return true;
}

void BotSpec::refuse_name(std::string_view known) {
  const bool level = name_ == "easy" || name_ == "medium" || name_ == "hard";
  complain("there is no bot " + shown(name_) + "; there are: " + std::string(known) +
           (level ? "; a level is an option, as in planner:level=" + name_ : ""));
}

void BotSpec::finish() {
  if (!options_.empty()) complain("the bot " + name_ + " has no option " + shown(options_.begin()->first));
}

}  // namespace fogg
