// whet verify W325.c
// Violation: W325.c:8:5: array of 0 elements in the declaration of a [memory, W325, CWE-1284]
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 4)
        return 0;
    char a[n];
    return sizeof a > 2;
}
