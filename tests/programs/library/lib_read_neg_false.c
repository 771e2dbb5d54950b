// EXPECT: FALSE
// COMMAND: whet verify
#include <unistd.h>
int main(void){ char b[16]; 
 size_t n=read(0,b,sizeof b-1); b[n]=0; 
 return 0; }
