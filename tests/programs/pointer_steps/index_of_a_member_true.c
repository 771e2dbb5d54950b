// EXPECT: TRUE
// PROPERTY: G ! pointer-range
extern unsigned __VERIFIER_nondet_uint(void);
struct ring { int slot[4]; unsigned head; };
static struct ring r;

static int *next(struct ring *p, unsigned by) { return &p->slot[(p->head + by) % 4U]; }

int main(void)
{
    r.head = __VERIFIER_nondet_uint();
    return *next(&r, 3);
}
