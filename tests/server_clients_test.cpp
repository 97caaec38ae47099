// Games of clients written in C# from the text of the contract alone (tests/clients), under mono: they stop at the first thing that
// their strict parsers or their own book-keeping of the game do not allow.
#include "paths.h"
#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

// Compiled once for all tests of this program.
class CSharp : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<Folder>();
    std::vector<std::string> words = {"mcs", "-langversion:7", "-out:" + *folder_ / "V09Client.exe"};
    for (const auto& file : fs::directory_iterator(fs::path(tests_dir()) / "clients")) {
      if (file.path().extension() == ".cs") words.push_back(file.path().string());
    }
    const Output compiled = run_program(words);
    ready_ = compiled.code == 0;
    why_ = compiled.code == 127 ? "there is no C# compiler: install it with  apt install mono-mcs" : compiled.text;
    if (ready_ && run_program({"mono", "--version"}).code != 0) {
      ready_ = false;
      why_ = "there is no mono: install it with  apt install mono-mcs";
    }
  }
  static void TearDownTestSuite() { folder_.reset(); }
  void SetUp() override { ASSERT_TRUE(ready_) << why_; }

  struct Running {
    std::string name;
    std::thread thread;
    Output output;
  };
  // Each with its own words; all must come to the end of the game without an objection.
  static void play(const std::vector<std::string>& server_words, const std::vector<std::vector<std::string>>& clients) {
    const Folder folder;
    ServerProcess server(folder, server_words);
    std::vector<Running> running(clients.size());
    for (std::size_t i = 0; i < clients.size(); ++i) {
      running[i].name = fmt::format("cs-{}", i);
      std::vector<std::string> words = {
          "mono",   *folder_ / "V09Client.exe", "127.0.0.1", std::to_string(server.v09()), running[i].name,
          "--seed", std::to_string(i + 1)};
      words.insert(words.end(), clients[i].begin(), clients[i].end());
      running[i].thread = std::thread([&one = running[i], words] { one.output = run_program(words); });
    }
    for (Running& one : running) {
      one.thread.join();
      EXPECT_EQ(one.output.code, 0) << one.name << ": " << one.output.text;
    }
    const std::string record = record_of(server, 1);
    expect_good_record(record);
    EXPECT_EQ(server.stop(), 0) << server.log();
  }

  static std::unique_ptr<Folder> folder_;
  static bool ready_;
  static std::string why_;
};
std::unique_ptr<Folder> CSharp::folder_;
bool CSharp::ready_ = false;
std::string CSharp::why_;

// Many mistakes in a row are part of the plan. Whoever objects goes away, and the others are not to wait long.
const std::vector<std::string> kForgiving = {"--max-refusals", "10000", "--grace", "5"};

std::vector<std::string> with(std::vector<std::string> words) {
  words.insert(words.end(), kForgiving.begin(), kForgiving.end());
  return words;
}

TEST_F(CSharp, FourStylesOfClaimingAtOneTable) {
  play(with({"--players", "4"}), {{"--style", "plain", "--queries", "1", "--mistakes", "20"},
                                  {"--style", "oldest", "--queries", "1", "--mistakes", "20", "--crlf"},
                                  {"--style", "older", "--queries", "1", "--mistakes", "20", "--color", "Black"},
                                  {"--style", "exact", "--queries", "1", "--mistakes", "20", "--color", "Blue"}});
}

TEST_F(CSharp, TwoWithoutQueriesAndMistakes) { play({"--players", "2"}, {{}, {"--crlf"}}); }

TEST_F(CSharp, InCapitals) {
  play(with({"--players", "3", "--dialect", "upper"}),
       {{"--dialect", "upper", "--queries", "1", "--mistakes", "20"},
        {"--dialect", "upper", "--style", "older", "--crlf", "--queries", "1"},
        {"--dialect", "upper", "--style", "exact", "--mistakes", "20"}});
}

TEST_F(CSharp, AnObserverAmongThem) {
  play(with({"--players", "2", "--bots", "hungry"}),
       {{"--queries", "1", "--mistakes", "20"}, {"--observer", "--queries", "1", "--mistakes", "20"}});
}

TEST_F(CSharp, DecksThatRunOut) {
  play(with({"--players", "5", "--bots", "hungry"}), {{"--hoard", "--queries", "1", "--mistakes", "20"},
                                                      {"--hoard", "--style", "oldest"},
                                                      {"--hoard", "--mistakes", "20"},
                                                      {"--hoard"}});
}

TEST_F(CSharp, FourTicketsAtTheStart) {
  play(with({"--edition", "usa-2025", "--players", "2"}),
       {{"--queries", "1", "--mistakes", "20"}, {"--style", "exact"}});
}

TEST_F(CSharp, AnotherBonus) {
  play(with({"--edition", "usa-mega", "--players", "3"}),
       {{"--bonus", "both", "--queries", "1"}, {"--bonus", "both", "--mistakes", "20"}, {"--bonus", "both"}});
}

}  // namespace
}  // namespace fogg::test
