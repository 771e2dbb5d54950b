// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ int n=31; return 1<<n; }
