// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
unsigned long strlen(const char*s){ (void)s; return 42; }
int main(void){ char b[4]="ab"; assert(strlen(b)==2); return 0; }
