// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <ctype.h>
#include <stdio.h>
int main(void){
  int c, n=0;
#if BAD
  char d;
  while((c=getchar())!=EOF){ d=(char)c; if(isalpha(d)) n++; if(n>3) break; }
#else
  while((c=getchar())!=EOF){ if(isalpha(c)) n++; if(n>3) break; }
#endif
  return n;
}
