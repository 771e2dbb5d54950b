// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ unsigned s=0; for(unsigned i=0;i<1000000;i++) s+=i; assert(s==1783293664u); return 0; }
