// EXPECT: FALSE
// COMMAND: whet verify --check memory
// INPUT: 1 1 1 1 1 1 1 1 1
extern char __VERIFIER_nondet_char(void);

static void copy(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}

int main(void)
{
    char text[10], copied[9];
    int n = 0;
    while (n < 9) {
        char c = __VERIFIER_nondet_char();
        if (!c)
            break;
        text[n++] = c;
    }
    text[n] = 0;
    copy(copied, text);
    return copied[0];
}
