#include "arena/token.h"

#include <openssl/crypto.h>
#include <boost/json.hpp>

#include "data/sha256.h"
#include "server/table.h"

namespace fogg::arena {

namespace json = boost::json;

std::string new_token() { return server::new_token(); }

std::string hash_of_token(std::string_view token) { return sha256_hex(token); }

bool same_hash(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::optional<TokenNote> token_from_json(std::string_view text) {
  boost::system::error_code error;
  const json::value value = json::parse({text.data(), text.size()}, error);
  if (error || !value.is_object()) return {};
  const json::value* name = value.as_object().if_contains("name");
  const json::value* hash = value.as_object().if_contains("token_hash");
  if (name == nullptr || hash == nullptr || !name->is_string() || !hash->is_string()) return {};
  return TokenNote{std::string(name->as_string()), std::string(hash->as_string())};
}

std::string with_token(std::string_view object, const TokenNote& note) {
  json::object out;
  if (!object.empty()) out = json::parse({object.data(), object.size()}).as_object();
  out["name"] = note.name;
  out["token_hash"] = note.hash;
  return json::serialize(out);
}

}  // namespace fogg::arena
