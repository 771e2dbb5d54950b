long get(void) {
    extern long level;
    return level;
}
