// EXPECT: ANY
// COMMAND: whet verify
int main(void){ static const int x=1; *(int*)&x=5; return 0; }
