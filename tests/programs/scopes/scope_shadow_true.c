// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
typedef int T; int x=1; enum{K=3}; int main(void){ int T=4; assert(T==4 && sizeof T==4); { extern int x; assert(x==1); } int x=2; { extern int x; assert(x==1); x=7; } assert(x==2); for(int i=0;i<2;i++){ int i=9; assert(i==9); } { enum{K=5}; assert(K==5); } assert(K==3); struct s{int a;}; { struct s{char b[7];}; assert(sizeof(struct s)==7); } assert(sizeof(struct s)==4); int y=({int x=5; x;}); assert(y==5); int main_=sizeof(x); assert(main_==4); goto x; x: return 0;}
