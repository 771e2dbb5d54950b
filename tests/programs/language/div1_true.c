// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
#include <assert.h>
int main(void){ div_t d=div(-7,2); assert(d.quot==-3&&d.rem==-1); assert(labs(-5L)==5); return 0; }
