// EXPECT: FALSE
// COMMAND: whet verify
_Noreturn static void die(int x){ if(x>100) for(;;); } int main(void){ die(3); return 0; }
