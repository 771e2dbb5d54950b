/* The string functions of the C library. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return (n > 0) - (n < 0); }
static const char *shown(const char *s) { return s ? s : "null"; }

int main(void) {
  char a[40] = "hello", b[40], c[8];
  printf("%d %d %d\n", (int)strlen(a), (int)strnlen(a, 3), (int)strnlen(a, 30));
  strcpy(b, a); strcat(b, ", world"); strncat(b, "!!!!", 2);
  printf("%s|%s\n", b, strncpy(c, "abcdefghijk", 7) == c ? "same" : "other");
  c[7] = 0; printf("%s ", c); strncpy(c, "xy", 8); printf("%s %d\n", c, c[5]);
  printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("abc", "ab")), strcmp("q", "q"), sign(strcmp("\xff", "a")));
  printf("%d %d %d\n", strncmp("abcx", "abcy", 3), sign(strncmp("abcx", "abcy", 4)), strncmp("a", "b", 0));
  printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strncasecmp("HeLLo", "hElp", 4)));
  printf("%s %s %s %s\n", shown(strchr(b, 'o')), shown(strrchr(b, 'o')), shown(strchr(b, 'z')), strchr(b, 0) == b + strlen(b) ? "end" : "?");
  printf("%s %s %s\n", shown(strstr(b, "wor")), shown(strstr(b, "xyz")), shown(strstr(b, "")));
  printf("%d %d %s\n", (int)strspn("aabbc", "ab"), (int)strcspn("aabbc", "cd"), shown(strpbrk("hello", "xlo")));
  printf("%s %d %d\n", (char *)memchr(b, 'w', 12), memcmp("abc", "abd", 2), sign(memcmp("abc", "abd", 3)));
  memmove(b + 2, b, 5); printf("%s ", b); memset(b, '-', 4); printf("%s\n", b);
  char *d = strdup("copy"), *e = strndup("copy", 2);
  printf("%s %s\n", d, e); free(d); free(e);
  printf("%d %ld %lld %d\n", atoi(" -42x"), atol("77"), atoll("-9223372036854775808"), atoi("none"));
  char *end;
  printf("%ld ", strtol("0x1fz", &end, 0)); printf("%s ", end); printf("%ld %ld ", strtol("077", NULL, 0), strtol("zz", &end, 36));
  printf("%lu %ld\n", strtoul("-1", NULL, 10) == (unsigned long)-1 ? 1ul : 0ul, strtol("  +12", &end, 10));
  printf("%g %g %g %s\n", atof("2.5e3x"), strtod("-.5", NULL), strtod("0x1.8p1", NULL), (strtod("1e", &end), end));
  for (int i = 0; i < 128; i++) printf("%d", !!isalpha(i) + 2 * !!isdigit(i) + 4 * !!isspace(i));
  for (int i = 0; i < 128; i++) printf("%d", !!isupper(i) + 2 * !!isxdigit(i) + 4 * !!ispunct(i));
  for (int i = 0; i < 128; i++) printf("%d", !!iscntrl(i) + 2 * !!isprint(i) + 4 * !!isalnum(i));
  printf("\n%c%c%c%c %d\n", toupper('x'), tolower('X'), toupper('1'), tolower('['), abs(-5) + (int)labs(-6L));
  char line[20]; int n = sprintf(line, "%d-%s", 7, "x"); n += snprintf(b, 5, "%08d", 123456);
  printf("%s %s %d\n", line, b, n);
  puts("line"); putchar('c'); fputs("text\n", stdout); fprintf(stdout, "%d\n", 5); fprintf(stderr, "not here\n");
  fwrite("abcdef", 2, 2, stdout); putc('\n', stdout);
  return 0;
}
