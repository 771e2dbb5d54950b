// Rounding to a whole number (C11 7.12.9), to nearest where the name does not give a direction.  A number that no integer type has
// room for is whole.  Zero keeps the sign of the number, as 0 * x does.  A float rounds as the double of the same value.

double trunc(double x) {
    if (!(x > -0x1p63 && x < 0x1p63))
        return x;
    double whole = (double)(long long)x;
    return whole == 0 ? 0 * x : whole;
}

double floor(double x) {
    double whole = trunc(x);
    return whole > x ? whole - 1 : whole;
}

double ceil(double x) {
    double whole = trunc(x);
    return whole < x ? whole + 1 : whole;
}

double round(double x) {
    double whole = trunc(x), rest = x - whole;
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

double rint(double x) {
    double whole = trunc(x), rest = x - whole;
    if (rest == 0.5 || rest == -0.5)
        return (long long)whole % 2 == 0 ? whole : whole + 2 * rest;
    return rest > 0.5 ? whole + 1 : rest < -0.5 ? whole - 1 : whole;
}

double nearbyint(double x) {
    return rint(x);
}

double fdim(double x, double y) {
    return x <= y ? 0 : x - y;
}

long double truncl(long double x) {
    if (!(x > -0x1p63L && x < 0x1p63L))
        return x;
    long double whole = (long double)(long long)x;
    return whole == 0 ? 0 * x : whole;
}

long double floorl(long double x) {
    long double whole = truncl(x);
    return whole > x ? whole - 1 : whole;
}

long double ceill(long double x) {
    long double whole = truncl(x);
    return whole < x ? whole + 1 : whole;
}

long double roundl(long double x) {
    long double whole = truncl(x), rest = x - whole;
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

long double rintl(long double x) {
    long double whole = truncl(x), rest = x - whole;
    if (rest == 0.5 || rest == -0.5)
        return (long long)whole % 2 == 0 ? whole : whole + 2 * rest;
    return rest > 0.5 ? whole + 1 : rest < -0.5 ? whole - 1 : whole;
}

long double nearbyintl(long double x) {
    return rintl(x);
}

long double fdiml(long double x, long double y) {
    return x <= y ? 0 : x - y;
}

float truncf(float x) {
    return (float)trunc(x);
}

float floorf(float x) {
    return (float)floor(x);
}

float ceilf(float x) {
    return (float)ceil(x);
}

float roundf(float x) {
    return (float)round(x);
}

float rintf(float x) {
    return (float)rint(x);
}

float nearbyintf(float x) {
    return (float)nearbyint(x);
}

float fdimf(float x, float y) {
    return x <= y ? 0 : x - y;
}
