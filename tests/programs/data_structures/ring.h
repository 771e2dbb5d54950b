#pragma once

#define RING_MAX 3

struct ring {
    int items[RING_MAX];
    unsigned start, count;
};

static int ring_put(struct ring *r, int item)
{
    if (r->count == RING_MAX)
        return 0;
    r->items[(r->start + r->count++) % RING_MAX] = item;
    return 1;
}

static int ring_get(struct ring *r)
{
    int item = r->items[r->start];
    r->start = (r->start + 1) % RING_MAX;
    r->count--;
    return item;
}
