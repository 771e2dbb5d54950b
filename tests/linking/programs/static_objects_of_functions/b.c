int ticket(void) {
    static int n;
    return ++n;
}
