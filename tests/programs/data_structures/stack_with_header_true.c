// EXPECT: TRUE
// MACHINE: both
#include "stack.h"
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    struct stack s;
    stack_init(&s);
    for (int i = 0; i < 4; i++) {
        assert(stack_push(&s, i) == 0);
    }
    assert(stack_pop(&s) == 3);
    assert(stack_pop(&s) == 2);
    return 0;
}
