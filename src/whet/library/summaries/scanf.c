// A word has at least one character.
typedef __SIZE_TYPE__ size_t;
size_t __VERIFIER_nondet_word_length(void);
void __whet_any_bytes(void *s, size_t n);
void __VERIFIER_assume(int condition);

static void scanf_word(char *s, size_t most) {
    size_t i = __VERIFIER_nondet_word_length();
    __VERIFIER_assume(i >= 1 && (i <= most || i == 1));
    __whet_any_bytes(s, i);
    s[i] = '\0';
}

static void scanf_until(char *s, size_t most, unsigned char end) {
    size_t i = __VERIFIER_nondet_word_length();
    __VERIFIER_assume(i >= 1 && (i <= most || i == 1));
    __whet_any_bytes(s, i);
    s[i] = '\0';
}
