// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
struct F { char a; int :0; char b; };
int main(void){ assert(sizeof(struct F)==8); return 0; }
