// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ 
 char *s="hello"; 
 s[0]='j'; return s[0]=='h';}
