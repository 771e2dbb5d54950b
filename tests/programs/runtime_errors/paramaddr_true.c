// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
static int*id(int v){ int*p=&v; return p; }
static int use(int v){ int*p=&v; return *p; }
int main(void){
#if BAD
  int*p=id(4); return *p;
#else
  (void)id; return use(4);
#endif
}
