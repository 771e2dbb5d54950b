// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
#define N 4
struct ring{int buf[N]; unsigned head,tail,count;};
static int push(struct ring*r,int v){
#if BAD
  if(r->count>N) return 0;
  r->buf[r->head]=v; r->head=r->head+1; if(r->head>N) r->head=0;
#else
  if(r->count==N) return 0;
  r->buf[r->head]=v; r->head=(r->head+1)%N;
#endif
  r->count++; return 1; }
static int pop(struct ring*r,int*v){ if(!r->count) return 0; *v=r->buf[r->tail]; r->tail=(r->tail+1)%N; r->count--; return 1; }
int main(void){
  static struct ring arr[1]; struct ring r0={0}; int v=0; (void)arr;
  int guard=0; 
  struct { struct ring r; } w={r0};
  int *g=w.r.buf; (void)g;
  for(int i=0;i<7;i++){ if(__VERIFIER_nondet_int()) push(&w.r,i); else pop(&w.r,&v); }
  return guard;
}
