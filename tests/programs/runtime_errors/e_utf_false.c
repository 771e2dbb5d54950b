// EXPECT: FALSE
// COMMAND: whet verify --entry dec --no-null
#define BAD 1
#include <stddef.h>
int dec(const unsigned char*buf,size_t len,unsigned*cp){ if(len==0) return 0; unsigned c=buf[0]; if(c<0x80){*cp=c;return 1;} if((c&0xE0)==0xC0){
#if !BAD
 if(len<2) return -1;
#endif
 if((buf[1]&0xC0)!=0x80) return -1; *cp=(c&31)<<6|(buf[1]&63); return 2; } return -1; }
