// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
struct __attribute__((packed)) H{char t; int len;};
int main(void){
  struct H h={1,5};
#if BAD
  int*p=&h.len; *p=6;
#else
  h.len=6;
#endif
  return h.len;
}
