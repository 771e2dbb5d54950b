// EXPECT: TRUE
// COMMAND: whet verify
#include <ctype.h>
extern char __VERIFIER_nondet_char(void);
int main(void){ char c=__VERIFIER_nondet_char(); 
 return isspace((unsigned char)c)==777; 
}
