// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#define MAXOF(a,b) ({ int _a=(a),_b=(b); _a>_b?_a:_b; })
#define ADDR(a) ({ int _t=(a); &_t; })
int main(void){
#if BAD
  int*p=ADDR(3);
  return *p;
#else
  int m=MAXOF(2,3); int*p=&m; return *p;
#endif
}
