// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
enum color{R,G,B,NC};
static const int w[NC]={1,2,3};
int main(void){
  enum color c=(enum color)__VERIFIER_nondet_int();
#if BAD
  if(c>NC) return 0;
#else
  if(c>=NC) return 0;
#endif
  return w[c];
}
