int cells[3] = {1, 2, 3};
