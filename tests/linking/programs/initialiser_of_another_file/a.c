// whet: FALSE
#include <assert.h>
extern int level;
int main(void) { assert(level == 0); }
