// EXPECT: TRUE
// COMMAND: whet verify
int main(void){ int a[3]={0,1,2}, i=0; 
 i=a[i]=i+1; 
 return i>5;}
