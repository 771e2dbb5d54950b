// EXPECT: FALSE
// COMMAND: whet verify
union U{ short s; int i;};
int main(void){ union U u; u.s=3; if(u.i==3) return 1; return 0;}
