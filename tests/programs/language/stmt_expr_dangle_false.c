// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ int *p=({ int y=4; 
 &y; 
 }); return *p==9; }
