// SPDX-License-Identifier: Apache-2.0

#include "CRIBShims.h"

#include <string.h>

#if defined(__APPLE__)

#include <dlfcn.h>
#include <objc/runtime.h>
#include <stdlib.h>

uintptr_t ribleak_isa_mask(void) {
    // The runtime tells debuggers which bits of an object's first word are its class.
    const uintptr_t *mask = dlsym(RTLD_DEFAULT, "objc_debug_isa_class_mask");
    return mask ? *mask : UINTPTR_MAX;
}

/// The class of an object, or of a class; 0 where there is none.
static uintptr_t class_at(uintptr_t address) {
    static uintptr_t mask;
    uintptr_t word = 0;
    if (mask == 0) mask = ribleak_isa_mask();
    size_t copied = ribleak_memory_copy(RIBLEAK_MEMORY_BY_CALL, address, &word, sizeof word);
    return copied == sizeof word ? word & mask : 0;
}

/// Whether anything is a class whose root is `NSObject`. The class of such a class has that of
/// `NSObject` as its own class, and nothing else has. An object's class is a class, and not that.
static int is_class(uintptr_t address) {
    uintptr_t root = (uintptr_t)objc_getClass("NSObject");
    uintptr_t root_class = class_at(root), own_class = class_at(address);
    if (address == 0 || address % sizeof address != 0 || root == 0) return 0;
    if (address == root) return 1;
    return own_class != root && own_class != root_class && class_at(own_class) == root_class;
}

/// Adds the strong references that one class declares.
static size_t add_fields(Class type, struct ribleak_objc_field *fields, size_t most) {
    const uint8_t *layout = class_getIvarLayout(type);
    uint32_t words[256];
    unsigned ivar_count = 0;
    Ivar *ivars = layout ? class_copyIvarList(type, &ivar_count) : NULL;
    if (!ivars || ivar_count == 0) return 0;
    size_t first = (size_t)ivar_getOffset(ivars[0]) / sizeof(void *), found = 0;
    size_t count = ribleak_strong_words(layout, first, words, sizeof words / sizeof *words);
    unsigned next = 0;
    for (size_t index = 0; index < count && found < most; index++) {
        ptrdiff_t offset = (ptrdiff_t)(words[index] * sizeof(void *));
        // A structure has several words.
        while (next + 1 < ivar_count && ivar_getOffset(ivars[next + 1]) <= offset) next++;
        const char *name = ivar_getName(ivars[next]);
        fields[found++] = (struct ribleak_objc_field){(uintptr_t)name, (uint32_t)offset};
    }
    free(ivars);
    return found;
}

size_t ribleak_objc_fields(uintptr_t type, struct ribleak_objc_field *fields, size_t most) {
    size_t count = 0;
    if (!is_class(type)) return 0;
    for (Class next = (Class)type; next && count < most; next = class_getSuperclass(next)) {
        count += add_fields(next, fields + count, most - count);
    }
    return count;
}

const char *ribleak_objc_name(uintptr_t type) {
    return is_class(type) ? class_getName((Class)type) : "";
}

#else

uintptr_t ribleak_isa_mask(void) { return UINTPTR_MAX; }

size_t ribleak_objc_fields(uintptr_t type, struct ribleak_objc_field *fields, size_t most) {
    (void)type, (void)fields, (void)most;
    return 0;
}

const char *ribleak_objc_name(uintptr_t type) {
    (void)type;
    return "";
}

#endif
