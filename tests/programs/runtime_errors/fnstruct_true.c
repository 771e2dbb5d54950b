// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
struct ops{int(*open)(void);void(*close)(void);};
static int op(void){return 3;} static void cl(void){}
static const struct ops A={op,cl},B={op,0};
extern int __VERIFIER_nondet_int(void);
int main(void){
  const struct ops*o=__VERIFIER_nondet_int()?&A:&B; o->open();
#if BAD
  o->close();
#else
  if(o->close) o->close();
#endif
  return 0;
}
