// EXPECT: TRUE
// COMMAND: whet verify
int main(void){ int s=0; int*p=0;
 for(int i=0;i<3;i++){ 
  p=&(int){i}; 
  s+=*p; 
 } return s>100;}
