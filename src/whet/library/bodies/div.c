// C11 7.22.6.2.  A quotient that the type does not have, and one by zero, are undefined, as with the operators.
typedef struct {
    int quot;
    int rem;
} div_t;
typedef struct {
    long quot;
    long rem;
} ldiv_t;
typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

div_t div(int numer, int denom) {
    div_t found;
    found.quot = numer / denom;
    found.rem = numer % denom;
    return found;
}

ldiv_t ldiv(long numer, long denom) {
    ldiv_t found;
    found.quot = numer / denom;
    found.rem = numer % denom;
    return found;
}

lldiv_t lldiv(long long numer, long long denom) {
    lldiv_t found;
    found.quot = numer / denom;
    found.rem = numer % denom;
    return found;
}
