// fogg verify
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>

#include "cli/common.h"
#include "cli/play_style.h"
#include "record/verify.h"

namespace fogg::cli {

namespace {

std::string_view chance_word(Verdict::Chance chance) {
  switch (chance) {
    case Verdict::Chance::kNoKey: return "no_key";
    case Verdict::Chance::kKeyHidden: return "key_hidden";
    case Verdict::Chance::kKeyMatches: return "key_matches";
  }
  return "no_key";
}

void print_verdict(const std::string& file, const Verdict& v, bool json) {
  if (json) {
    fmt::print(
        R"({{"file":{},"good":{},"line":{},"message":{},"edition":{},"players":{},"events":{},"turns":{},"finished":{},"forfeited":{},"partial":{},"undone":{},"chance":"{}"}})"
        "\n",
        json_string(file), v.good, v.line, json_string(v.message), json_string(v.edition), v.players, v.events, v.turns,
        v.finished, v.forfeited, v.partial, v.undone, chance_word(v.chance));
    return;
  }
  if (!v.good) {
    fmt::print("{}:{}: {}\n", file, v.line, v.message);
    return;
  }
  std::string notes = v.finished ? "" : ", unfinished";
  if (v.forfeited) notes += ", forfeited";
  if (v.partial) notes += ", with unknown values: only what is public was checked";
  if (v.undone) notes += ", with undone actions: not rated";
  if (v.chance == Verdict::Chance::kKeyMatches) notes += ", chance agrees with the key";
  if (v.chance == Verdict::Chance::kKeyHidden) notes += ", chance not checked: the key is not revealed";
  fmt::print("{}: ok, {}, {} players, {}{}\n", file, v.edition, v.players, count_words(v.turns, "turn"), notes);
}

}  // namespace

void add_verify(CLI::App& app, Common& common) {
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  auto quiet = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand(
      "verify", "Check game records against the rules, conservation, and the key of chance where there is one");
  command->add_option("FILE", *files, "Records (JSON lines); - for standard input")->required();
  command->add_flag("--json", *json, "One JSON object per record");
  command->add_flag("--quiet,-q", *quiet, "Say only what is wrong");
  command->callback([files, json, quiet, &common] {
    const Catalog catalog = common.catalog();
    for (const std::string& file : *files) {
      Verdict verdict;
      if (file == "-") {
        verdict = verify_record(catalog, std::cin);
      } else {
        std::error_code error;
        std::ifstream in(file, std::ios::binary);
        if (!in || std::filesystem::is_directory(file, error)) {
          fmt::print(stderr, "fogg: cannot read {}\n", file);
          common.exit_code = kUsage;
          continue;
        }
        verdict = verify_record(catalog, in);
      }
      if (!verdict.good && common.exit_code == kOk) common.exit_code = kNo;
      if (!verdict.good || !*quiet) print_verdict(file, verdict, *json);
    }
  });
}

}  // namespace fogg::cli
