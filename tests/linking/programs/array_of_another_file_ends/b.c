int table[3] = {1, 1, 1};
