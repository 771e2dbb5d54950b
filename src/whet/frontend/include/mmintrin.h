/* Declarations of <mmintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_mmintrin
#define __whet_mmintrin
typedef int __m64 __attribute__ ((__vector_size__ (8), __may_alias__));
typedef int __m32 __attribute__ ((__vector_size__ (4), __may_alias__));
typedef short __m16 __attribute__ ((__vector_size__ (2), __may_alias__));
typedef int __m64_u __attribute__ ((__vector_size__ (8), __may_alias__, __aligned__ (1)));
typedef int __m32_u __attribute__ ((__vector_size__ (4), __may_alias__, __aligned__ (1)));
typedef short __m16_u __attribute__ ((__vector_size__ (2), __may_alias__, __aligned__ (1)));
typedef int __v2si __attribute__ ((__vector_size__ (8)));
typedef short __v4hi __attribute__ ((__vector_size__ (8)));
typedef char __v8qi __attribute__ ((__vector_size__ (8)));
typedef long long __v1di __attribute__ ((__vector_size__ (8)));
typedef float __v2sf __attribute__ ((__vector_size__ (8)));
typedef void __whet_mm0(void);
__whet_mm0 _mm_empty, _m_empty;
typedef __m64 __whet_mm1(int);
__whet_mm1 _mm_cvtsi32_si64, _m_from_int, _mm_set1_pi32;
typedef __m64 __whet_mm2(long long);
__whet_mm2 _m_from_int64, _mm_cvtsi64_m64, _mm_cvtsi64x_si64, _mm_set_pi64x;
typedef int __whet_mm3(__m64);
__whet_mm3 _mm_cvtsi64_si32, _m_to_int;
typedef long long __whet_mm4(__m64);
__whet_mm4 _m_to_int64, _mm_cvtm64_si64, _mm_cvtsi64_si64x;
typedef __m64 __whet_mm5(__m64, __m64);
__whet_mm5 _mm_packs_pi16, _m_packsswb, _mm_packs_pi32, _m_packssdw, _mm_packs_pu16, _m_packuswb, _mm_unpackhi_pi8, _m_punpckhbw, _mm_unpackhi_pi16, _m_punpckhwd, _mm_unpackhi_pi32, _m_punpckhdq, _mm_unpacklo_pi8, _m_punpcklbw, _mm_unpacklo_pi16, _m_punpcklwd, _mm_unpacklo_pi32, _m_punpckldq, _mm_add_pi8, _m_paddb, _mm_add_pi16, _m_paddw, _mm_add_pi32, _m_paddd, _mm_add_si64, _mm_adds_pi8, _m_paddsb, _mm_adds_pi16, _m_paddsw, _mm_adds_pu8, _m_paddusb, _mm_adds_pu16, _m_paddusw, _mm_sub_pi8, _m_psubb, _mm_sub_pi16, _m_psubw, _mm_sub_pi32, _m_psubd, _mm_sub_si64, _mm_subs_pi8, _m_psubsb, _mm_subs_pi16, _m_psubsw, _mm_subs_pu8, _m_psubusb, _mm_subs_pu16, _m_psubusw, _mm_madd_pi16, _m_pmaddwd, _mm_mulhi_pi16, _m_pmulhw, _mm_mullo_pi16, _m_pmullw, _mm_sll_pi16, _m_psllw, _mm_sll_pi32, _m_pslld, _mm_sll_si64, _m_psllq, _mm_sra_pi16, _m_psraw, _mm_sra_pi32, _m_psrad, _mm_srl_pi16, _m_psrlw, _mm_srl_pi32, _m_psrld, _mm_srl_si64, _m_psrlq, _mm_and_si64, _m_pand, _mm_andnot_si64, _m_pandn, _mm_or_si64, _m_por, _mm_xor_si64, _m_pxor, _mm_cmpeq_pi8, _m_pcmpeqb, _mm_cmpgt_pi8, _m_pcmpgtb, _mm_cmpeq_pi16, _m_pcmpeqw, _mm_cmpgt_pi16, _m_pcmpgtw, _mm_cmpeq_pi32, _m_pcmpeqd, _mm_cmpgt_pi32, _m_pcmpgtd;
typedef __m64 __whet_mm6(__m64, int);
__whet_mm6 _mm_slli_pi16, _m_psllwi, _mm_slli_pi32, _m_pslldi, _mm_slli_si64, _m_psllqi, _mm_srai_pi16, _m_psrawi, _mm_srai_pi32, _m_psradi, _mm_srli_pi16, _m_psrlwi, _mm_srli_pi32, _m_psrldi, _mm_srli_si64, _m_psrlqi;
typedef __m64 __whet_mm7(void);
__whet_mm7 _mm_setzero_si64;
typedef __m64 __whet_mm8(int, int);
__whet_mm8 _mm_set_pi32, _mm_setr_pi32;
typedef __m64 __whet_mm9(short, short, short, short);
__whet_mm9 _mm_set_pi16, _mm_setr_pi16;
typedef __m64 __whet_mm10(char, char, char, char, char, char, char, char);
__whet_mm10 _mm_set_pi8, _mm_setr_pi8;
typedef __m64 __whet_mm11(short);
__whet_mm11 _mm_set1_pi16;
typedef __m64 __whet_mm12(char);
__whet_mm12 _mm_set1_pi8;
#endif
