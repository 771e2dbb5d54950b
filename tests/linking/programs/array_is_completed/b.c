int table[] = {5, 6, 7};
const unsigned size = sizeof table / sizeof *table;
