int get = 1;
