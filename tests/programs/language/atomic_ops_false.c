// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdatomic.h>
static _Atomic int a=3; atomic_uchar c; int main(void){ a++; a+=5; int old=atomic_fetch_add(&a,2); assert(old==9); atomic_store(&c,255); c++; assert(c==0); int e=11; assert(atomic_compare_exchange_strong(&a,&e,20)); e=1; assert(!atomic_compare_exchange_strong(&a,&e,30)); 
 assert(e==1);
 atomic_flag f=ATOMIC_FLAG_INIT; assert(!atomic_flag_test_and_set(&f) && atomic_flag_test_and_set(&f)); return 0;}
