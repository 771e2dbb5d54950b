// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int n; static int f(void){return ++n;}
struct A{int a[3]; struct {int p,q;} b;};
int main(void){ int a[4]={[0 ... 3]=f()}; assert(n==1 && a[3]==1);
 int b[]={[3]=1,2,[1]=5,6}; assert(sizeof b==20&&b[2]==6&&b[4]==2&&b[0]==0);
 struct A x={1,2,3,4,5}, y={.b.q=3,.a[1]=4,5}; assert(x.b.q==5&&y.a[2]==5&&y.b.p==0&&y.b.q==3);
 int m[2][3]={1,2,3,4}; assert(m[1][0]==4&&m[1][2]==0);
 struct A z={.a={1,2,3},.a[1]=9}; assert(z.a[0]==1&&z.a[1]==9&&z.a[2]==3);
 return 0; }
