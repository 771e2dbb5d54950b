// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int x=1; typedef int T;
enum {K=1};
int main(void){ int x=2; { extern int x; assert(x==1); } { int T=3; assert(T==3); assert(sizeof(T)==4);} for(int x=5;x<6;x++){int x=9; assert(x==9);} assert(x==2); { enum {K=7}; assert(K==7);} assert(K==1); { struct x {int a; char b[100];}; assert(sizeof(struct x)==104);} return 0; }
