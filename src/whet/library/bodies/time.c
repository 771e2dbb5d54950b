// C11 7.27, POSIX.1-2017 and glibc: the time is an input of the program, in the range that Linux allows for its clock; so is the
// distance of the local time from UTC, in the range that RFC 8536 allows.  The calendar is that of Hinnant's days_from_civil.
#ifndef WHET_TIME_ZONE
#define WHET_TIME_ZONE __whet_time_zone()
#endif
int *__errno_location(void);
char *__whet_time_zone(void);
long long __VERIFIER_nondet_time(void);
int __VERIFIER_nondet_time_zone(void);
_Bool __VERIFIER_nondet_summer_time(void);
enum { TIME_OVERFLOW = 75, TIME_LEAST_OFFSET = -89999, TIME_GREATEST_OFFSET = 93599 };
#define TIME_MOST 70000000000000000
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
static struct tm time_broken_down;

static long time_now(void) {
    long long now = __VERIFIER_nondet_time();
    return now < 0 || now > 9223372036 || now != (long)now ? 0 : (long)now;
}

long time(long *to) {
    long now = time_now();
    if (to != 0)
        *to = now;
    return now;
}

static struct tm *time_overflow(void) {
    *__errno_location() = TIME_OVERFLOW;
    return 0;
}

static struct tm *time_parts(long long seconds, long offset, struct tm *to) {
    if (seconds > TIME_MOST || seconds < -TIME_MOST)
        return time_overflow();
    seconds += offset;
    long long day = seconds / 86400;
    int rest = (int)(seconds % 86400);
    if (rest < 0) {
        rest += 86400;
        day--;
    }
    int weekday = (int)((day + 4) % 7);
    long long shifted = day + 719468, era = shifted / 146097;
    int in_era = (int)(shifted % 146097);
    if (in_era < 0) {
        in_era += 146097;
        era--;
    }
    int year_of_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int from_march = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int month_from_march = (5 * from_march + 2) / 153;
    int is_next_year = month_from_march >= 10;
    long long year = year_of_era + era * 400 + is_next_year;
    if (year > 2147485547 || year < -2147481748)
        return time_overflow();
    int is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    to->tm_sec = rest % 60;
    to->tm_min = rest / 60 % 60;
    to->tm_hour = rest / 3600;
    to->tm_mday = from_march - (153 * month_from_march + 2) / 5 + 1;
    to->tm_mon = is_next_year ? month_from_march - 10 : month_from_march + 2;
    to->tm_year = (int)(year - 1900);
    to->tm_wday = weekday < 0 ? weekday + 7 : weekday;
    to->tm_yday = is_next_year ? from_march - 306 : from_march + 59 + is_leap;
    to->tm_gmtoff = offset;
    return to;
}

static struct tm *time_of_utc(long seconds, struct tm *to) {
    to->tm_isdst = 0;
    to->tm_zone = "GMT";
    return time_parts(seconds, 0, to);
}

static struct tm *time_of_place(long seconds, struct tm *to) {
    int offset = __VERIFIER_nondet_time_zone();
    to->tm_isdst = __VERIFIER_nondet_summer_time();
    to->tm_zone = WHET_TIME_ZONE;
    return time_parts(seconds, offset < TIME_LEAST_OFFSET || offset > TIME_GREATEST_OFFSET ? 0 : offset, to);
}

struct tm *gmtime(const long *seconds) {
    return time_of_utc(*seconds, &time_broken_down);
}

struct tm *gmtime_r(const long *restrict seconds, struct tm *restrict to) {
    return time_of_utc(*seconds, to);
}

struct tm *localtime(const long *seconds) {
    return time_of_place(*seconds, &time_broken_down);
}

struct tm *localtime_r(const long *restrict seconds, struct tm *restrict to) {
    return time_of_place(*seconds, to);
}

double difftime(long one, long other) {
    return one < other ? -(double)((unsigned long)other - (unsigned long)one) : (double)((unsigned long)one - (unsigned long)other);
}
