// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static void set(int*p,int d){ int x=d; if(d==0){ *p=99; return;} set(d==1?p:&x,d-1); if(d==2) assert(x==2); }
int main(void){ int y=0; set(&y,2); return 0; }
