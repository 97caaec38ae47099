#include "arena/pages.h"

#include <fmt/format.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <charconv>
#include <mutex>
#include <set>
#include <thread>

#include "arena/clerk.h"
#include "arena/gallery.h"
#include "arena/pages_json.h"
#include "arena/report_page.h"
#include "arena/spectator.h"
#include "arena/summary_text.h"
#include "server/connection.h"
#include "server/http.h"
#include "server/websocket.h"

namespace fogg::arena {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using server::Page;

namespace {

constexpr std::size_t kMostSpectators = 1000;
constexpr std::size_t kMostUnsent = 1024UL * 1024;
constexpr std::size_t kMostNews = 40;
constexpr std::size_t kMostInAnswer = 200;
constexpr auto kGoodbye = std::chrono::seconds(2);

Page plain(int status, std::string text) { return {status, "text/plain; charset=utf-8", std::move(text) + "\n"}; }

template <typename Number>
std::optional<Number> number_from(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || number < 0) return {};
  return number;
}

// The number in /api/games/NUMBER/record.
std::optional<std::string_view> between(std::string_view text, std::string_view before, std::string_view after) {
  if (!text.starts_with(before) || !text.ends_with(after) || text.size() < before.size() + after.size()) return {};
  return text.substr(before.size(), text.size() - before.size() - after.size());
}

}  // namespace

tl::expected<std::pair<std::string, int>, std::string> address_and_port(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::string address = colon == std::string::npos ? "127.0.0.1" : text.substr(0, colon);
  if (address.size() > 2 && address.front() == '[' && address.back() == ']')
    address = address.substr(1, address.size() - 2);
  const auto port = number_from<int>(colon == std::string::npos ? text : std::string_view(text).substr(colon + 1));
  if (!port || *port > 65535)
    return tl::unexpected(fmt::format("\"{}\" is no port from 0 to 65535, with or without an address before it", text));
  error_code error;
  asio::ip::make_address(address, error);
  if (error) return tl::unexpected(fmt::format("\"{}\" is not an address", address));
  return std::pair(address, *port);
}

namespace {

void listen(tcp::acceptor& acceptor, const Pages::Options& options) {
  error_code error;
  const tcp::endpoint end(asio::ip::make_address(options.address, error), static_cast<unsigned short>(options.port));
  if (!error) acceptor.open(end.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(end, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error)
    throw PagesError{fmt::format("cannot listen on {}:{}: {}", options.address, options.port, error.message())};
}

}  // namespace

void Pages::try_port(const Options& options) {
  asio::io_context io;
  tcp::acceptor acceptor(io);
  listen(acceptor, options);
}

class Pages::Impl final : public server::StatusSource {
 public:
  Impl(std::unique_ptr<Book> book, const Catalog& all, const Stage* on_stage, const Options& how)
      : catalog_(all),
        stage_(on_stage),
        options_(how),
        clerk_(std::move(book), all, how.rule, how.unsafe),
        gallery_(io_, on_stage, [this] { return may_watch(); }) {
    for (const std::string& id : catalog_.edition_ids()) editions_.insert(id);
    tcp::acceptor acceptor(io_);
    listen(acceptor, options_);
    port_ = acceptor.local_endpoint().port();
    http_ = std::make_unique<server::HttpServer>(
        std::move(acceptor), *this, [this](tcp::socket socket, const server::HttpServer::Request& request) {
          welcome(std::move(socket), request);
        });
    http_->start();
    thread_ = std::jthread([this] { io_.run(); });
  }

  // NOLINTNEXTLINE(bugprone-exception-escape): without memory for a good-bye it is the end anyway
  ~Impl() override {
    asio::post(io_, [this] {
      http_->stop();
      gallery_.say_goodbye("the pages of this competition are closed");
      // Who does not read is not waited for.
      auto patience = std::make_shared<asio::steady_timer>(io_, kGoodbye);
      patience->async_wait([this, patience](error_code) { io_.stop(); });
      wait_for_spectators();
    });
    thread_.join();
    http_.reset();
  }

  int port() const { return port_; }
  void tell(const std::vector<News>& news) {
    const std::lock_guard lock(mutex_);
    for (const News& one : news)
      if (!one.kind.empty()) news_.push_back(one);
    while (news_.size() > kMostNews) news_.pop_front();
  }

 private:
  void wait_for_spectators() {
    auto pause = std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds(20));
    pause->async_wait([this, pause](error_code) {
      if (gallery_.size() == 0) {
        io_.stop();
      } else {
        wait_for_spectators();
      }
    });
  }

  void welcome(tcp::socket socket, const server::HttpServer::Request& request) {
    if (gallery_.size() >= kMostSpectators) return;  // the socket closes
    server::prepare_socket(socket);
    std::make_shared<server::WebSocket>(std::move(socket), kMostUnsent, [this](server::Peer& peer) {
      return std::make_unique<Spectator>(peer, gallery_);
    })->start(request);
  }

  bool may_watch() {
    const auto now = clerk_.snapshot();
    return is_final(now->summary.phase) || now->rule == WatchRule::kLive;
  }

  // -- The API

  Page json(std::string text) const { return {200, "application/json", std::move(text)}; }

  Page games_page(std::string_view query) {
    Clerk::Question question;
    const auto now = clerk_.snapshot();
    while (!query.empty()) {
      const std::string_view part = query.substr(0, query.find('&'));
      query.remove_prefix(std::min(part.size() + 1, query.size()));
      const std::string_view key = part.substr(0, part.find('='));
      const std::string_view value = part.substr(std::min(key.size() + 1, part.size()));
      if (key == "before") {
        question.before = number_from<std::int64_t>(value);
        if (!question.before) return plain(400, "before: a number");
      } else if (key == "most") {
        const auto most = number_from<std::int64_t>(value);
        if (!most || *most == 0 || *most > static_cast<std::int64_t>(kMostInAnswer))
          return plain(400, fmt::format("most: a number from 1 to {}", kMostInAnswer));
        question.most = static_cast<std::size_t>(*most);
      } else if (key == "entrant") {
        const auto entrant = number_from<int>(value);
        if (!entrant || static_cast<std::size_t>(*entrant) >= now->summary.entries.size())
          return plain(400, "entrant: the number of one, as /api/arena has it");
        question.entrant = entrant;
      } else if (key == "faults" && (value == "1" || value == "0")) {
        question.only_faults = value == "1";
      } else if (!part.empty()) {
        return plain(400, "what may be asked for: before, most, entrant, faults=1");
      }
    }
    return json(games_json(*now, clerk_.games(question)));
  }

  Page record_page(std::string_view text) {
    const auto number = number_from<std::int64_t>(text);
    if (!number) return plain(404, "there is no such game");
    auto record = clerk_.record(*number);
    if (!record) return plain(record.error().status, record.error().why);
    return {200, "application/x-ndjson", std::move(*record)};
  }

  Page running_page() {
    return json(
        running_json(stage_ != nullptr ? stage_->plays() : std::vector<std::shared_ptr<const Play>>(), may_watch()));
  }

  std::optional<Page> answered(std::string_view target) {
    const std::string_view path = target.substr(0, target.find('?'));
    const std::string_view query = target.substr(std::min(path.size() + 1, target.size()));
    if (path == "/api/arena") {
      const std::lock_guard lock(mutex_);
      return json(arena_json(*clerk_.snapshot(), stage_ != nullptr, news_));
    }
    if (path == "/api/arena/games") return games_page(query);
    if (path == "/api/arena/running") return running_page();
    if (path == "/api/games") return json(start_json(*clerk_.snapshot()));
    if (const auto number = between(path, "/api/games/", "/record")) return record_page(*number);
    if (path == "/arena/report.html") {
      const auto now = clerk_.snapshot();
      return Page{200, "text/html; charset=utf-8", report_page(now->summary, options_.made_by, report_games(), "")};
    }
    if (path == "/arena/summary.json") return json(summary_json(clerk_.snapshot()->summary));
    if (path == "/arena/ranking.csv")
      return Page{200, "text/csv; charset=utf-8", ranking_csv(clerk_.snapshot()->summary)};
    // What a server of tables has and this one has not.
    if (path == "/status" || path == "/metrics") return plain(404, "there is no such page");
    return {};
  }

  std::vector<GameRow> report_games() { return clerk_.games({{}, kGamesInReport}).games; }

  std::optional<Page> own_page(std::string_view target) override {
    try {
      return answered(target);
    } catch (const BookError& error) {
      return plain(503, error.message);
    }
  }

  std::vector<server::GameInfo> games() const override { return {}; }
  int unlisted_tables() const override { return 0; }
  std::string record(std::int64_t) const override { return {}; }
  std::string metrics_text() override { return {}; }
  bool healthy() const override { return true; }
  const Catalog& catalog() const override { return catalog_; }
  bool has_edition(const std::string& id) const override { return editions_.contains(id); }
  const std::string& other_origin() const override { return no_origin_; }
  bool metrics_for(const asio::ip::address&) const override { return false; }

  const Catalog& catalog_;
  const Stage* stage_;
  const Options options_;
  const std::string no_origin_;
  std::set<std::string> editions_;
  Clerk clerk_;
  std::mutex mutex_;  // for the news
  std::deque<News> news_;
  asio::io_context io_;
  Gallery gallery_;
  int port_ = 0;
  std::unique_ptr<server::HttpServer> http_;
  std::jthread thread_;
};

Pages::Pages(std::unique_ptr<Book> book, const Catalog& catalog, const Stage* stage, const Options& options)
    : impl_(std::make_unique<Impl>(std::move(book), catalog, stage, options)) {}
Pages::~Pages() = default;

int Pages::port() const { return impl_->port(); }

void Pages::tell(const std::vector<News>& news) {
  if (!news.empty()) impl_->tell(news);
}

}  // namespace fogg::arena
