// Variable roles, Figure 1.1b: fd is a file descriptor, c a character.
extern int open(const char *, int);
extern long read(int, void *, unsigned long);
extern int isdigit(int);

int main(void) {
  int fd = open("f", 0);
  char c;
  int val = 0;

  while (read(fd, &c, 1) > 0 && isdigit(c)) {
    val = 10 * val + c - '0';
  }
  return val;
}
