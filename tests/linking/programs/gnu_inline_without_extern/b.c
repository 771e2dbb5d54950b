#include "get.h"
int got(void) { return get(); }
