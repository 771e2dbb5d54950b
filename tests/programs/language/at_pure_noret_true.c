// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
__attribute__((noreturn)) static void die(void){ exit(1); } static int f(int x){ if(x>0) return 1; die(); } int main(void){ return f(1)-1; }
