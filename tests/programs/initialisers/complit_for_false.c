// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ int s=0; int*p=0;
 for(int i=0;i<3;i++){ 
  if(p) s+=*p; 
  p=&(int){i}; 
 } return s>100;}
