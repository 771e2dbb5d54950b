// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static struct N{struct N*n;int v;} a={&a,1}, b={&a,2}; static void *self=&self; static int arr[3], *end=arr+3, *mid=&arr[1]; static long off=(long)&((struct N*)0)->v;
int main(void){ assert(a.n->n==&a && b.n->v==1 && self==(void*)&self && end-mid==2 && off==8); return 0;}
