// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int a(int m,int n){ return m==0?n+1:n==0?a(m-1,1):a(m-1,a(m,n-1)); }
int main(void){ assert(a(2,3)==9); return 0;}
