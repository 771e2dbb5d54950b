// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#define MAX(a,b) ({ __typeof__(a) _a=(a); __typeof__(b) _b=(b); _a>_b?_a:_b; })
int main(void){ int i=3; int m=MAX(i++,2); assert(m==3&&i==4); int x=({ int y=i; y*=2; y; }); assert(x==8); 
 int z=({ int q; for(q=0;q<10;q++) if(q*q>20) break; q; }); 
 assert(z==4); 
 struct S{int a;} ; assert(({ struct S s={4}; s; }).a==4); return 0;}
