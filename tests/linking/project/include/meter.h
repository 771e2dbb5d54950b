#ifndef METER_H
#define METER_H
struct meter;
extern struct meter *const meter;
void meter_add(struct meter *meter, int amount);
int meter_level(const struct meter *meter);
#endif
