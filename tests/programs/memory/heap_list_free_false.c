// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 2
extern unsigned char __VERIFIER_nondet_uchar(void);
#include <stdlib.h>
struct n { struct n *next; int v; };
int main(void) { struct n *h = 0; int k = __VERIFIER_nondet_uchar() % 4; for (int i = 0; i < k; i++) { struct n *x = malloc(sizeof *x); if (!x) abort(); x->next = h; x->v = i; h = x; }
  for (struct n *p = h; p; p = p->next) { free(p); } return 0; }
