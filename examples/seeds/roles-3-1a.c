// Variable roles, Figure 3.1a: found is boolean, an enumeration and a branch condition; index is an array index.
int tab[15];

int lookup(int rate) {
  int index = 0;
  int found = 0;

  while (!found && index < 15) {
    if (tab[index] == rate)
      found = 1;
    else
      ++index;
  }
  if (found) return index;
  return -1;
}
