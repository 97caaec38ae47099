// The files of the browser client over HTTP.
#include <map>
#include <regex>

#include "assets/assets.h"
#include "paths.h"
#include "server_support.h"

namespace fogg::test {
namespace {

struct Answer {
  int status = 0;
  std::map<std::string, std::string> headers;  // names as the server writes them
  std::string body;

  std::string operator[](const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

Answer ask(int port, const std::string& target, const std::string& more = "", const std::string& method = "GET") {
  const std::string all = http_get(port, target, method, more);
  Answer answer;
  const std::size_t end = all.find("\r\n\r\n");
  if (end == std::string::npos) return answer;
  answer.body = all.substr(end + 4);
  std::istringstream head(all.substr(0, end + 2));
  std::string line;
  std::getline(head, line);
  answer.status = std::stoi(line.substr(line.find(' ')));
  while (std::getline(head, line)) {
    const std::size_t colon = line.find(": ");
    answer.headers[line.substr(0, colon)] = line.substr(colon + 2, line.size() - colon - 3);
  }
  return answer;
}

const Asset& index() {
  const Asset* asset = find_asset("index.html");
  if (asset == nullptr) throw std::runtime_error("there is no index.html");
  return *asset;
}

// The files index.html names: what a browser fetches before it shows something.
std::vector<const Asset*> first_files() {
  std::vector<const Asset*> files = {&index()};
  const std::string page(index().body);
  const std::regex reference("(?:src|href)=\"/([^\"]+)\"");
  for (std::sregex_iterator at(page.begin(), page.end(), reference), end; at != end; ++at)
    if (const Asset* file = find_asset((*at)[1].str())) files.push_back(file);
  return files;
}

bool is_built() { return assets().size() > 1; }  // FOGG_WEB is not OFF

class ServerClient : public testing::Test {
 protected:
  const Folder folder;
  ServerProcess server{folder, std::vector<std::string>{}};
};

TEST_F(ServerClient, EveryFileIsThere) {
  for (const Asset& asset : assets()) {
    const std::string target = fmt::format("/{}", asset.path);
    const Answer answer = ask(server.http(), target);
    EXPECT_EQ(answer.status, 200) << target;
    EXPECT_EQ(answer.body, asset.body) << target;
    EXPECT_EQ(answer["Content-Type"], asset.type) << target;
    EXPECT_EQ(answer["Content-Length"], std::to_string(asset.body.size())) << target;
    EXPECT_EQ(answer["Content-Encoding"], "") << target;
    EXPECT_EQ(answer["ETag"], fmt::format("\"{}\"", asset.etag));
    EXPECT_EQ(ask(server.http(), target + "?x=/../y").body, asset.body);
    const Answer head = ask(server.http(), target, "", "HEAD");
    EXPECT_EQ(head.body, "");
    EXPECT_EQ(head.headers, answer.headers);
  }
}

TEST_F(ServerClient, TypesAreThoseABrowserInsistsOn) {
  const std::map<std::string, std::string> types = {{"html", "text/html; charset=utf-8"},
                                                    {"js", "text/javascript; charset=utf-8"},
                                                    {"css", "text/css; charset=utf-8"},
                                                    {"svg", "image/svg+xml"},
                                                    {"woff2", "font/woff2"},
                                                    {"json", "application/json"}};
  for (const Asset& asset : assets()) {
    const auto type = types.find(std::string(asset.path.substr(asset.path.rfind('.') + 1)));
    if (type == types.end()) continue;
    EXPECT_EQ(asset.type, type->second) << asset.path;
  }
}

TEST_F(ServerClient, EveryPageOfTheClientIsTheSameFile) {
  for (const char* target : {"/", "/?lang=de", "/table", "/table/KXQT", "/watch/KXQT", "/watch/KXQT?at=3", "/replay",
                             "/replay/", "/replay/17", "/index.html"}) {
    const Answer answer = ask(server.http(), target);
    EXPECT_EQ(answer.status, 200) << target;
    EXPECT_EQ(answer.body, index().body) << target;
    EXPECT_EQ(answer["Cache-Control"], "no-cache") << target;
  }
}

TEST_F(ServerClient, NothingElseIsThere) {
  for (const char* target : {"/tables",
                             "/tablex/KXQT",
                             "/Table/KXQT",
                             "/nothing",
                             "/assets",
                             "/assets/",
                             "//",
                             "//index.html",
                             "/./index.html",
                             "/../index.html",
                             "/table/../metrics",
                             "/table/%2e%2e/metrics",
                             "/table/..%2fmetrics",
                             "/watch/a.js",
                             "/assets/../index.html",
                             "/assets/%2e%2e/index.html",
                             "/assets/..\\index.html",
                             "/index.html/",
                             "/INDEX.HTML",
                             "/index.html%00",
                             "/etc/passwd",
                             "/../../../../etc/passwd",
                             "/web/package.json",
                             "index.html",
                             "*"}) {
    const Answer answer = ask(server.http(), target);
    EXPECT_TRUE(answer.status == 404 || answer.status == 400) << target << ' ' << answer.status;
    EXPECT_EQ(answer.body.find("<html"), std::string::npos) << target;
  }
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS"})
    EXPECT_EQ(ask(server.http(), "/", "", method).status, 405) << method;
}

TEST_F(ServerClient, PagesMayDoNothingButWithTheirServer) {
  for (const Asset* asset : first_files()) {
    for (const char* more : {"", "Accept-Encoding: gzip\r\n", "If-None-Match: *\r\n"}) {
      const Answer answer = ask(server.http(), fmt::format("/{}", asset->path), more);
      EXPECT_EQ(answer["Content-Security-Policy"],
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                "font-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
      EXPECT_EQ(answer["X-Content-Type-Options"], "nosniff");
      EXPECT_EQ(answer["Referrer-Policy"], "no-referrer");
      EXPECT_EQ(answer["Cross-Origin-Opener-Policy"], "same-origin");
      EXPECT_EQ(answer["Cross-Origin-Resource-Policy"], "same-origin");
      EXPECT_EQ(answer["X-Frame-Options"], "DENY");
    }
  }
  // What the policy forbids is not in the page either.
  const std::string page(index().body);
  EXPECT_FALSE(std::regex_search(page, std::regex("<script(?![^>]* src=)|<style|style=|javascript:| on[a-z]+=")));
}

TEST_F(ServerClient, WhatABrowserHasIsNotSentAgain) {
  for (const Asset* asset : first_files()) {
    const std::string target = fmt::format("/{}", asset->path);
    for (const std::string more : {"", "Accept-Encoding: gzip\r\n"}) {
      const Answer first = ask(server.http(), target, more);
      const std::string tag = first["ETag"];
      EXPECT_EQ(first["Cache-Control"], asset->immutable ? "public, max-age=31536000, immutable" : "no-cache");
      for (const std::string& had :
           {tag, "W/" + tag, "\"other\", " + tag, "\"other\" ,W/" + tag + " , \"more\"", std::string("*")}) {
        for (const char* method : {"GET", "HEAD"}) {
          const Answer again = ask(server.http(), target, more + "If-None-Match: " + had + "\r\n", method);
          EXPECT_EQ(again.status, 304) << had;
          EXPECT_EQ(again.body, "");
          EXPECT_EQ(again["ETag"], tag);
          EXPECT_EQ(again["Cache-Control"], first["Cache-Control"]);
          EXPECT_EQ(again["Vary"], first["Vary"]);
          EXPECT_EQ(again["Content-Type"], "");
        }
      }
      for (const std::string& had :
           {std::string("\"other\""), tag.substr(1), tag + "x", std::string(",,"), std::string("W/")})
        EXPECT_EQ(ask(server.http(), target, more + "If-None-Match: " + had + "\r\n").status, 200) << had;
    }
  }
  // After an answer without a body the connection goes on.
  LineClient kept(server.http());
  for (int i = 0; i < 3; ++i) {
    kept.send_bytes("GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: *\r\n\r\n");
    EXPECT_EQ(kept.line(), "HTTP/1.1 304 Not Modified\r");
    while (kept.line() != "\r") {
    }
  }
}

TEST_F(ServerClient, NamesWithAHashAreKeptForever) {
  if (!is_built()) GTEST_SKIP() << "built without the client";
  int kept = 0;
  for (const Asset& asset : assets()) {
    kept += asset.immutable ? 1 : 0;
    EXPECT_EQ(asset.immutable, asset.path.starts_with("assets/")) << asset.path;
  }
  EXPECT_GT(kept, 0);
}

TEST_F(ServerClient, CompressedForThoseWhoTakeIt) {
  if (!is_built()) GTEST_SKIP() << "built without the client";
  for (const Asset& asset : assets()) {
    if (asset.gzip.empty()) continue;
    const std::string target = fmt::format("/{}", asset.path);
    for (const char* accept : {"gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.5", "deflate,gzip ; q=1", "*",
                               "br, *;q=0.1", "x-gzip", "identity;q=0, *"}) {
      const Answer answer = ask(server.http(), target, fmt::format("Accept-Encoding: {}\r\n", accept));
      EXPECT_EQ(answer["Content-Encoding"], "gzip") << accept;
      EXPECT_EQ(answer["Content-Type"], asset.type);
      EXPECT_EQ(answer["Vary"], "Accept-Encoding");
      EXPECT_EQ(answer["Content-Length"], std::to_string(asset.gzip.size()));
      EXPECT_EQ(answer["ETag"], fmt::format("\"{}-gzip\"", asset.etag));
      EXPECT_EQ(answer.body, asset.gzip);
    }
    for (const char* accept :
         {"", "br", "gzip;q=0", "gzip; q=0.000, br", "gzip;q=0, *", "*;q=0", "gzipped", ",;,", "identity"}) {
      const Answer answer = ask(server.http(), target, fmt::format("Accept-Encoding: {}\r\n", accept));
      EXPECT_EQ(answer["Content-Encoding"], "") << accept;
      EXPECT_EQ(answer["Vary"], "Accept-Encoding");
      EXPECT_EQ(answer.body, asset.body);
    }
    std::ofstream(folder / "file.gz", std::ios::binary) << asset.gzip;
    const Output plain = run_program({"gzip", "-dc", folder / "file.gz"});
    EXPECT_EQ(plain.code, 0) << plain.text;
    EXPECT_EQ(plain.text, asset.body) << target;
  }
}

// People on slow lines wait for this before they see anything.
TEST_F(ServerClient, TheFirstLoadIsSmall) {
  constexpr std::size_t kMost = 300'000;
  std::size_t sum = 0;
  std::string list;
  for (const Asset* asset : first_files()) {
    const std::size_t size =
        ask(server.http(), fmt::format("/{}", asset->path), "Accept-Encoding: gzip\r\n").body.size();
    sum += size;
    list += fmt::format("  {:>8} {}\n", size, asset->path);
  }
  EXPECT_LE(sum, kMost) << "what a browser loads before it shows something has grown too large, in compressed bytes:\n"
                        << list << "Load later what the first page does not need: import() instead of import.";
  EXPECT_EQ(first_files().size() > 1, is_built()) << "index.html names no script";
}

// A page fetches what it does not carry: the files as they are, also those of --data.
TEST(ServerEditions, AreThereForPagesThatDoNotCarryThem) {
  const Folder folder;
  auto data = [](const std::string& path) { return read_file(data_dir() + "/" + path); };
  fs::create_directories(folder / "data/editions");
  std::string own = data("editions/usa-2004.json");
  own.replace(own.find("\"usa-2004\""), 10, "\"own\"");
  std::ofstream(folder / "data/editions/own.json") << own;
  std::ofstream(folder / "data/editions/broken.json") << "{\"id\":\"broken\"";
  const ServerProcess server(folder, {"--data", folder / "data"});
  const Answer answer = ask(server.http(), "/api/editions/own");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer["Content-Type"], "application/json");
  const json::object files = json::parse(answer.body).as_object();
  EXPECT_EQ(files.at("edition"), json::parse(own));
  EXPECT_EQ(files.at("map"), json::parse(data("maps/usa.json")));
  EXPECT_EQ(json::parse(ask(server.http(), "/api/editions/maerklin").body).at("map"),
            json::parse(data("maps/germany.json")));
  for (const char* id : {"", "moon", "broken", "../maps/usa", "own.json", "own/"})
    EXPECT_EQ(ask(server.http(), fmt::format("/api/editions/{}", id)).status, 404) << id;
}

}  // namespace
}  // namespace fogg::test
