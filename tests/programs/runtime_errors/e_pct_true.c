// EXPECT: TRUE
// COMMAND: whet verify --entry pct
#define BAD 0
int pct(unsigned part,unsigned whole){
#if !BAD
 if(!whole) return 0;
#endif
 return (int)((unsigned long)part*100/whole); }
