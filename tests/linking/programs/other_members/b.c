struct pair {
    int right, left;
};
struct pair pair = {0, 1};
