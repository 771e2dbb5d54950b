// A power with an integer, as gcc has it: by squaring.  gcc promises neither order nor rounding of the multiplications.
// assumed: POWI

double powi(double x, int power) {
    unsigned left = power < 0 ? 0u - (unsigned)power : (unsigned)power;
    double product = left % 2 != 0 ? x : 1;
    for (left /= 2; left != 0; left /= 2) {
        x *= x;
        if (left % 2 != 0)
            product *= x;
    }
    return power < 0 ? 1 / product : product;
}

float powif(float x, int power) {
    unsigned left = power < 0 ? 0u - (unsigned)power : (unsigned)power;
    float product = left % 2 != 0 ? x : 1;
    for (left /= 2; left != 0; left /= 2) {
        x *= x;
        if (left % 2 != 0)
            product *= x;
    }
    return power < 0 ? 1 / product : product;
}

long double powil(long double x, int power) {
    unsigned left = power < 0 ? 0u - (unsigned)power : (unsigned)power;
    long double product = left % 2 != 0 ? x : 1;
    for (left /= 2; left != 0; left /= 2) {
        x *= x;
        if (left % 2 != 0)
            product *= x;
    }
    return power < 0 ? 1 / product : product;
}
