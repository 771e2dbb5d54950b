// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  int t[2]={1,2}; int v=__VERIFIER_nondet_int();
#if BAD
  int b=v&2;
#else
  bool b=v&2;
#endif
  return t[b];
}
