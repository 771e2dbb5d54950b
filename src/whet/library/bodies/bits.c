// Bits of integers, as the builtins of gcc have them: how many are set, how many zeros come first or last, and bytes in reverse
// order.  C gives no meaning to the zeros of zero: the record says so, and the compiler takes it that this does not happen.

static int ones(unsigned long long bits) {
    int count;
    bits = bits - (bits >> 1 & 0x5555555555555555);
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    bits = bits + (bits >> 8);
    bits = bits + (bits >> 16);
    bits = bits + (bits >> 32);
    count = bits & 0x7f;
    return count > 64 ? 64 : count;  // never: for analyses of ranges only
}

static int ones_of_32(unsigned bits) {
    int count;
    bits = bits - (bits >> 1 & 0x55555555);
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f;
    bits = bits + (bits >> 8);
    bits = bits + (bits >> 16);
    count = bits & 0x3f;
    return count > 32 ? 32 : count;  // never: for analyses of ranges only
}

static int first_zeros_of_32(unsigned bits) {
    int zeros = 0;
    if (bits >> 16 == 0) {
        zeros += 16;
        bits <<= 16;
    }
    if (bits >> 24 == 0) {
        zeros += 8;
        bits <<= 8;
    }
    if (bits >> 28 == 0) {
        zeros += 4;
        bits <<= 4;
    }
    if (bits >> 30 == 0) {
        zeros += 2;
        bits <<= 2;
    }
    return bits >> 31 == 0 ? zeros + 1 : zeros;
}

static int first_zeros(unsigned long long bits) {
    return bits >> 32 == 0 ? 32 + first_zeros_of_32(bits) : first_zeros_of_32(bits >> 32);
}

static int last_zeros_of_32(unsigned bits) {
    int zeros = 0;
    if ((bits & 0xffff) == 0) {
        zeros += 16;
        bits >>= 16;
    }
    if ((bits & 0xff) == 0) {
        zeros += 8;
        bits >>= 8;
    }
    if ((bits & 0xf) == 0) {
        zeros += 4;
        bits >>= 4;
    }
    if ((bits & 3) == 0) {
        zeros += 2;
        bits >>= 2;
    }
    return (bits & 1) == 0 ? zeros + 1 : zeros;
}

static int last_zeros(unsigned long long bits) {
    return (bits & 0xffffffff) == 0 ? 32 + last_zeros_of_32(bits >> 32) : last_zeros_of_32(bits);
}

int popcount(unsigned x) {
    return ones_of_32(x);
}

int popcountl(unsigned long x) {
    return sizeof x == sizeof(unsigned) ? ones_of_32(x) : ones(x);
}

int popcountll(unsigned long long x) {
    return ones(x);
}

int parity(unsigned x) {
    return ones_of_32(x) % 2;
}

int parityl(unsigned long x) {
    return ones(x) % 2;
}

int parityll(unsigned long long x) {
    return ones(x) % 2;
}

int clz(unsigned x) {
    if (x == 0)
        __builtin_unreachable();
    return first_zeros_of_32(x);
}

int clzl(unsigned long x) {
    if (x == 0)
        __builtin_unreachable();
    return sizeof x == sizeof(unsigned) ? first_zeros_of_32(x) : first_zeros(x);
}

int clzll(unsigned long long x) {
    if (x == 0)
        __builtin_unreachable();
    return first_zeros(x);
}

int ctz(unsigned x) {
    if (x == 0)
        __builtin_unreachable();
    return last_zeros_of_32(x);
}

int ctzl(unsigned long x) {
    if (x == 0)
        __builtin_unreachable();
    return last_zeros(x);
}

int ctzll(unsigned long long x) {
    if (x == 0)
        __builtin_unreachable();
    return last_zeros(x);
}

// How many bits after the sign are like it.

int clrsb(int x) {
    unsigned other = x < 0 ? ~(unsigned)x : (unsigned)x;
    return other == 0 ? 31 : first_zeros_of_32(other) - 1;
}

int clrsbll(long long x) {
    unsigned long long other = x < 0 ? ~(unsigned long long)x : (unsigned long long)x;
    return other == 0 ? 63 : first_zeros(other) - 1;
}

int clrsbl(long x) {
    return sizeof x == sizeof(int) ? clrsb(x) : clrsbll(x);
}

unsigned short bswap16(unsigned short x) {
    return x << 8 | x >> 8;
}

unsigned bswap32(unsigned x) {
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned long long bswap64(unsigned long long x) {
    x = x << 32 | x >> 32;
    x = (x & 0x0000ffff0000ffff) << 16 | (x >> 16 & 0x0000ffff0000ffff);
    return (x & 0x00ff00ff00ff00ff) << 8 | (x >> 8 & 0x00ff00ff00ff00ff);
}
