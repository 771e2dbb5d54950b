// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
__attribute__((section("foo"),used)) int a=1;
extern int __start_foo[], __stop_foo[];
int main(void){ __start_foo[0]=7; assert(a==1); return 0; }
