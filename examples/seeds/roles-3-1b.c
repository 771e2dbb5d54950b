// Variable roles, Figure 3.1b: i is a loop iterator and a counter, count is the loop bound.
void swap(char *p, int count) {
  int i;
  for (i = 0; i < count; ++i) {
    char first = p[0], second = p[1];
    p[0] = p[3];
    p[1] = p[2];
    p[2] = second;
    p[3] = first;
    p += 4;
  }
}
