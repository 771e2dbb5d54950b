// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ long n=40; return (1<<n)!=0; }
