/* Structures whose flexible array member is initialised. */
#include "out.h"

struct F {
    int n;
    char t[];
};
struct F a = {3, {1, 2, 3}};
struct F b = {2, "hi"};
struct F c = {.t = {[4] = 9}, .n = 1};
struct F d = {7};
int guard = 5;
struct G {
    int n;
    struct {
        short x, y;
    } v[];
} g = {2, {{1, 2}, {3, 4}}};
int main(void) {
    out(a.t[2]);
    bytes(b.t, 3);
    out(c.t[4]);
    out(d.n);
    out(guard);
    out(g.v[1].y);
    out(sizeof a);
    a.t[1] = 5;
    out(a.t[1]);
    return 0;
}
