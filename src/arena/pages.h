// The pages of a competition on an HTTP port: the browser client, the API (docs/arena.md), and watching over WebSocket. One thread answers,
// another one reads the book; who plays waits for neither.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/book.h"
#include "arena/news.h"
#include "arena/stage.h"
#include "arena/watch_rule.h"
#include "data/catalog.h"

namespace fogg::arena {

struct PagesError {
  std::string message;
};

class Pages {
 public:
  struct Options {
    std::string address = "127.0.0.1";
    int port = 0;  // 0: any that is free
    std::optional<WatchRule> rule = {};  // none: the usual one
    bool unsafe = false;  // programs run without a sandbox, and could read these pages
    std::string made_by = "Fogg";
  };
  // `book`: for the pages alone. `stage`: where games are played, if they are played here. Throws PagesError and BookError.
  Pages(std::unique_ptr<Book> book, const Catalog& catalog, const Stage* stage, const Options& options);
  ~Pages();
  // Throws PagesError if the port cannot be had now: to be asked before anything else is begun.
  static void try_port(const Options& options);

  int port() const;
  // The last of those that have a kind are shown; the others are not for guests.
  void tell(const std::vector<News>& news);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// "8020", "0.0.0.0:8020", "[::1]:8020": address and port; an error in words.
tl::expected<std::pair<std::string, int>, std::string> address_and_port(const std::string& text);

}  // namespace fogg::arena
