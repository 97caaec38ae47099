// Where a competition is kept: in a folder, or in a database, with only its pages and tables in a folder.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "arena/database.h"

namespace fogg::cli {

struct ArenaPlace {
  std::string given;  // the folder, or the file it is made from; with a database the competition's name
  std::string folder = {};  // if another one was asked for
  std::string db = {};  // postgresql://…; empty: a file in the folder
};

// Where its pages and tables are written.
std::string folder_of(const ArenaPlace& place);
void make_folder(const std::string& path);  // if there is none; throws Failure
// As an organiser would type it, without a password.
std::string words_for(const ArenaPlace& place);

// Waits for a database that is away until the user asks to stop, and says so.
using Say = std::function<void(const std::string&)>;
arena::Database database_at(const std::string& url, Say say);

// Both throw BookError.
std::unique_ptr<arena::Book> make_at(const ArenaPlace& place, const arena::NewCompetition& competition, const Say& say);
std::unique_ptr<arena::Book> open_at(const ArenaPlace& place, arena::Access access, const Say& say);

// Whole seconds a process may be silent before its games go to others.
inline constexpr int kUsualLease = 30;

// From a file with 64 hexadecimal digits; with no file a new one. Throws Failure.
ChaKey key_from(const std::string& file);

std::string host_name();
// 0 stands for one for each core.
int thread_count(int asked);

}  // namespace fogg::cli
