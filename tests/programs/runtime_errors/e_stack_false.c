// EXPECT: FALSE
// COMMAND: whet verify --entry push
#define BAD 1
struct stack{int items[8]; int top;};
int push(struct stack*s,int v){ if(!s) return -1;
#if BAD
 if(s->top==8) return -1;
 s->items[s->top++]=v;
#else
 if(s->top<0||s->top>=8) return -1;
 s->items[s->top++]=v;
#endif
 return 0; }
