// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int i=3,s=0; goto in; for(i=0;i<5;i++){ s+=10; in: s+=1; } assert(s==12); while(0){ l: s=99; goto e; } goto l; e: assert(s==99); return 0; }
