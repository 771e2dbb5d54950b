// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void bad(void)
{
    reach_error();
}

void good(void) {}

struct O {
    void (*op)(void);
};

void run(struct O *o)
{
    o->op();
}

int main()
{
    struct O o;
    o.op = good;
    if (__VERIFIER_nondet_int() == 3)
        o.op = bad;
    o.op = good;
    run(&o);
    return 0;
}
