// EXPECT: TRUE
// COMMAND: whet verify --entry rev --no-null
#define BAD 0
#include <string.h>
void rev(char*s){ size_t i=0,j=
#if BAD
 strlen(s); while(i<=j&&j<100){ char c=s[i]; s[i]=s[j]; s[j+1]=c; i++; j--; } }
#else
 strlen(s); while(i+1<j){ j--; char c=s[i]; s[i]=s[j]; s[j]=c; i++; } }
#endif
