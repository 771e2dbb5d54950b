// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ double d=2147483648.0; int i=(int)d; return i!=0; }
