// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct text {
    int length;
    char data[1];
};
int main(void)
{
    struct text *text = malloc(sizeof *text);
    int i = __VERIFIER_nondet_int() & 3;
    text->length = 2;
    text->data[0] = 'a';
    text->data[1] = text->data[2] = text->data[3] = 'b';
    int r = text->data[i] == 'b';
    free(text);
    return r;
}
