#include "arena/entry.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/asio/post.hpp>
#include <charconv>
#include <csignal>
#include <future>
#include <utility>

#include "arena/line_player.h"
#include "arena/token.h"

namespace fogg::arena {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr auto kTick = std::chrono::milliseconds(50);
constexpr auto kBetweenWarnings = std::chrono::seconds(10);
constexpr auto kBetweenAccepts = std::chrono::milliseconds(100);
constexpr auto kFarewell = std::chrono::seconds(3);
constexpr auto kPatience = std::chrono::seconds(5);
// For the question whether somebody takes what it is sent: whoever speaks is there.
constexpr auto kSilent = std::chrono::milliseconds(100);
// For the question whether another may take its place.
constexpr auto kLifeless = std::chrono::seconds(2);

}  // namespace

std::optional<Port> read_port(std::string_view text) {
  Port port;
  if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    std::string_view address = text.substr(0, colon);
    if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
    error_code error;
    asio::ip::make_address(std::string(address), error);
    if (error) return {};
    port.address = address;
    text.remove_prefix(colon + 1);
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port.port);
  if (error != std::errc{} || end != text.data() + text.size() || port.port < 0 || port.port > 65535) return {};
  return port;
}

Entry::Entry(Options options)
    : options_(std::move(options)), io_(1), work_(asio::make_work_guard(io_)), current_(io_), v09_(io_), timer_(io_) {
  if (options_.current) at_current_ = listen(current_, *options_.current);
  if (options_.v09) at_v09_ = listen(v09_, *options_.v09);
  thread_ = std::thread([this] {
    // Signals are for the other threads.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    io_.run();
  });
}

// NOLINTNEXTLINE(bugprone-exception-escape): without memory for a good-bye it is the end anyway
Entry::~Entry() {
  asio::post(io_, [this] { close_all(); });
  thread_.join();
}

std::string Entry::listen(Acceptor& acceptor, const Port& port) {
  error_code error;
  const asio::ip::tcp::endpoint end(asio::ip::make_address(port.address), static_cast<unsigned short>(port.port));
  acceptor.open(end.protocol(), error);
  if (!error) acceptor.set_option(Acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(end, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) throw BookError{fmt::format("cannot listen on {}:{}: {}", port.address, port.port, error.message())};
  const auto local = acceptor.local_endpoint();
  return fmt::format(fmt::runtime(local.address().is_v6() ? "[{}]:{}" : "{}:{}"), local.address().to_string(),
                     local.port());
}

void Entry::on_change(std::function<void()> changed) {
  const std::lock_guard lock(mutex_);
  on_change_ = std::move(changed);
}

void Entry::changed() const {
  const std::lock_guard lock(mutex_);
  if (on_change_) on_change_();
}

void Entry::admit(const std::vector<EntrantEntry>& entrants) {
  std::vector<std::shared_ptr<EntryPeer>> unwanted;
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    entrants_.clear();
    for (const EntrantEntry& one : entrants)
      entrants_.push_back({one.spec.name, one.spec.way, one.spec.connections, one.state.active, one.token_hash});
    for (const auto& peer : peers_) {
      if (peer->place.entrant < 0) continue;
      const Known& known = entrants_.at(static_cast<std::size_t>(peer->place.entrant));
      if (!known.active || !same_hash(known.token_hash, peer->place.token_hash)) unwanted.push_back(peer);
    }
    for (const auto& chair : chairs_) {
      if (!entrants_.at(static_cast<std::size_t>(chair->entrant())).active)
        chair->fail({Fault::kDisconnect, "taken out of the competition"});
    }
    first = !std::exchange(open_, true);
  }
  asio::post(io_, [this, unwanted, first] {
    for (const auto& peer : unwanted)
      peer->dismiss(v1::ErrorCode::kNotAllowed, "this token is not valid any more: the connection is closed");
    if (!first) return;
    if (current_.is_open()) accept(current_, Way::kConnects);
    if (v09_.is_open()) accept(v09_, Way::kConnectsV09);
    tick();
  });
}

Entry::Presence Entry::presence(Entrant entrant) const {
  const std::lock_guard lock(mutex_);
  Presence found;
  for (const auto& peer : peers_) {
    if (peer->place.entrant != entrant) continue;
    ++found.there;
    if (!peer->place.chair) ++found.idle;
  }
  return found;
}

int Entry::strangers() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(
      std::count_if(peers_.begin(), peers_.end(), [](const auto& peer) { return peer->place.entrant == -1; }));
}

std::optional<std::vector<std::unique_ptr<Link>>> Entry::seat(const std::vector<Place>& places) {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<EntryPeer>> chosen;
  for (const Place& place : places) {
    const auto free = std::find_if(peers_.begin(), peers_.end(), [&](const auto& peer) {
      return peer->place.entrant == place.entrant && !peer->place.chair &&
             std::find(chosen.begin(), chosen.end(), peer) == chosen.end();
    });
    if (free == peers_.end() && place.needed) return {};
    chosen.push_back(free == peers_.end() ? nullptr : *free);
  }
  std::vector<std::unique_ptr<Link>> links;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!chosen[i]) {
      links.push_back(nullptr);
      continue;
    }
    auto chair = std::make_shared<Chair>(places[i].entrant, places[i].game, chosen[i]->place.requests);
    chairs_.push_back(chair);
    sit(chosen[i], chair, 0);
    links.push_back(std::make_unique<EntryLink>(*this, std::move(chair)));
  }
  return links;
}

std::vector<News> Entry::take_news() {
  const std::lock_guard lock(mutex_);
  std::vector<News> news;
  if (wrong_ > 0 && Clock::now() - told_wrong_ > kBetweenWarnings) {
    told_wrong_ = Clock::now();
    const std::string times = std::to_string(std::exchange(wrong_, 0));
    news.push_back({fmt::format("wrong names or tokens: {}", times), "wrong-tokens", {times}});
  }
  return news;
}

// -- Lines to those seated

void Entry::send(const std::shared_ptr<Chair>& chair, std::string text) {
  auto peer = chair->begin_to_send();
  if (!peer) return;
  auto bytes = std::make_shared<const std::string>(std::move(text));
  asio::post(io_, [chair, peer = std::move(peer), bytes = std::move(bytes)] {
    peer->send(bytes);
    chair->handed_over();
  });
}

// An old client is gone with its game. It may come back as soon as it has heard the last line, so its place must be free before.
void Entry::release(const std::shared_ptr<Chair>& chair, const std::string& text) {
  {
    const std::lock_guard lock(mutex_);
    chairs_.remove(chair);
    for (const auto& peer : peers_) {
      if (peer->place.chair != chair) continue;
      const bool stays = peer->way() != Way::kConnectsV09;
      peer->place.chair.reset();
      peer->place.requests = chair->requests();
      if (!stays) peer->place.entrant = kGone;
      asio::post(io_, [peer, stays, text] {
        if (!text.empty()) peer->say(text);
        if (!stays) peer->close_when_sent();
      });
    }
  }
  changed();
}

void Entry::cut(const std::shared_ptr<Chair>& chair, std::string text) {
  const auto peer = chair->peer();
  if (!peer) return;
  asio::post(io_, [peer, text = std::move(text)] {
    if (!text.empty()) peer->say(text);
    peer->close_when_sent();
  });
}

bool Entry::takes_nothing(const std::shared_ptr<EntryPeer>& peer) {
  auto answer = std::make_shared<std::promise<bool>>();
  auto found = answer->get_future();
  asio::post(io_, [peer, answer] { answer->set_value(peer->takes_nothing(kSilent)); });
  return found.wait_for(kPatience) == std::future_status::ready && found.get();
}

// -- Connections

const Edition* Entry::edition_for_v09() const {
  for (const auto& edition : options_.editions)
    if (v09::can_play(*edition)) return edition.get();
  return nullptr;
}

void Entry::accept(Acceptor& acceptor, Way way) {
  acceptor.async_accept([this, &acceptor, way](error_code error, asio::ip::tcp::socket socket) {
    if (ending_ || error == asio::error::operation_aborted) return;
    if (!error) {
      let_in(std::move(socket), way);
      accept(acceptor, way);
      return;
    }
    // No more files can be open, most likely: asking again at once would not help.
    auto later = std::make_shared<asio::steady_timer>(io_, kBetweenAccepts);
    later->async_wait([this, &acceptor, way, later](error_code cancelled) {
      if (!cancelled && !ending_) accept(acceptor, way);
    });
  });
}

// Who is known says so at once. So if there are too many others, the one who has been silent for longest goes.
void Entry::let_in(asio::ip::tcp::socket socket, Way way) {
  server::prepare_socket(socket);
  const auto peer = std::make_shared<EntryPeer>(std::move(socket), way, *this);
  std::shared_ptr<EntryPeer> oldest;
  {
    const std::lock_guard lock(mutex_);
    const auto is_stranger = [](const auto& one) { return one->place.entrant == -1; };
    if (static_cast<std::size_t>(std::count_if(peers_.begin(), peers_.end(), is_stranger)) >= options_.most_strangers) {
      oldest = *std::find_if(peers_.begin(), peers_.end(), is_stranger);
      oldest->place.entrant = kGone;
    }
    peers_.push_back(peer);
  }
  if (oldest) oldest->dismiss(v1::ErrorCode::kTooMany, "too many connections of nobody: this one is closed");
  peer->greet();
  peer->start();
}

void Entry::tick() {
  timer_.expires_after(kTick);
  timer_.async_wait([this](error_code error) {
    if (error || ending_) return;
    std::vector<std::shared_ptr<EntryPeer>> strangers;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& peer : peers_)
        if (peer->place.entrant == -1) strangers.push_back(peer);
    }
    const auto now = Clock::now();
    for (const auto& peer : strangers) peer->look(now);
    tick();
  });
}

void Entry::close_all() {
  ending_ = true;
  error_code ignored;
  current_.close(ignored);
  v09_.close(ignored);
  std::list<std::shared_ptr<EntryPeer>> peers;
  {
    const std::lock_guard lock(mutex_);
    peers = peers_;
  }
  for (const auto& peer : peers) peer->dismiss("stopping", "the competition ends or pauses here");
  // As long as connections say good-bye, but not for ever.
  work_.reset();
  timer_.expires_after(kFarewell);
  timer_.async_wait([this](error_code error) {
    if (!error) io_.stop();
  });
  if (peers.empty()) timer_.cancel();
}

Entrant Entry::find(Way way, const Introduction& who) const {
  const std::string hash = hash_of_token(who.token);
  Entrant found = -1;
  for (std::size_t i = 0; i < entrants_.size(); ++i) {
    const Known& known = entrants_[i];
    const bool fits = same_hash(known.token_hash, hash) && known.way == way;
    if (fits && !who.token.empty() && (who.name.empty() || who.name == known.name)) found = static_cast<Entrant>(i);
  }
  return found;
}

std::shared_ptr<Chair> Entry::empty_chair(Entrant entrant, std::string_view table) const {
  for (const auto& chair : chairs_) {
    if (chair->entrant() != entrant) continue;
    // Whoever says which one it means has lost its connection, even if nobody has noticed yet.
    if (table.empty() ? chair->peer() == nullptr : table_code(chair->game()) == table) return chair;
  }
  return table.empty() ? nullptr : empty_chair(entrant, {});
}

// A connection that is lost, though that was not noticed yet. One that plays comes first.
std::shared_ptr<EntryPeer> Entry::lifeless(Entrant entrant) const {
  std::shared_ptr<EntryPeer> found;
  for (const auto& peer : peers_) {
    if (peer->place.entrant != entrant || !(peer->is_lost() || peer->takes_nothing(kLifeless))) continue;
    if (!found || (peer->place.chair && !found->place.chair)) found = peer;
  }
  return found;
}

void Entry::sit(const std::shared_ptr<EntryPeer>& peer, const std::shared_ptr<Chair>& chair, int after) {
  peer->place.chair = chair;
  chair->sit(peer, {after, peer->place.positions});
}

// A newer connection takes its place.
void Entry::replace(const std::shared_ptr<EntryPeer>& peer) {
  peer->place = {};
  peer->place.entrant = kGone;
  asio::post(io_, [peer] { peer->dismiss("replaced", "another connection has taken this place"); });
}

Entry::Joined Entry::join(const std::shared_ptr<EntryPeer>& peer, const Introduction& who) {
  {
    const std::lock_guard lock(mutex_);
    const Entrant entrant = find(peer->way(), who);
    if (entrant < 0) {
      ++wrong_;
      return Joined::kWrong;
    }
    const Known& known = entrants_[static_cast<std::size_t>(entrant)];
    if (!known.active) return Joined::kLeft;
    auto chair = empty_chair(entrant, who.table);
    std::shared_ptr<EntryPeer> older = chair ? chair->peer() : lifeless(entrant);
    if (!chair && older) chair = older->place.chair;
    const auto count =
        std::count_if(peers_.begin(), peers_.end(), [&](const auto& one) { return one->place.entrant == entrant; });
    if (!chair && !older && count >= known.connections) return Joined::kTooMany;
    if (older) replace(older);
    peer->place.entrant = entrant;
    peer->place.token_hash = known.token_hash;
    peer->place.positions = who.positions;
    if (chair) sit(peer, chair, who.after);
  }
  changed();
  return Joined::kYes;
}

std::shared_ptr<Chair> Entry::chair_of(const EntryPeer& peer) const {
  const std::lock_guard lock(mutex_);
  return peer.place.chair;
}

void Entry::gone(EntryPeer& peer) {
  bool last = false;
  {
    const std::lock_guard lock(mutex_);
    if (const auto chair = std::exchange(peer.place.chair, nullptr)) chair->leave();
    peers_.remove_if([&](const auto& one) { return one.get() == &peer; });
    last = peers_.empty();
  }
  changed();
  if (ending_ && last) timer_.cancel();
}

}  // namespace fogg::arena
