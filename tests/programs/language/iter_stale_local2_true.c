// EXPECT: TRUE
// COMMAND: whet verify
int main(void){ int *p=0, s=0; for(int i=0;i<3;i++){ int x=i; p=&x; s+=*p; } return s>99;}
