// EXPECT: FALSE
// COMMAND: whet verify --check assertion
#include <assert.h>
int main(void){
  unsigned char c = 0xff;
  assert((c << 24) < 0);
  assert((unsigned char)~c == 0);
  assert(~c == 0);
  return 0;
}
