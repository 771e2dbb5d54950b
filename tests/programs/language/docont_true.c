// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int i=0,n=0; do { n++; if(n<3) continue; i=1; } while(i++<0 ); assert(n==1&&i==1); int k=0; for(int j=0;j<5;j++){ switch(j){case 1: continue; case 3: break; default: k+=j;} k+=100; } assert(k==406); return 0; }
