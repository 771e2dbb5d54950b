// EXPECT: FALSE
// COMMAND: whet verify --check assertion
int main(void){ long n=40; return (1<<n)!=0; }
