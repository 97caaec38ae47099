// For records with unknown values: checks what can be checked from what is public.
#pragma once

#include "record/lines.h"
#include "record/verify.h"

namespace fogg {

// Throws LineFault. Fills in what the verdict says about turns and the end.
void check_public_ledger(const Edition& edition, const Record& record, Verdict& verdict);

}  // namespace fogg
