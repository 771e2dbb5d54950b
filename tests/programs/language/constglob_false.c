// EXPECT: FALSE
// COMMAND: whet verify
const int x=1;
int main(void){ *(int*)&x=5; return 0; }
