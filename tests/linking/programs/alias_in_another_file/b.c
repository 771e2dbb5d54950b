int one;
extern int two __attribute__((alias("one")));
