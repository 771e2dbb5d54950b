// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
enum A {A1=1}; enum B {B1=-1}; enum C {C1=0x80000000}; enum D {D1=0x100000000LL}; enum __attribute__((packed)) P {P1=3,P2=200};
int main(void){
  enum A a = -1; assert(!(a<0)); assert(a>0);
  enum B b = -1; assert(b<0);
  assert(sizeof(enum C)==4 && sizeof(enum D)==8 && sizeof(enum P)==1);
  assert(C1 > 0); assert(sizeof(A1)==4); assert(A1 - 2 < 0);
  enum P p = P2; assert(p==200);
  return 0;
}
