// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void fin(int *p)
{
    if (*p == 4)
        reach_error();
}

int main()
{
    int x __attribute__((cleanup(fin))) = __VERIFIER_nondet_int() % 3;
    return 0;
}
