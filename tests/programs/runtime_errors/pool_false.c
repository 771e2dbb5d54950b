// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
struct blk{struct blk*next; int v;};
static struct blk pool[3],*freel;
static void init(void){ for(int i=0;i<3;i++) pool[i].next=
#if BAD
 &pool[i+1];
#else
 i<2?&pool[i+1]:0;
#endif
 freel=pool; }
static struct blk*get(void){ struct blk*b=freel; if(b) freel=b->next; return b; }
int main(void){ init(); int n=0; struct blk*b; while(n<4&&(b=get())){ b->v=n++; } return n; }
