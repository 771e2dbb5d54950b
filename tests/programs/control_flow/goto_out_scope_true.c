// EXPECT: TRUE
// COMMAND: whet verify
int main(void){ int *p=0; int n=0;
 { int x=1; p=&x; 
 n=*p; 
 goto out; } 
out: 
 return n==9; }
