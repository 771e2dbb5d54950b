// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(int argc,char**argv){
  int a=-5; unsigned b=3;
  long r = argc>100000000 ? b : a;
  assert(r == -5);
  return 0;
}
