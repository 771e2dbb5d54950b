// EXPECT: FALSE
// MACHINE: both
// INPUT: 1 1 1 1
#include "stack.h"
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    struct stack s;
    stack_init(&s);
    int pushed = 0, popped = 0;
    for (int i = 0; i < 6; i++) {
        if (rand() % 2) {
            if (stack_push(&s, i) == 0)
                pushed++;
        } else if (!stack_empty(&s)) {
            stack_pop(&s);
            popped++;
        }
        assert(pushed - popped == s.size);
        assert(s.size < STACK_MAX);
    }
    return 0;
}
