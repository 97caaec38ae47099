#include "arena/book_texts.h"
#include "arena/database.h"
#include "arena/session.h"

namespace fogg::arena {

namespace {

class DatabaseOffers final : public Offers {
 public:
  explicit DatabaseOffers(const Database& database) : session_(database) {}
  std::vector<Offer> all() override {
    if (!session_.has_tables()) return {};
    return session_.get(Session::Kind::kRepeatable, [](pq::Connection& db) {
      const pq::Result rows = db.run(
          "SELECT name, phase, EXISTS (SELECT 1 FROM games WHERE competition = c.id AND status = 0 AND "
          "(worker IS NULL OR until <= statement_timestamp())), (SELECT count(DISTINCT worker) FROM games WHERE "
          "competition = c.id AND status = 0 AND worker IS NOT NULL AND until > statement_timestamp()) "
          "FROM competitions c ORDER BY id");
      std::vector<Offer> all;
      for (int i = 0; i < rows.rows(); ++i)
        all.push_back({std::string(rows.text(i, 0)), book_phase(rows.text(i, 1)), rows.truth(i, 2),
                       static_cast<int>(rows.number(i, 3))});
      return all;
    });
  }

 private:
  Session session_;
};

}  // namespace

std::unique_ptr<Offers> open_offers(const Database& database) { return std::make_unique<DatabaseOffers>(database); }

}  // namespace fogg::arena
