// SPDX-License-Identifier: Apache-2.0

#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "RemoteMirror.h"
#include "CRIBShims.h"

#if defined(__linux__) && UINTPTR_MAX == UINT64_MAX

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// A function of Swift's standard library. The other library lies beside it.
extern size_t swift_retainCount(void *object);

enum { largest_read = 64 << 20, largest_string = 1 << 16 };

// MARK: What the library asks of its host

static int query_layout(void *context, int query, void *input, void *output) {
    (void)context, (void)input;
    enum { pointer_size, size_size, authentication_mask, reserved_low_bits, least_pointer, has_objc };
    switch (query) {
    case pointer_size:
    case size_size: *(uint8_t *)output = 8; return 1;
    case authentication_mask: *(uint64_t *)output = UINT64_MAX; return 1;
    case reserved_low_bits: *(uint8_t *)output = 0; return 1;
    case least_pointer: *(uint64_t *)output = 4096; return 1;
    case has_objc: *(uint8_t *)output = 0; return 1;
    }
    return 0;
}

static void free_bytes(void *context, const void *bytes, void *room) {
    (void)context, (void)bytes;
    free(room);
}

static const void *read_bytes(void *context, uint64_t address, uint64_t size, void **room) {
    const struct ribleak_mirror *mirror = context;
    *room = NULL;
    if (address >= mirror->window_start && address <= mirror->window_end &&
        size <= mirror->window_end - address) {
        return (const void *)(uintptr_t)address;
    }
    if (address < 4096 || size > largest_read) return NULL;
    void *bytes = malloc(size == 0 ? 1 : size);
    if (bytes == NULL) return NULL;
    if (ribleak_memory_copy(mirror->memory, address, bytes, size) != size) {
        free(bytes);
        return NULL;
    }
    *room = bytes;
    return bytes;
}

static uint64_t string_length(void *context, uint64_t address) {
    const struct ribleak_mirror *mirror = context;
    char piece[256];
    uint64_t length = 0;
    while (length < largest_string) {
        // Up to the end of a block at most: what follows a string may not be there.
        size_t most = sizeof(piece) - (size_t)((address + length) % sizeof(piece));
        size_t count = ribleak_memory_copy(mirror->memory, address + length, piece, most);
        const char *end = memchr(piece, 0, count);
        if (end != NULL) return length + (uint64_t)(end - piece);
        if (count < most) return 0;
        length += count;
    }
    return 0;
}

static uint64_t symbol_address(void *context, const char *name, uint64_t length) {
    (void)context, (void)name, (void)length;
    return 0;
}

// MARK: Loading

typedef void *create_function(
    void *reader, int (*layout)(void *, int, void *, void *),
    void (*free_bytes)(void *, const void *, void *),
    const void *(*read_bytes)(void *, uint64_t, uint64_t, void **),
    uint64_t (*string_length)(void *, uint64_t),
    uint64_t (*symbol_address)(void *, const char *, uint64_t));

static void *load(void) {
    Dl_info info;
    if (dladdr((void *)swift_retainCount, &info) == 0 || info.dli_fname == NULL) return NULL;
    const char *slash = strrchr(info.dli_fname, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - info.dli_fname) + 1;
    const char *name = "libswiftRemoteMirror.so";
    char path[4096];
    if (folder == 0 || folder + strlen(name) >= sizeof(path)) return NULL;
    memcpy(path, info.dli_fname, folder);
    strcpy(path + folder, name);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static int find(void *library, const char *name, void *function) {
    char symbol[96] = "swift_reflection_";
    strncat(symbol, name, sizeof(symbol) - strlen(symbol) - 1);
    void *found = dlsym(library, symbol);
    memcpy(function, &found, sizeof(found));
    return found != NULL;
}

const char *ribleak_mirror_open(struct ribleak_mirror *mirror) {
    memset(mirror, 0, sizeof(*mirror));
    void *library = load();
    if (library == NULL) return "libswiftRemoteMirror.so is not next to Swift's standard library";
    create_function *create;
    if (!find(library, "createReflectionContextWithDataLayout", &create) ||
        !find(library, "addReflectionInfo", &mirror->add_image) ||
        !find(library, "infoForInstance", &mirror->type_of_instance) ||
        !find(library, "infoForMetadata", &mirror->type_of_metadata) ||
        !find(library, "infoForTypeRef", &mirror->type_of_ref) ||
        !find(library, "childOfInstance", &mirror->child_of_instance) ||
        !find(library, "childOfMetadata", &mirror->child_of_metadata) ||
        !find(library, "childOfTypeRef", &mirror->child_of_ref) ||
        !find(library, "typeRefForMetadata", &mirror->ref_of_metadata) ||
        !find(library, "genericArgumentCountOfTypeRef", &mirror->argument_count) ||
        !find(library, "genericArgumentOfTypeRef", &mirror->argument) ||
        !find(library, "projectEnumValue", &mirror->project_enum) ||
        !find(library, "copyDemangledNameForTypeRef", &mirror->copy_name)) {
        return "libswiftRemoteMirror.so lacks required functions";
    }
    find(library, "typeRefForMangledTypeName", &mirror->ref_of_name);
    mirror->memory = ribleak_memory_open(0);
    if (mirror->memory == RIBLEAK_MEMORY_NONE) return "this process may not read its own memory";
    mirror->context = create(
        mirror, query_layout, free_bytes, read_bytes, string_length, symbol_address);
    if (mirror->context == NULL) return "libswiftRemoteMirror.so cannot be set up";
    return NULL;
}

void ribleak_mirror_close(struct ribleak_mirror *mirror) {
    void (*destroy)(void *context);
    Dl_info info;
    if (mirror->context == NULL) return;
    ribleak_memory_close(mirror->memory);
    if (dladdr((void *)mirror->type_of_ref, &info) == 0) return;
    void *library = dlopen(info.dli_fname, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (library != NULL && find(library, "destroyReflectionContext", &destroy)) {
        destroy(mirror->context);
    }
    mirror->context = NULL;
}

#else

const char *ribleak_mirror_open(struct ribleak_mirror *mirror) {
    *mirror = (struct ribleak_mirror){0};
    return "this platform has no reflection library";
}

void ribleak_mirror_close(struct ribleak_mirror *mirror) { (void)mirror; }

#endif
