// EXPECT: TRUE
// COMMAND: whet verify --entry sum --no-null
#define BAD 0
int sum(const int*v,int n){ long s=0; for(int i=0;
#if BAD
i<=n
#else
i<n
#endif
;i++) s+=v[i]; return s>1000?1000:s<-1000?-1000:(int)s; }
