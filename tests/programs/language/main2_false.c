// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static int n; int main(int argc,char**argv){ if(n++<3) return main(argc,argv); assert(n!=4); return 0; }
