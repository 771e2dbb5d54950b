// EXPECT: FALSE
// COMMAND: whet verify
const int x=1;
int main(void){ int*p=(int*)&x; *p=5; return 0; }
