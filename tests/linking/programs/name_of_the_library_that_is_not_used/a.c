// whet: TRUE
#include <assert.h>
#include <math.h>
#include <strings.h>
int get(void);
int main(void) { assert(get() == 4); }
