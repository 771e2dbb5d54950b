// EXPECT: FALSE
// COMMAND: whet verify --entry hex --no-null
#define BAD 1
#include <stddef.h>
int hex(const char*in,unsigned char*out,size_t out_len){ size_t o=0;
 for(size_t i=0;in[i];i+=2){ int v=0; for(int k=0;k<2;k++){ char c=in[i+k]; v=v*16; if(c>='0'&&c<='9') v+=c-'0'; else if(c>='a'&&c<='f') v+=c-'a'+10; else return -1; }
#if BAD
 if(o>out_len) return -1;
#else
 if(o>=out_len) return -1;
#endif
 out[o++]=(unsigned char)v; } return (int)o; }
