// whet: FALSE
int share(int whole, int parts);
int main(void) { return share(7, 0); }
