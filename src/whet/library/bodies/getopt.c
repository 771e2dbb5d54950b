// POSIX.1-2017 getopt: the variables and their first values.
char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';
