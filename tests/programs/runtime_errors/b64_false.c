// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
static const char A[]="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int enc(const unsigned char*in,int n,char*out){ int o=0;
 for(int i=0;i<n;i+=3){
#if BAD
  unsigned v=(unsigned)in[i]<<16|(unsigned)in[i+1]<<8|in[i+2];
#else
  unsigned v=(unsigned)in[i]<<16; if(i+1<n) v|=(unsigned)in[i+1]<<8; if(i+2<n) v|=in[i+2];
#endif
  out[o++]=A[v>>18&63]; out[o++]=A[v>>12&63]; out[o++]=i+1<n?A[v>>6&63]:'='; out[o++]=i+2<n?A[v&63]:'='; }
 out[o]=0; return o; }
int main(void){ unsigned char d[4]={255,254,253,252}; char o[9]; return enc(d,4,o)==8&&o[8]; }
