// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static int f(int a[10]){ return sizeof(a); }
int main(void){ int a[10]; assert(sizeof a==40); assert(f(a)==40); return 0; }
