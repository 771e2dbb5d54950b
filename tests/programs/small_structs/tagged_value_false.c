// EXPECT: FALSE
// MACHINE: both
#include <assert.h>
#include <stdlib.h>

struct value {
    enum { NUMBER, TEXT } kind;
    union {
        int number;
        const char *text;
    };
};

static int as_number(const struct value *v)
{
    switch (v->kind) {
    case NUMBER: return v->number;
    case TEXT: return v->number;
    }
    return -1;
}

int main(void)
{
    struct value v = {NUMBER, {.number = 7}};
    assert(as_number(&v) == 7);
    v.kind = TEXT;
    v.text = "x";
    assert(as_number(&v) == 'x');
    return 0;
}
