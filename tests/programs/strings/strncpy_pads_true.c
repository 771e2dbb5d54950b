// EXPECT: TRUE
// COMMAND: whet verify
#include <string.h>
#include <assert.h>
int main(void){ char d[6]="zzzzz"; strncpy(d,"a",4); assert(d[1]==0&&d[2]==0&&d[3]==0&&d[4]=='z'); char e[8]="ab"; strncat(e,"cdefg",3); assert(!strcmp(e,"abcde")); assert(strncmp("abc","abd",2)==0 && strncmp("a\0b","a\0c",3)==0 && strcmp("a","b")<0 && strcmp("\x80","a")>0); return 0;}
