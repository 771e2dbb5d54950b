// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct S{int a[3];}; static struct S mk(int k){ struct S s={{k,k+1,k+2}}; return s; } int main(void){ assert(mk(3).a[2]==5); int s=0; for(int i=0;i<3;i++) s+=mk(i).a[i]; assert(s==6); const int*p=mk(1).a; (void)p; return 0; }
