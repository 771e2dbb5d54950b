// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int a[3]; int i=0; static int n(void){ return i++; }
int main(void){ a[n()] += 5; assert(i==2); return 0; }
