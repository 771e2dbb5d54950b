// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int t=1; switch(t){ int x=5; case 1: x++; if(x==6) return 0; return x;} return 0; }
