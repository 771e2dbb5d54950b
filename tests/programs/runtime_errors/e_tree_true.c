// EXPECT: TRUE
// COMMAND: whet verify --entry depth
#define BAD 0
struct t{struct t*l,*r;int k;};
int depth(const struct t*t){
#if BAD
 int a=depth(t->l),b=depth(t->r);
#else
 if(!t) return 0; int a=depth(t->l),b=depth(t->r);
#endif
 return 1+(a>b?a:b); }
