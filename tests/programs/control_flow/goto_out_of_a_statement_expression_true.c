// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = __VERIFIER_nondet_int();
    int y = ({
        if (x % 2 == 3)
            goto out;
        x;
    });
    return 0;
out:
    reach_error();
    return 0;
}
