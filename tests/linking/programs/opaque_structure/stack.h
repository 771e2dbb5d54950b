#ifndef STACK_H
#define STACK_H
struct stack;
struct stack *stack_make(void);
void stack_push(struct stack *stack, int value);
int stack_pop(struct stack *stack);
#endif
