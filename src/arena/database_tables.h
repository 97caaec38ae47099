// The tables of competitions in a PostgreSQL database; all in a schema of their own.
#pragma once

#include <string>

#include "arena/pq.h"

namespace fogg::arena {

bool tables_are_there(pq::Connection& db);
// Throws BookError if there are tables, but of another format. `place` is for messages.
void check_format(pq::Connection& db, const std::string& place);
// Makes them if there are none, in the transaction that is open.
void create_tables(pq::Connection& db, const std::string& place);

// With it and its number a competition is locked by whoever runs it.
inline constexpr int kRunLock = 0x466F6741;  // "FogA"

}  // namespace fogg::arena
