// EXPECT: TRUE
// COMMAND: whet verify
struct __attribute__((aligned(64))) L { int x; }; 
int main(void){ _Alignas(64) char b[128]; struct L*p=(struct L*)(b+64); p->x=1; return 0; }
