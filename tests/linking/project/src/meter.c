#include "meter.h"

struct meter {
    int level;
};
static struct meter only;
struct meter *const meter = &only;

static int clamp(int level) { return level > MOST ? MOST : level; }

void meter_add(struct meter *meter, int amount) { meter->level = clamp(meter->level + amount); }

int meter_level(const struct meter *meter) { return meter->level; }
