/* Empty: lets glibc's 64-bit headers serve a 32-bit program where the 32-bit development package is absent. */
