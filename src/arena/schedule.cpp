#include "arena/schedule.h"

namespace fogg::arena {}
