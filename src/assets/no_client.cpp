// What the program has instead of a browser client if it was built with FOGG_WEB=OFF.
#include "assets/assets.h"

namespace fogg {
namespace {

constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fogg</title></head><body>
<h1>Fogg</h1>
<p>This program was built without its browser client (<code>-DFOGG_WEB=OFF</code>). What it is doing: <a href="/status">status</a>.</p>
</body></html>
)";
constexpr Asset kAssets[] = {{"index.html", "text/html; charset=utf-8", kPage, {}, "no-client", false}};

}  // namespace

std::span<const Asset> assets() { return kAssets; }

}  // namespace fogg
