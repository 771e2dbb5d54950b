// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
struct cfg{int a,b,c;};
static void init(struct cfg*c,int full){ c->a=1; if(full) c->b=2; c->c=3; }
int main(void){
  struct cfg c;
#if BAD
  init(&c,0);
#else
  init(&c,1);
#endif
  if(c.b>4) return 1;
  return 0;
}
