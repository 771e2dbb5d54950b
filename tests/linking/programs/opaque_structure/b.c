#include "stack.h"
struct stack {
    int data[4];
    int size;
};
static struct stack only;
struct stack *stack_make(void) { return &only; }
void stack_push(struct stack *stack, int value) { stack->data[stack->size++] = value; }
int stack_pop(struct stack *stack) { return stack->data[--stack->size]; }
