// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ unsigned char i; int n=0; for(i=0;i<=255;i++) { n++; if(n>1000) assert(0); } return 0;}
