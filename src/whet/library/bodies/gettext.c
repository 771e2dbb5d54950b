// GNU gettext 0.21, gettext(3) and ngettext(3): without a catalogue of translations the message that is given is what they return.
// assumed: GETTEXT
char *gettext(const char *message) {
    return (char *)message;
}

char *dgettext(const char *domain, const char *message) {
    return (char *)message;
}

char *dcgettext(const char *domain, const char *message, int category) {
    return (char *)message;
}

char *ngettext(const char *one, const char *many, unsigned long n) {
    return (char *)(n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
    return (char *)(n == 1 ? one : many);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) {
    return (char *)(n == 1 ? one : many);
}
