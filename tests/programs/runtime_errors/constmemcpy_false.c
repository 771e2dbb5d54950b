// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
static const struct {int a,b;} cfg={1,2};
int main(void){
  int v=5;
#if BAD
  memcpy((void*)&cfg.b,&v,sizeof v);
#else
  int w; memcpy(&w,&v,sizeof v);
#endif
  return cfg.b==9;
}
