extern int cells[];
int *const pointer = cells + 1;
