/* PI controller of a room heater with anti-windup. */
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern float __VERIFIER_nondet_float(void);

#define SENSOR_MIN (-40.0f)
#define SENSOR_MAX 125.0f
#ifndef INTEGRAL_LIMIT
#define INTEGRAL_LIMIT 50.0f
#endif
#define STEP_S 0.1f
#define POWER_MAX 100.0f

struct controller {
    float kp;
    float ki;
    float integral;
};

static float clampf(float x, float lo, float hi)
{
    if (x < lo)
        return lo;
    return x > hi ? hi : x;
}

static float controller_step(struct controller *c, float setpoint, float measured)
{
    float error = setpoint - measured;

    c->integral += error * STEP_S;
    if (c->integral > INTEGRAL_LIMIT)
        c->integral = INTEGRAL_LIMIT;
    return clampf(c->kp * error + c->ki * c->integral, 0.0f, POWER_MAX);
}

int main(void)
{
    struct controller heater = {.kp = 4.0f, .ki = 0.5f, .integral = 0.0f};

    while (__VERIFIER_nondet_bool()) {
        float measured = __VERIFIER_nondet_float();

        if (!(measured >= SENSOR_MIN && measured <= SENSOR_MAX))
            continue; /* sensor fault: keep the last output */

        float power = controller_step(&heater, 20.0f, measured);

        assert(power >= 0.0f && power <= POWER_MAX);
        assert(heater.integral >= -INTEGRAL_LIMIT);
        assert(heater.integral <= INTEGRAL_LIMIT);
    }
    return 0;
}
