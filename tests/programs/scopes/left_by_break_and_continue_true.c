// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0, found = 0;
    for (int i = 0; i < 4; i++) {
        int x = __VERIFIER_nondet_int();
        p = &x;
        if (*p == 7)
            continue;
        {
            int y = 2;
            p = &y;
            found = *p;
            if (x == 9)
                break;
            p = &x;
        }
        found = *p;
    }
    return found == 3;
}
