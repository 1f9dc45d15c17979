// SPDX-License-Identifier: Apache-2.0

#include <CRIBShims.h>
#include <stdbool.h>

// dlsym(3) finds nothing of a Swift runtime that is linked into the program: SwiftPM's option
// --static-swift-stdlib hides it. Weak references find the functions either way. Elsewhere than on
// Linux the runtime is always shared.
#if defined(__linux__)
extern char *_swift_backtrace_demangle(const char *, size_t, char *, size_t *)
    __attribute__((weak));
extern char *swift_demangle(const char *, size_t, char *, size_t *, uint32_t)
    __attribute__((weak));
extern bool _swift_backtrace_isThunkFunction(const char *) __attribute__((weak));

struct ribleak_demangling ribleak_demangling(void) {
    return (struct ribleak_demangling){
        (void *)_swift_backtrace_demangle, (void *)swift_demangle,
        (void *)_swift_backtrace_isThunkFunction};
}
#else
#include <dlfcn.h>

struct ribleak_demangling ribleak_demangling(void) {
    void *process = dlopen(NULL, RTLD_LAZY);
    return (struct ribleak_demangling){
        dlsym(process, "_swift_backtrace_demangle"), dlsym(process, "swift_demangle"),
        dlsym(process, "_swift_backtrace_isThunkFunction")};
}
#endif
