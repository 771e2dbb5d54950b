// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ float a=0.1f; assert(a!=0.1); double b=a; assert(b==a); float c=1e30f; assert(c*c/c > c); int i=a*10; assert(i==1); int k=(int)(0.7+0.1)*10; assert(k==0); int j=(0.7+0.1)*10; assert(j==7); return 0; }
