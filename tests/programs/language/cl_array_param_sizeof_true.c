// EXPECT: TRUE
// COMMAND: whet verify
#include <string.h>
static void cp(char dst[16],const char*s){ 
 strncpy(dst,s,16-1); dst[15]=0; 
} int main(void){ char b[16]; cp(b,"0123456789abcdefgh"); return b[0]!='0'; }
