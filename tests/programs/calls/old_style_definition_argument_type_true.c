// EXPECT: TRUE
// PROPERTY: G valid-deref
int half(double);
int third(p, q, r)
double p;
char *q;
short r;
{
    return p / 3 > *q + r;
}
int half(p)
double p;
{
    return p / 2 > 1;
}
int main(void)
{
    char c = 1;
    return half(3) + third(3.0f, &c, c);
}
