// The number of the lowest bit that is set, counted from 1; 0 if there is none: as POSIX.1-2008 has ffs, and glibc the others.

static int lowest(unsigned long long bits) {
    int place = 1;
    if (bits == 0)
        return 0;
    if ((bits & 0xffffffff) == 0) {
        place += 32;
        bits >>= 32;
    }
    if ((bits & 0xffff) == 0) {
        place += 16;
        bits >>= 16;
    }
    if ((bits & 0xff) == 0) {
        place += 8;
        bits >>= 8;
    }
    if ((bits & 0xf) == 0) {
        place += 4;
        bits >>= 4;
    }
    if ((bits & 3) == 0) {
        place += 2;
        bits >>= 2;
    }
    return (bits & 1) == 0 ? place + 1 : place;
}

int ffs(int i) {
    return lowest((unsigned)i);
}

int ffsl(long i) {
    return lowest((unsigned long)i);
}

int ffsll(long long i) {
    return lowest((unsigned long long)i);
}
