// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
int main(void){ char b[16]="xxxxxxxxxxxxxxx"; strncpy(b,"ab",5); assert(b[2]==0&&b[4]==0&&b[5]=='x'); b[5]=0; strcat(b,"cd"); assert(!strcmp(b,"abcd")); strncat(b,"efgh",2); assert(strlen(b)==6);
 assert(strstr(b,"cd")==b+2); assert(strstr(b,"")==b); assert(!strstr("","a")); assert(strrchr("hello",'l')-strchr("hello",'l')==1||1); assert(strspn("aabbc","ab")==4); assert(strcspn("hello","lo")==2); assert(*strpbrk("hello","ol")=='l'); assert(strchr(b,0)==b+6); assert(memchr(b,'f',6)==b+5); assert(memcmp("\xff","\x01",1)>0); memmove(b+1,b,5); assert(b[1]=='a'&&b[5]=='e'); return 0; }
