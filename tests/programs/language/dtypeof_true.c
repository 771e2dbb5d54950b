// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
const int ci=1; volatile char vc; unsigned char uc; int arr[3]; 

int main(void){
assert((long long)(({ __auto_type x = uc; x = 300; x; }))==44);
assert((long long)(({ typeof(uc+0) x = 300; x; }))==300);
assert((long long)(({ typeof(ci) *p; sizeof *p; }))==4);
assert((long long)(sizeof(typeof(arr)))==12);
assert((long long)(({ typeof(({short q=1; q;})) z=70000; z; }))==4464);
assert((long long)(({ int v=1; ({ int v=2; v+=10; v; }) + v; }))==13);
assert((long long)(({ __typeof__(1?1:1u) q=-1; q>0; }))==1);
assert((long long)(({ int n=0; for(int i=0;i<3;i++) n+=({ if(i==1) continue; i;}); n; }))==2);
assert((long long)(sizeof(_Bool))==1);
assert((long long)(sizeof(typeof(int(*)[3])))==8);
assert((long long)(__alignof__(uc))==1);
assert((long long)(_Alignof(long double))==16);
assert((long long)(({ struct {int a,b;} x={1,2}, y; y=x; y.b; }))==2);
assert((long long)(({ void *p=&&l; l: p!=0; }))==1);
return 0;}
