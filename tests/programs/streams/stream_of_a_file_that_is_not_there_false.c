// EXPECT: FALSE
// PROPERTY: G ! library-contract
// NOT COMPILED: the sanitizer does not look at streams
#include <stdio.h>

int main(void)
{
  FILE *file = fopen("numbers", "r");
  int first = fgetc(file);
  return first == '1';
}
