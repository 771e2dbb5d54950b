// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static int is_leap(int year)
{
    if (year % 4 != 0)
        return 0;
    if (year % 100 != 0)
        return 1;
    return year % 400 == 0;
}

static int days_of_february(int year)
{
    return is_leap(year) ? 29 : 28;
}

int main(void)
{
    int year = 1900 + rand() % 200;
    if (year == 1900)
        assert(days_of_february(year) == 28);
    if (year == 2000)
        assert(days_of_february(year) == 29);
    return 0;
}
