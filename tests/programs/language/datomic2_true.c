// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int a=5; _Atomic char c=100; _Atomic int ai=1;
int e=4;

int main(void){
assert((long long)(__atomic_nand_fetch(&a,7,0))==-6);
assert((long long)(__atomic_compare_exchange_n(&a,&e,9,0,0,0))==0);
assert((long long)(e)==-6);
assert((long long)(__atomic_exchange_n(&a,8,0))==-6);
assert((long long)(c+=100)==-56);
assert((long long)(c)==-56);
assert((long long)(ai++)==1);
assert((long long)(++ai)==3);
assert((long long)(ai|=16)==19);
assert((long long)(__atomic_fetch_xor(&a,3,0))==8);
assert((long long)(__atomic_load_n(&a,0))==11);
return 0;}
