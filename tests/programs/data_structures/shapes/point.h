#pragma once

struct point {
    int x, y;
};

static struct point point_mirrored(struct point p)
{
    struct point m = {p.y, p.x};
    return m;
}

static int point_equal(struct point a, struct point b) { return a.x == b.x && a.y == b.y; }
