// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
static const char t[4]="abc";
int main(void){ memset((char*)t,0,2); return 0; }
