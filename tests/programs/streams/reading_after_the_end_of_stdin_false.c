// EXPECT: FALSE
// PROPERTY: G ! library-contract
// NOT COMPILED: the sanitizer does not look at streams
#include <stdio.h>

int main(void)
{
  int number = 0;
  if (scanf("%d", &number) != 1)
    fclose(stdin);
  if (number == 0)
    scanf("%d", &number);
  return number;
}
