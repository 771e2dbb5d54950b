// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
typedef int (*op2)(int,int);
static int one(int x){return x;}
static int two(int x,int y){return x<y;}
int main(void){
#if BAD
  op2 f=(op2)one;
#else
  op2 f=two; (void)one;
#endif
  return f(1,2);
}
