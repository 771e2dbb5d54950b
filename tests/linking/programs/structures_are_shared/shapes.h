#ifndef SHAPES_H
#define SHAPES_H
enum kind { ROUND, SQUARE };
struct point {
    int x, y;
    struct point *next;
};
struct shape {
    enum kind kind;
    struct point at;
    union {
        int radius;
        int side[2];
    };
    struct shape *next;
};
typedef struct {
    int left, right;
} pair_t;
struct bits {
    unsigned low : 3;
    unsigned high : 2;
};
extern struct point origin;
extern struct bits flags;
int measure(const struct shape *shape);
pair_t make(int left, int right);
#endif
