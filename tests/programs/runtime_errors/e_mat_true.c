// EXPECT: TRUE
// COMMAND: whet verify --entry trace --no-null
#define BAD 0
int trace(int m[3][3]){ long s=0; for(int i=0;
#if BAD
i<=3
#else
i<3
#endif
;i++) s+=m[i][i]; return s>0; }
