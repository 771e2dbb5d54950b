// EXPECT: FALSE
// COMMAND: whet verify --no-null --entry is_admin
#include <string.h>
int is_admin(const char *user)
{
    char name[8];
    size_t i;
    for (i = 0; user[i] != '\0' && user[i] != '@'; i++)
        name[i] = user[i];            /* classic overflow: no bound on i */
    name[i] = '\0';
    return strcmp(name, "root") == 0;
}
