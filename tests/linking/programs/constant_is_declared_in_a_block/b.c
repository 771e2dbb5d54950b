const int level = 0;
