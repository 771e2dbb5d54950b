// whet: UNKNOWN
// gcc: nothing
int main(void) { return get() != 0; }
