// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
#include <string.h>
static char*names[2]; static int cnt;
static const char*intern(const char*s){ for(int i=0;i<cnt;i++) if(!strcmp(names[i],s)) return names[i];
#if BAD
 if(cnt>2) return 0;
#else
 if(cnt>=2) return 0;
#endif
 char*d=strdup(s); if(!d) return 0; names[cnt++]=d; return d; }
int main(void){ intern("a"); intern("b"); intern("a"); intern("c"); for(int i=0;i<2;i++) free(names[i]); return 0; }
