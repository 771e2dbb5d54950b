// EXPECT: TRUE
extern void reach_error(void);

extern void abort(void);
int main()
{
    abort();
    reach_error();
    return 0;
}
