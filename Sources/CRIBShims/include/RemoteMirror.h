// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_REMOTE_MIRROR_H
#define RIBLEAK_REMOTE_MIRROR_H

#include <stddef.h>
#include <stdint.h>

// Swift's reflection library, which comes with the toolchain but without a header. Its types as far
// as they are used here; `ref` is one of its opaque references to a type, 0 for none.

enum ribleak_mirror_kind {
    ribleak_mirror_unknown,
    ribleak_mirror_builtin,
    ribleak_mirror_raw_pointer,
    ribleak_mirror_tuple,
    ribleak_mirror_struct,
    ribleak_mirror_no_payload_enum,
    ribleak_mirror_single_payload_enum,
    ribleak_mirror_multi_payload_enum,
    ribleak_mirror_thick_function,
    ribleak_mirror_opaque_existential,
    ribleak_mirror_class_existential,
    ribleak_mirror_error_existential,
    ribleak_mirror_existential_metatype,
    ribleak_mirror_strong_reference,
    ribleak_mirror_unowned_reference,
    ribleak_mirror_weak_reference,
    ribleak_mirror_unmanaged_reference,
    ribleak_mirror_class_instance,
    ribleak_mirror_closure_context,
};

/// How a value of a type, or an object, lies in memory. Sizes are in bytes.
struct ribleak_mirror_type {
    int kind;
    unsigned size;
    unsigned alignment;
    unsigned stride;
    unsigned child_count;
};

/// A field, a payload or a captured value.
struct ribleak_mirror_child {
    /// The library's own; NULL or empty when there is none.
    const char *name;
    /// In bytes from the start of what it is a child of.
    unsigned offset;
    int kind;
    uint64_t ref;
};

struct ribleak_mirror_section {
    void *begin;
    void *end;
    uint64_t unused;
};

/// Where the reflection sections of an image lie in memory; empty ones are NULL.
struct ribleak_mirror_image {
    struct ribleak_mirror_section fields;
    struct ribleak_mirror_section associated_types;
    struct ribleak_mirror_section builtin_types;
    struct ribleak_mirror_section captures;
    struct ribleak_mirror_section type_references;
    struct ribleak_mirror_section strings;
    uint64_t local_start;
    uint64_t remote_start;
};

/// The library's functions, and its memory of this process. Not for several threads at once.
struct ribleak_mirror {
    void *context;
    /// The way to read memory; see `ribleak_memory_open`.
    int memory;
    /// Memory that is certainly there, and so is read without asking the system.
    uint64_t window_start;
    uint64_t window_end;
    void (*add_image)(void *context, struct ribleak_mirror_image image);
    struct ribleak_mirror_type (*type_of_instance)(void *context, uintptr_t object);
    struct ribleak_mirror_type (*type_of_metadata)(void *context, uintptr_t metadata);
    struct ribleak_mirror_type (*type_of_ref)(void *context, uint64_t ref);
    struct ribleak_mirror_child (*child_of_instance)(
        void *context, uintptr_t object, unsigned index);
    struct ribleak_mirror_child (*child_of_metadata)(
        void *context, uintptr_t metadata, unsigned index);
    struct ribleak_mirror_child (*child_of_ref)(void *context, uint64_t ref, unsigned index);
    uint64_t (*ref_of_metadata)(void *context, uintptr_t metadata);
    unsigned (*argument_count)(uint64_t ref);
    uint64_t (*argument)(uint64_t ref, unsigned index);
    int (*project_enum)(void *context, uint64_t address, uint64_t ref, int *index);
    char *(*copy_name)(void *context, uint64_t ref);
};

/// Loads the library that lies beside Swift's standard library.
///
/// Returns NULL, or in one line why there is none. `mirror` must stay where it is until it is closed.
const char *ribleak_mirror_open(struct ribleak_mirror *mirror);

/// Gives back what the library remembers.
void ribleak_mirror_close(struct ribleak_mirror *mirror);

/// Whether an address is where the memory of an open library begins, through which all that it remembers is
/// reached. For any thread.
int ribleak_mirror_owns(uintptr_t address);

#endif
