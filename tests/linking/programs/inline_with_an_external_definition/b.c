#include "twice.h"
extern inline int twice(int n);
int through(int n) { return twice(n); }
