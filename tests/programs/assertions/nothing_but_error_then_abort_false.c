// EXPECT: FALSE
extern void reach_error(void);

extern void abort(void);
int main()
{
    reach_error();
    abort();
    return 0;
}
