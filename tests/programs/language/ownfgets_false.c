// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static char *strcpy(char*d,const char*s){ d[0]='Q'; return d; }
int main(void){ char b[4]="abc"; strcpy(b,"x"); assert(b[0]=='x'); return 0; }
