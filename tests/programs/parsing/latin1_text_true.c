// EXPECT: TRUE
extern void reach_error(void);
/* éÿ */ int main(){ char*s="é"; if(s[0]!=(char)0xe9) reach_error(); return 0; }
