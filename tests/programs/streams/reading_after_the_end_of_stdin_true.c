// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <stdio.h>

int main(void)
{
  int number = 0, is_open = 1;
  if (scanf("%d", &number) != 1) {
    fclose(stdin);
    is_open = 0;
  }
  if (is_open)
    scanf("%d", &number);
  return number;
}
