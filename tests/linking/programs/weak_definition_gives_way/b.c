__attribute__((weak)) int answer(void) { return 1; }
int asked(void) { return answer(); }
