// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ int *p=0; int n=0;
 { int x=1; p=&x; 
 goto out; } 
out: 
 n=*p;
 return n==9; }
