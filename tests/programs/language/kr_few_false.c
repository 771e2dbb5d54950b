// EXPECT: FALSE
// COMMAND: whet verify
int f(a,b) int a,b; { return b>1; } int main(void){ return f(3); } 
