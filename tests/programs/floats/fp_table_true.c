// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int add(int a,int b){return a+b;} static int sub(int a,int b){return a-b;} static int mul(int a,int b){return a*b;}
static int (*const tab[])(int,int)={[2]=mul,[0]=add,[1]=sub};
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned k=__VERIFIER_nondet_uint(); 
 if(k>2) return 0; 
 int r=tab[k](7,3); assert(r==10||r==4||r==21); return 0;}
