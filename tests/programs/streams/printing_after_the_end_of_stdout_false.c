// EXPECT: FALSE
// PROPERTY: G ! library-contract
// NOT COMPILED: the sanitizer does not look at streams
#include <stdio.h>

static void finish(FILE *out) { fclose(out); }

int main(void)
{
  puts("first");
  finish(stdout);
  printf("%d\n", 2);
  return 0;
}
