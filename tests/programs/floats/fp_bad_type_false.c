// EXPECT: FALSE
// COMMAND: whet verify
static double f(double x){return x*2;} int main(void){ int(*h)(int)=(int(*)(int))f; return h(4); }
