int table[3] = {0};
