// EXPECT: FALSE
// COMMAND: whet verify
static int a[10]; int main(void){ int s=0; 
 for(unsigned i=9;i>=0;i--) s+=a[i]; 
 return s;}
