// EXPECT: FALSE
// COMMAND: whet verify
static const int t[3]={1,2,3};
int main(void){ ((int*)t)[1]=5; return t[0]-1; }
