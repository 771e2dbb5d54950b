// EXPECT: FALSE
// COMMAND: whet verify
static void add(int*restrict a,const int*restrict b,int n){ for(int i=0;i<n;i++) a[i]=b[i]+1; } int main(void){ int x[4]={1,2,3,4}; 
 add(x,x+1,3); 
 return 0;}
