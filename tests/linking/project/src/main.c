#include <assert.h>
#include <meter.h>

static int clamp(int amount) { return amount < 0 ? 0 : amount; }

int main(void) {
    meter_add(meter, clamp(300));
    assert(meter_level(meter) <= LIMIT);
}
