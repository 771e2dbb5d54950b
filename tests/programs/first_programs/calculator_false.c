// EXPECT: FALSE
// COMMAND: whet verify
/* calc: a small RPN/infix calculator, reads lines from stdin. */
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXTOK 32
#define STACK 16
#define LINE 64

enum kind { T_NUM, T_OP, T_LPAR, T_RPAR, T_END };

struct token {
    enum kind kind;
    long value;
    char op;
};

struct lexer {
    const char *text;
    size_t pos;
};

struct stack {
    long items[STACK];
    int top;
};

static void push(struct stack *s, long v)
{
    if (s->top > STACK) {            /* bug: >= */
        fprintf(stderr, "stack full\n");
        exit(1);
    }
    s->items[s->top++] = v;
}

static long pop(struct stack *s)
{
    if (s->top == 0) {
        fprintf(stderr, "stack empty\n");
        exit(1);
    }
    return s->items[--s->top];
}

static int precedence(char op)
{
    switch (op) {
    case '+':
    case '-':
        return 1;
    case '*':
    case '/':
    case '%':
        return 2;
    default:
        return 0;
    }
}

static struct token next_token(struct lexer *lx)
{
    struct token t = { T_END, 0, 0 };
    while (isspace((unsigned char)lx->text[lx->pos]))
        lx->pos++;
    char c = lx->text[lx->pos];
    if (c == '\0')
        return t;
    if (isdigit((unsigned char)c)) {
        long v = 0;
        while (isdigit((unsigned char)lx->text[lx->pos])) {
            v = v * 10 + (lx->text[lx->pos] - '0');
            lx->pos++;
        }
        t.kind = T_NUM;
        t.value = v;
        return t;
    }
    lx->pos++;
    if (c == '(') {
        t.kind = T_LPAR;
    } else if (c == ')') {
        t.kind = T_RPAR;
    } else if (precedence(c) > 0) {
        t.kind = T_OP;
        t.op = c;
    } else {
        fprintf(stderr, "unexpected character %c\n", c);
        exit(1);
    }
    return t;
}

static int tokenize(const char *text, struct token *out, int max)
{
    struct lexer lx = { text, 0 };
    int n = 0;
    for (;;) {
        if (n == max)
            return -1;
        out[n] = next_token(&lx);
        if (out[n++].kind == T_END)
            return n;
    }
}

static int to_rpn(const struct token *in, int n, struct token *out)
{
    char ops[STACK];
    int nops = 0, nout = 0;
    for (int i = 0; i < n; i++) {
        const struct token *t = &in[i];
        switch (t->kind) {
        case T_NUM:
            out[nout++] = *t;
            break;
        case T_OP:
            while (nops > 0 && precedence(ops[nops - 1]) >= precedence(t->op)) {
                struct token o = { T_OP, 0, ops[--nops] };
                out[nout++] = o;
            }
            if (nops == STACK)
                return -1;
            ops[nops++] = t->op;
            break;
        case T_LPAR:
            if (nops == STACK)
                return -1;
            ops[nops++] = '(';
            break;
        case T_RPAR:
            while (nops > 0 && ops[nops - 1] != '(') {
                struct token o = { T_OP, 0, ops[--nops] };
                out[nout++] = o;
            }
            if (nops == 0)
                return -1;
            nops--;
            break;
        case T_END:
            break;
        }
    }
    while (nops > 0) {
        if (ops[nops - 1] == '(')
            return -1;
        struct token o = { T_OP, 0, ops[--nops] };
        out[nout++] = o;
    }
    return nout;
}

static long apply(char op, long a, long b)
{
    switch (op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;          /* bug: b == 0 */
    case '%': return b ? a % b : 0;
    }
    return 0;
}

static long evaluate(const struct token *rpn, int n)
{
    struct stack s = { { 0 }, 0 };
    for (int i = 0; i < n; i++) {
        if (rpn[i].kind == T_NUM) {
            push(&s, rpn[i].value);
        } else {
            long b = pop(&s);
            long a = pop(&s);
            push(&s, apply(rpn[i].op, a, b));
        }
    }
    return pop(&s);
}

static bool calculate(const char *line, long *result)
{
    struct token infix[MAXTOK], rpn[MAXTOK];
    int n = tokenize(line, infix, MAXTOK);
    if (n < 0)
        return false;
    int m = to_rpn(infix, n, rpn);
    if (m <= 0)
        return false;
    *result = evaluate(rpn, m);
    return true;
}

int main(void)
{
    char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        long result;
        if (calculate(line, &result))
            printf("%ld\n", result);
        else
            printf("error\n");
    }
    return 0;
}
