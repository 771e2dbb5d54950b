// EXPECT: FALSE
// COMMAND: whet verify
#include <unistd.h>
#include <assert.h>
int main(int c,char**v){ int o,n=0; while((o=getopt(c,v,"ab:"))!=-1){ if(o=='b') assert(optarg[0]!='z'); if(o=='?') n++; } return n; }
