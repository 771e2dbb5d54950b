// EXPECT: FALSE
// COMMAND: whet verify --check all
#define BAD 1
#include <stdlib.h>
#include <string.h>
struct e{char*key;int val;struct e*next;};
static struct e*tab[4];
static unsigned h(const char*s){unsigned v=0; while(*s) v=v*31u+(unsigned char)*s++; return v%4;}
static void put(const char*k,int v){ unsigned i=h(k); for(struct e*p=tab[i];p;p=p->next) if(!strcmp(p->key,k)){p->val=v;return;}
  struct e*n=malloc(sizeof *n); if(!n) exit(1);
  n->key=malloc(strlen(k)+1); if(!n->key) exit(1);
  strcpy(n->key,k); n->val=v; n->next=tab[i]; tab[i]=n; }
static void clear(void){ for(int i=0;i<4;i++){ struct e*p=tab[i]; while(p){
#if BAD
  free(p->key); free(p); p=p->next;
#else
  struct e*n=p->next; free(p->key); free(p); p=n;
#endif
  } tab[i]=0; } }
int main(void){ put("a",1); put("b",2); put("a",3); clear(); return 0; }
