// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
struct __attribute__((packed)) P{ char a; int b; short c; }; 
struct Q{ char a; int b __attribute__((packed)); char c; };
int main(void){ assert(sizeof(struct P)==7 && sizeof(struct Q)==6 && _Alignof(struct P)==1); struct P p[3]; memset(p,0,sizeof p); p[1].b=0x01020304; unsigned char*z=(void*)p; assert(z[8]==4 && z[11]==1); 
 assert(p[1].b==0x01020304);
 return 0;}
