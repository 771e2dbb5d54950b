// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int f(int n){ int r=1+({ if(n) goto out; 5; }); return r; out: return 77; } int main(void){ assert(f(0)==6 && f(1)==77); int k=0; for(int i=0;i<5;i++){ k+=({ if(i==2) continue; i; }); } assert(k==8); return 0;}
