// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <stdio.h>

int main(void)
{
  FILE *file = fopen("numbers", "r");
  if (file == NULL)
    file = stdin;
  int first = fgetc(file);
  return first == '1';
}
