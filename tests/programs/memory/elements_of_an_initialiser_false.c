// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 2
extern int __VERIFIER_nondet_int(void);
struct list {
    int count;
    int elements[];
};
static struct list numbers = {2, {5, 6}};
int main(void)
{
    int i = __VERIFIER_nondet_int();
    return i >= 0 && i <= numbers.count ? numbers.elements[i] : 0;
}
