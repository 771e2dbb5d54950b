// whet: TRUE
#include <assert.h>
#include "stack.h"
int main(void) {
    struct stack *stack = stack_make();
    stack_push(stack, 5);
    stack_push(stack, 6);
    assert(stack_pop(stack) == 6);
    assert(stack_pop(stack) == 5);
}
