// EXPECT: FALSE
// PROPERTY: G ! library-contract
// NOT COMPILED: the sanitizer does not look at streams
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
  return fclose(from) == EOF;
}
