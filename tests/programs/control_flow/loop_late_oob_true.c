// EXPECT: TRUE
// COMMAND: whet verify
static char b[100000]; int main(void){ 
 for(int i=0;i<100000;i++) b[i]=1; 
 return 0;}
