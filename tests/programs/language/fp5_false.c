// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ float s=0; for(int i=0;i<10;i++) s+=0.1f; assert(s==1.0f); return 0; }
