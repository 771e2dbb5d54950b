// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ unsigned char n=0; static char buf[255]; do { buf[n]=1; } while(++n); return 0; }
