// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <stdio.h>

int main(void)
{
  FILE *from = fopen("from", "r"), *to = stdout;
  if (from == NULL)
    return 1;
  int letter = fgetc(from);
  if (letter != EOF)
    fputc(letter, to);
  fclose(from);
  return fclose(to) == EOF;
}
