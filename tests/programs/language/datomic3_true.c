// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int a=5;

int main(void){
assert((long long)(__sync_fetch_and_add(&a,3))==5);
assert((long long)(__sync_lock_test_and_set(&a,77))==8);
assert((long long)(a)==77);
assert((long long)(__sync_bool_compare_and_swap(&a,77,2))==1);
return 0;}
