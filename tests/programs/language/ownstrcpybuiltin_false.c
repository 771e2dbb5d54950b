// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
char *strcpy(char*d,const char*s){ d[0]='Q'; return d; }
int main(void){ char b[4]="abc"; __builtin_strcpy(b,"x"); assert(b[0]!='x'); return 0; }
