// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
#include <assert.h>
int main(void){ char b[8]="abcdefg"; 
 memcpy(b+1,b,6); 
 assert(b[1]=='a' && b[6]=='f'); return 0;}
