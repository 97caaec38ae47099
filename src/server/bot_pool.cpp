#include "server/bot_pool.h"

#include <boost/asio/post.hpp>

namespace fogg::server {

void BotPool::ask(Question question, std::function<void(const Action&)> answer) {
  boost::asio::post(pool_, [this, question = std::move(question), answer = std::move(answer)]() mutable {
    const Edition& edition = *question.edition;
    const State known = visible_state(edition, question.view);
    const Legal legal(edition, known, question.view.viewer);
    FastGenerator random(question.seed);
    const Action action = make_bot(question.bot)->choose({edition, question.view, legal, random});
    boost::asio::post(io_, [answer = std::move(answer), action] { answer(action); });
  });
}

void BotPool::stop() {
  pool_.stop();
  pool_.join();
}

}  // namespace fogg::server
