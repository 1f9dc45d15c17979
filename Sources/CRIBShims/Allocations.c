// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CRIBShims.h"

// Notes who makes objects of a few types, for as long as it is asked to.
//
// Each image calls the runtime's allocator through a word of its own, which the loader has filled
// in. While this notes, those words lead here and from here on to the allocator. The format is that
// of the "System V Application Binary Interface", chapter 5.

#if defined(__GLIBC__) && defined(__LP64__)

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { call_relocation = R_X86_64_JUMP_SLOT, data_relocation = R_X86_64_GLOB_DAT };
#else
enum { call_relocation = R_AARCH64_JUMP_SLOT, data_relocation = R_AARCH64_GLOB_DAT };
#endif

typedef void *allocator(const void *type, size_t size, size_t alignment);

// The newest allocations, in turn.
enum { most_notes = 1024, most_frames = 64 };

struct note {
    void *object;
    int count;
    void *frames[most_frames + RIBLEAK_STACKS_SPARE];
};

static allocator *real_allocator;
static struct note *notes;
static uint64_t note_count;
static const void *types[RIBLEAK_MOST_WATCHED_TYPES];
static int type_count;

static int is_watched(const void *type) {
    int count = __atomic_load_n(&type_count, __ATOMIC_ACQUIRE);
    for (int index = 0; index < count; index++) {
        if (types[index] == type) return 1;
    }
    return 0;
}

static void *ribleak_noting_allocator(const void *type, size_t size, size_t alignment) {
    void *object = real_allocator(type, size, alignment);
    if (is_watched(type)) {
        uint64_t number = __atomic_fetch_add(&note_count, 1, __ATOMIC_RELAXED);
        struct note *note = &notes[number % most_notes];
        note->object = NULL;
        note->count = ribleak_stacks_capture(note->frames, most_frames + RIBLEAK_STACKS_SPARE);
        __atomic_store_n(&note->object, object, __ATOMIC_RELEASE);
    }
    return object;
}

struct image {
    uintptr_t base;
    const ElfW(Sym) *symbols;
    const char *names;
    // Memory that the loader has made read-only.
    uintptr_t fixed_start, fixed_end;
};

static void set_word(const struct image *image, uintptr_t address, void *value) {
    uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t page = address & ~(page_size - 1);
    int is_fixed = address >= image->fixed_start && address < image->fixed_end;
    if (is_fixed && mprotect((void *)page, page_size, PROT_READ | PROT_WRITE) != 0) return;
    __atomic_store_n((void **)address, value, __ATOMIC_RELEASE);
    if (is_fixed) mprotect((void *)page, page_size, PROT_READ);
}

static void redirect_in(
    const struct image *image, const ElfW(Rela) *relocations, size_t bytes, int begins) {
    for (size_t index = 0; index < bytes / sizeof(*relocations); index++) {
        const ElfW(Rela) *relocation = &relocations[index];
        uint64_t kind = ELF64_R_TYPE(relocation->r_info);
        if (kind != call_relocation && kind != data_relocation) continue;
        const ElfW(Sym) *symbol = &image->symbols[ELF64_R_SYM(relocation->r_info)];
        if (strcmp(image->names + symbol->st_name, "swift_allocObject") != 0) continue;
        uintptr_t address = image->base + relocation->r_offset;
        int leads_here = *(void **)address == (void *)ribleak_noting_allocator;
        if (begins && !leads_here) set_word(image, address, (void *)ribleak_noting_allocator);
        if (!begins && leads_here) set_word(image, address, (void *)real_allocator);
    }
}

static int redirect(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct image image = {.base = info->dlpi_addr};
    const ElfW(Dyn) *dynamic = NULL;
    int is_writable = 0;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[index];
        if (part->p_type == PT_DYNAMIC) dynamic = (void *)(image.base + part->p_vaddr);
        if (part->p_type == PT_LOAD && part->p_flags & PF_W) is_writable = 1;
        if (part->p_type == PT_GNU_RELRO) {
            image.fixed_start = image.base + part->p_vaddr;
            image.fixed_end = image.fixed_start + part->p_memsz;
        }
    }
    // The kernel's own image has nothing to redirect, and its addresses are not those of memory.
    if (dynamic == NULL || !is_writable) return 0;
    const ElfW(Rela) *calls = NULL, *others = NULL;
    size_t call_bytes = 0, other_bytes = 0;
    for (; dynamic->d_tag != DT_NULL; dynamic++) {
        switch (dynamic->d_tag) {
        case DT_SYMTAB: image.symbols = (void *)dynamic->d_un.d_ptr; break;
        case DT_STRTAB: image.names = (void *)dynamic->d_un.d_ptr; break;
        case DT_JMPREL: calls = (void *)dynamic->d_un.d_ptr; break;
        case DT_PLTRELSZ: call_bytes = dynamic->d_un.d_val; break;
        case DT_RELA: others = (void *)dynamic->d_un.d_ptr; break;
        case DT_RELASZ: other_bytes = dynamic->d_un.d_val; break;
        }
    }
    // glibc has made these absolute.
    if ((uintptr_t)image.symbols < image.base || (uintptr_t)image.names < image.base) return 0;
    int begins = *(int *)context;
    if ((uintptr_t)calls > image.base) redirect_in(&image, calls, call_bytes, begins);
    if ((uintptr_t)others > image.base) redirect_in(&image, others, other_bytes, begins);
    return 0;
}

int ribleak_allocations_watch(const uintptr_t *wanted, int count) {
    if (real_allocator == NULL) real_allocator = (allocator *)dlsym(RTLD_DEFAULT, "swift_allocObject");
    if (notes == NULL) notes = calloc(most_notes, sizeof(struct note));
    if (real_allocator == NULL || notes == NULL) return 0;
    if (count > RIBLEAK_MOST_WATCHED_TYPES) count = RIBLEAK_MOST_WATCHED_TYPES;
    for (int index = 0; index < count; index++) types[index] = (const void *)wanted[index];
    memset(notes, 0, most_notes * sizeof(struct note));
    __atomic_store_n(&type_count, count, __ATOMIC_RELEASE);
    int begins = 1;
    dl_iterate_phdr(redirect, &begins);
    return 1;
}

void ribleak_allocations_end(void) {
    int begins = 0;
    dl_iterate_phdr(redirect, &begins);
    __atomic_store_n(&type_count, 0, __ATOMIC_RELEASE);
}

int ribleak_allocations_find(uintptr_t object, void *const **frames) {
    if (notes == NULL) return 0;
    for (int index = 0; index < most_notes; index++) {
        struct note *note = &notes[index];
        if ((uintptr_t)__atomic_load_n(&note->object, __ATOMIC_ACQUIRE) != object) continue;
        *frames = note->frames;
        return note->count < most_frames ? note->count : most_frames;
    }
    return 0;
}

#else

int ribleak_allocations_watch(const uintptr_t *wanted, int count) {
    (void)wanted;
    (void)count;
    return 0;
}

void ribleak_allocations_end(void) {}

int ribleak_allocations_find(uintptr_t object, void *const **frames) {
    (void)object;
    (void)frames;
    return 0;
}

#endif
