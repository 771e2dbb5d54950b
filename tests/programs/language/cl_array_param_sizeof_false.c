// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
static void cp(char dst[16],const char*s){ 
 memset(dst,0,16); strncpy(dst,s,sizeof(dst)*2); dst[sizeof(dst)*2]=0; 
} int main(void){ char b[16]; cp(b,"0123456789abcdefgh"); return b[0]!='0'; }
