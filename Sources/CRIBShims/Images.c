// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"

#include <dlfcn.h>

uintptr_t ribleak_symbol_address(const char *name) { return (uintptr_t)dlsym(RTLD_DEFAULT, name); }

#if defined(__APPLE__)

#include <mach-o/dyld.h>
#include <mach-o/loader.h>

static void visit_image(
    uint32_t index, const struct mach_header_64 *header, ribleak_image_visitor visit, void *context) {
    uint64_t slide = (uint64_t)_dyld_get_image_vmaddr_slide(index);
    uint64_t start = (uint64_t)header, end = start;
    const uint8_t *uuid = NULL;
    struct ribleak_segment data[16];
    size_t data_count = 0;
    const struct load_command *command = (const struct load_command *)(header + 1);
    for (uint32_t left = header->ncmds; left > 0; left--) {
        if (command->cmd == LC_UUID) uuid = ((const struct uuid_command *)command)->uuid;
        if (command->cmd == LC_SEGMENT_64) {
            const struct segment_command_64 *segment = (const struct segment_command_64 *)command;
            uint64_t segment_end = slide + segment->vmaddr + segment->vmsize;
            if (segment->initprot & 4 && segment_end > end) end = segment_end;
            if (segment->initprot & 2 && data_count < sizeof data / sizeof *data) {
                data[data_count++] = (struct ribleak_segment){slide + segment->vmaddr, segment_end};
            }
        }
        command = (const struct load_command *)((const uint8_t *)command + command->cmdsize);
    }
    struct ribleak_image image = {
        .path = _dyld_get_image_name(index), .load_bias = slide, .start = start, .end = end,
        .build_id = uuid, .build_id_length = uuid == NULL ? 0 : 16,
        .data = data, .data_count = data_count};
    visit(context, &image);
}

void ribleak_images_visit(ribleak_image_visitor visit, void *context) {
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        const struct mach_header *header = _dyld_get_image_header(index);
        if (header != NULL && header->magic == MH_MAGIC_64) {
            visit_image(index, (const struct mach_header_64 *)header, visit, context);
        }
    }
}

uint64_t ribleak_images_generation(void) { return _dyld_image_count(); }

// Captures use the system's own backtrace here, which caches no addresses.
int ribleak_images_unloaded(void) { return 0; }

#else

#include <elf.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

// The images that were in memory before this code could run. They belong to the executable or to
// whoever loaded this code, so they cannot be unloaded before it.
enum { most_permanent_images = 1024 };
static uint64_t permanent_images[most_permanent_images];
static size_t permanent_image_count;

static int note_permanent(struct dl_phdr_info *info, size_t size, void *argument) {
    (void)size, (void)argument;
    if (permanent_image_count == most_permanent_images) return 1;
    permanent_images[permanent_image_count++] = info->dlpi_addr;
    return 0;
}

__attribute__((constructor)) static void note_permanent_images(void) {
    dl_iterate_phdr(note_permanent, NULL);
}

static int is_permanent(uint64_t load_bias) {
    for (size_t index = 0; index < permanent_image_count; index++) {
        if (permanent_images[index] == load_bias) return 1;
    }
    return 0;
}

struct visiting {
    ribleak_image_visitor visit;
    void *context;
    char executable[4096];
};

static const uint8_t *find_build_id(const uint8_t *notes, size_t size, size_t *length) {
    size_t at = 0;
    while (at + sizeof(ElfW(Nhdr)) <= size) {
        const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(notes + at);
        size_t name = at + sizeof(*note);
        size_t description = name + ((note->n_namesz + 3u) & ~3u);
        size_t next = description + ((note->n_descsz + 3u) & ~3u);
        if (next > size || next <= at) break;
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
            memcmp(notes + name, "GNU", 4) == 0) {
            *length = note->n_descsz;
            return notes + description;
        }
        at = next;
    }
    return NULL;
}

static int visit_image(struct dl_phdr_info *info, size_t size, void *argument) {
    (void)size;
    struct visiting *visiting = argument;
    uint64_t start = UINT64_MAX, end = 0;
    const uint8_t *build_id = NULL;
    size_t length = 0;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        uint64_t first = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD) {
            if (first < start) start = first;
            if (first + segment->p_memsz > end) end = first + segment->p_memsz;
        }
        if (segment->p_type == PT_NOTE && build_id == NULL) {
            build_id = find_build_id((const uint8_t *)first, segment->p_memsz, &length);
        }
    }
    // The loader gives the executable an empty name.
    const char *path = info->dlpi_name[0] != 0 ? info->dlpi_name : visiting->executable;
    struct ribleak_image image = {
        .path = path, .load_bias = info->dlpi_addr, .start = start, .end = end,
        .build_id = build_id, .build_id_length = length,
        .is_permanent = is_permanent(info->dlpi_addr)};
    if (start < end) visiting->visit(visiting->context, &image);
    return 0;
}

void ribleak_images_visit(ribleak_image_visitor visit, void *context) {
    struct visiting visiting = {.visit = visit, .context = context};
    ssize_t length =
        readlink("/proc/self/exe", visiting.executable, sizeof(visiting.executable) - 1);
    visiting.executable[length < 0 ? 0 : length] = 0;
    dl_iterate_phdr(visit_image, &visiting);
}

static int read_generation(struct dl_phdr_info *info, size_t size, void *argument) {
    if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof(info->dlpi_subs)) {
        *(uint64_t *)argument = info->dlpi_adds + info->dlpi_subs;
    }
    return 1;
}

static int read_unloaded(struct dl_phdr_info *info, size_t size, void *argument) {
    if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof(info->dlpi_subs)) {
        *(int *)argument = info->dlpi_subs > 0;
    }
    return 1;
}

int ribleak_images_unloaded(void) {
    int unloaded = 0;
    dl_iterate_phdr(read_unloaded, &unloaded);
    return unloaded;
}

uint64_t ribleak_images_generation(void) {
    uint64_t generation = 0;
    dl_iterate_phdr(read_generation, &generation);
    return generation;
}

#endif
