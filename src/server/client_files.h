// The browser client on the HTTP port: which of its files a path means, in which form it is sent, how long it may be kept.
#pragma once

#include <string>
#include <string_view>

#include "assets/assets.h"

namespace fogg::server {

// The file for this path (without a query), or none. The client shows several pages whose addresses people share, such as
// /watch/KXQT; all of them are index.html, and the client looks at the address.
const Asset* client_file(std::string_view path);

// How that file is sent to someone whose request has these headers.
struct ClientAnswer {
  bool unchanged = false;  // 304: what the browser has is still right, and there is no body
  std::string_view body;
  std::string_view encoding;  // empty: as it is
  std::string etag;
  std::string_view cache;
};
ClientAnswer client_answer(const Asset& asset, std::string_view accept_encoding, std::string_view if_none_match);

// What the pages of the client may do: nothing but with their own server.
inline constexpr std::string_view kClientPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src "
    "'self'; "
    "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace fogg::server
