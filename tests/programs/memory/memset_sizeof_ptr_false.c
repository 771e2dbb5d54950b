// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
struct S{int a[8];}; static int f(struct S*s){ 
 memset(s,0,sizeof s); 
 int t=0; for(int i=0;i<8;i++) t+=s->a[i]; return t; } int main(void){ struct S s; return f(&s); }
