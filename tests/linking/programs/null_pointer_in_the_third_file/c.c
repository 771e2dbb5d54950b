int follow(int *p) { return *p; }
