// SPDX-License-Identifier: Apache-2.0

#include <CRIBShims.h>
#include <stdbool.h>

typedef char *(*simplify_function)(const char *, size_t, char *, size_t *);
typedef char *(*demangle_function)(const char *, size_t, char *, size_t *, uint32_t);
typedef bool (*thunk_test)(const char *);

// dlsym(3) finds nothing of a Swift runtime that is linked into the program: SwiftPM's option
// --static-swift-stdlib hides it. Weak references find the functions either way. Elsewhere than on
// Linux the runtime is always shared. The types are those of the runtime's headers
// (Runtime/Backtrace.h, Runtime/Debug.h).
#if defined(__linux__)
extern char *_swift_backtrace_demangle(const char *, size_t, char *, size_t *)
    __attribute__((weak));
extern char *swift_demangle(const char *, size_t, char *, size_t *, uint32_t)
    __attribute__((weak));
extern bool _swift_backtrace_isThunkFunction(const char *) __attribute__((weak));
#define RUNTIME_FUNCTION(name) name
#else
#include <dlfcn.h>
#define RUNTIME_FUNCTION(name) dlsym(RTLD_DEFAULT, #name)
#endif

char *ribleak_demangle(const char *name, size_t length) {
    simplify_function simplify = (simplify_function)RUNTIME_FUNCTION(_swift_backtrace_demangle);
    return simplify ? simplify(name, length, NULL, NULL) : ribleak_demangle_whole(name, length);
}

char *ribleak_demangle_whole(const char *name, size_t length) {
    demangle_function demangle = (demangle_function)RUNTIME_FUNCTION(swift_demangle);
    return demangle ? demangle(name, length, NULL, NULL, 0) : NULL;
}

int ribleak_is_thunk(const char *name) {
    thunk_test test = (thunk_test)RUNTIME_FUNCTION(_swift_backtrace_isThunkFunction);
    return test ? test(name) : -1;
}
