// Variable roles, Figure 3.2: ns and nx are inputs and offsets of pointers.
extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *);

int is_suffix(char *s, char *t) {
  int ns = strlen(s), nx = strlen(t);
  if (ns < nx) return 0;
  return strcmp(s + ns - nx, t) == 0;
}
