static int rand(void) { return -5; }
int own(void) { return rand(); }
