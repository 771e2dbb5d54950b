// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: what a run does that reads the wrong argument is not defined
int half(p)
double p;
{
    return p / 2 > 1;
}
int main(void)
{
    return half(3);
}
