// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
int main(void){ const char *s="a\0b"; assert(sizeof("a\0b")==4); assert(strlen(s)==1);
 assert(s[2]=='b'&&s[3]==0);
 return 0;}
