// EXPECT: ANY
// COMMAND: whet verify
#include <ctype.h>
#include <locale.h>
#include <assert.h>
int main(int c,char**v){ setlocale(LC_ALL,""); int k=0xe9; if(isalpha(k)) assert(0); return 0; }
