// Names of bots with options: NAME:OPTION=VALUE:…
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace fogg {

// Reads options one after the other and remembers the first thing that is wrong.
class BotSpec {
 public:
  explicit BotSpec(std::string_view text);

  const std::string& name() const { return name_; }
  const std::string& problem() const { return problem_; }

  // Each takes an option out; what is left when the bot has been made is unknown.
  std::string word(std::string_view option, std::initializer_list<std::string_view> values, std::string_view otherwise);
  // `also`: a word that the option could be too, for the message (see `is`).
  long long number(std::string_view option, long long least, long long most, long long otherwise,
                   std::string_view also = {});
  // "1s", "300ms", "0.5s" or a plain number of seconds.
  double seconds(std::string_view option, double least, double most, double otherwise);
  bool flag(std::string_view option, bool otherwise);  // on, off
  // Takes the option out only if it has this value: for a word among numbers.
  bool is(std::string_view option, std::string_view value);
  bool has(std::string_view option) const { return options_.contains(std::string(option)); }
  // There is no bot of this name.
  void refuse_name(std::string_view known);
  // To be called last: complains about options that nobody has asked for.
  void finish();

 private:
  std::optional<std::string> take(std::string_view option);
  void complain(std::string text);

  static constexpr std::size_t kLongest = 200;
  std::string name_;
  std::map<std::string, std::string> options_;
  std::string problem_;
};

}  // namespace fogg
