// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int a=5; _Atomic char c=100; _Atomic int ai=1; _Bool tas;
int e=4;

int main(void){
assert((long long)(__sync_fetch_and_nand(&a,3))==5);
assert((long long)(a)==-2);
assert((long long)(__atomic_nand_fetch(&a,7,0))==-7);
assert((long long)(__atomic_compare_exchange_n(&a,&e,9,0,0,0))==0);
assert((long long)(e)==-7);
assert((long long)(__sync_val_compare_and_swap(&a,e,42))==-7);
assert((long long)(a)==42);
assert((long long)(__sync_bool_compare_and_swap(&a,1,2))==0);
assert((long long)(__atomic_exchange_n(&a,8,0))==42);
assert((long long)(c+=100)==-56);
assert((long long)(c)==-56);
assert((long long)(ai++)==1);
assert((long long)(++ai)==3);
assert((long long)(ai|=16)==19);
assert((long long)(__atomic_test_and_set(&tas,0))==0);
assert((long long)(__atomic_test_and_set(&tas,0))==1);
assert((long long)(__atomic_fetch_xor(&a,3,0))==8);
assert((long long)(__sync_lock_test_and_set(&a,77))==11);
assert((long long)(a)==77);
assert((long long)(__atomic_load_n(&a,0))==77);
return 0;}
