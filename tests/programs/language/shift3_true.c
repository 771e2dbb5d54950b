// EXPECT: TRUE
// COMMAND: whet verify
int main(void){ long n=40; return (1L<<n)==0 || ((1u<<31)==0); }
