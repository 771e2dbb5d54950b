// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static const char*p; static int depth;
static int value(void){ 
  if(*p=='['){ p++; if(++depth>8) return -1; while(*p!=']'){ if(value()) return -1; if(*p==',') p++;
#if BAD
    else if(*p!=']') p+=2;
#else
    else if(*p!=']') return -1;
#endif
   } p++; depth--; return 0; }
  if(*p>='0'&&*p<='9'){ while(*p>='0'&&*p<='9') p++; return 0; }
  return -1; }
int main(void){ p="[1,[2,3 "; int r=value(); return r; }
