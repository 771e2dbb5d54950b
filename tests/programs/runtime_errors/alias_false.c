// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
static int f(int*i,float*g){ *i=1; *g=2.0f; return *i; }
int main(void){
#if BAD
  int x; return f(&x,(float*)&x);
#else
  int x; float y; return f(&x,&y)+(int)y;
#endif
}
