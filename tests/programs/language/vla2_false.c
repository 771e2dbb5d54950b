// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){
  int k=2; unsigned long z=sizeof(int[k++]); assert(z==8);
  int a[k]; assert(sizeof(a[k++])==4); 
  assert(k==2);
  return 0;
}
