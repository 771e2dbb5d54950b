// EXPECT: FALSE
// COMMAND: whet verify
#line 2
#include <assert.h>
#define HERE(x) __LINE__
int main(void){ int l = HERE(
  0
  );
  assert(l==5); return 0; }
