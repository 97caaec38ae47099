// The token of an entrant who connects: 128 random bits as 32 hexadecimal digits. Kept is only its hash.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fogg::arena {

std::string new_token();
std::string hash_of_token(std::string_view token);
// How long it takes says nothing about where they differ.
bool same_hash(std::string_view a, std::string_view b);

// Whose token has which hash: part of what the organiser asks of a running competition.
struct TokenNote {
  std::string name;
  std::string hash;
};
std::optional<TokenNote> token_from_json(std::string_view text);
// Adds it to an object; an empty text is an empty object.
std::string with_token(std::string_view object, const TokenNote& note);

}  // namespace fogg::arena
