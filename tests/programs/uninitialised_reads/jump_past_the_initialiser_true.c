// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    switch (__VERIFIER_nondet_int()) {
        int size;
    case 1:
        size = 4;
        return size;
    case 2:
        size = 8;
        return size + 1;
    default:
        return 0;
    }
}
