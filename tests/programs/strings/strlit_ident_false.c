// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ char a[3]="abc"; int n=0; while(a[n]) n++; return n==77; }
