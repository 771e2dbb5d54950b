int theirs;
int change(void) { return theirs; }
