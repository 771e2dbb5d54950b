#ifndef STACK_H
#define STACK_H

#define STACK_MAX 4

struct stack {
    int items[STACK_MAX];
    int size;
};

static inline void stack_init(struct stack *s) { s->size = 0; }

static inline int stack_empty(const struct stack *s) { return s->size == 0; }

/* 0, or -1 if the stack is full. */
static inline int stack_push(struct stack *s, int item)
{
    if (s->size == STACK_MAX)
        return -1;
    s->items[s->size++] = item;
    return 0;
}

static inline int stack_pop(struct stack *s) { return s->items[--s->size]; }

#endif
