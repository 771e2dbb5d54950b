// whet: TRUE
#include <assert.h>
#include "twice.h"
int through(int n);
int main(void) { assert(twice(4) == through(4)); }
