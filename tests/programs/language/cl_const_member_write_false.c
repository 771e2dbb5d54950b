// EXPECT: FALSE
// COMMAND: whet verify
struct S{const int a; int b;}; int main(void){ struct S s={1,2}; *(int*)&s.a=5; return s.b; }
