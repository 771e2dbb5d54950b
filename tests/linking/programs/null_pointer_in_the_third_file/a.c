// whet: FALSE
int use(int n);
int main(void) { return use(2); }
