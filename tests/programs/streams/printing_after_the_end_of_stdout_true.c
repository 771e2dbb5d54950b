// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <stdio.h>

static void finish(FILE *out) { fclose(out); }

int main(void)
{
  puts("first");
  printf("%d\n", 2);
  finish(stdout);
  perror("last");
  return 0;
}
