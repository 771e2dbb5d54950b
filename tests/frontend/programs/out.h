/* What the programs print with: defined by the test that runs them. */
void out(long long value);
void outd(double value);
void bytes(const void *object, unsigned long size);
