// EXPECT: TRUE
// COMMAND: whet verify
static int *keep; static int f(int n){ int x=n; 
 static int s; if(n==3){ s=n; keep=&s; }
 if(n) return f(n-1); return 0; }
int main(void){ f(5); return *keep==99; }
