// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
static void fill(int*p,int n){ int loc[2]={n,n}; if(n<=0) return; p[
#if BAD
 2
#else
 1
#endif
 ]=loc[0]; fill(loc,n-1); }
int main(void){ int a[2]={0}; fill(a,3); return a[1]; }
