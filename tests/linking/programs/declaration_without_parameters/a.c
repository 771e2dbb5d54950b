// whet: TRUE
#include <assert.h>
int sum();
int main(void) { assert(sum(2, 3) == 5); }
