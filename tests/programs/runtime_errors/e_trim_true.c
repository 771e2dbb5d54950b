// EXPECT: TRUE
// COMMAND: whet verify --entry trim
#define BAD 0
#include <string.h>
#include <ctype.h>
char*trim(char*s){ if(!s) return 0;
#if BAD
 while(isspace(*s)) s++;
#else
 while(isspace((unsigned char)*s)) s++;
#endif
 size_t n=strlen(s); while(n>0&&isspace((unsigned char)s[n-1])) s[--n]=0; return s; }
