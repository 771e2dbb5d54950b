int level = 1;
void raise_level(void) { level++; }
