// EXPECT: TRUE
// COMMAND: whet verify
static int a[10]; int main(void){ int s=0; 
 for(unsigned i=10;i-->0;) s+=a[i]; 
 return s;}
