// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#define W 32
int main(void){
#if BAD
  unsigned m=(1u<<W)-1;
#else
  unsigned m=W<32?(1u<<(W&31))-1:~0u;
#endif
  return m==3;
}
