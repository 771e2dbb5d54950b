// EXPECT: FALSE
// COMMAND: whet verify
static int *keep; static int f(int n){ int x=n; 
 if(n==3) keep=&x; 
 if(n) return f(n-1); return 0; }
int main(void){ f(5); return *keep==99; }
