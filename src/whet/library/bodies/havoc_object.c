// CBMC's __CPROVER_havoc_object, to which calls are lowered (frontend/conventions.py): every byte of the object is an input.
typedef __SIZE_TYPE__ size_t;
size_t __CPROVER_OBJECT_SIZE(const void *);
__PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const void *);
unsigned char __VERIFIER_nondet_byte_of_object(void);

static void havoc_object(void *pointer) {
    unsigned char *bytes = (unsigned char *)pointer - __CPROVER_POINTER_OFFSET(pointer);
    size_t size = __CPROVER_OBJECT_SIZE(pointer);
    for (size_t i = 0; i < size; i++)
        bytes[i] = __VERIFIER_nondet_byte_of_object();
}
