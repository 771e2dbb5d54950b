// EXPECT: FALSE
// COMMAND: whet verify --entry pct
#define BAD 1
int pct(unsigned part,unsigned whole){
#if !BAD
 if(!whole) return 0;
#endif
 return (int)((unsigned long)part*100/whole); }
