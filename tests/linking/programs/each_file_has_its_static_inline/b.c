#include "once.h"
int others(void) { return next(); }
