// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int exp=2, pow=3, nan=4, floor=5, abs=6;
int main(void){ assert(exp+pow+nan+floor+abs==20); return 0; }
