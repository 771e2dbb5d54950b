// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ unsigned short a=65535; unsigned int r=a*a; return r==0; }
