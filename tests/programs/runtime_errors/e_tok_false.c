// EXPECT: FALSE
// COMMAND: whet verify --entry tok --no-null
#define BAD 1
#include <stddef.h>
struct lexer{const char*start,*pos,*end;};
int tok(struct lexer*l){ while(
#if BAD
 *l->pos==' '
#else
 l->pos<l->end&&*l->pos==' '
#endif
 ) l->pos++; return l->pos==l->end?-1:*l->pos; }
