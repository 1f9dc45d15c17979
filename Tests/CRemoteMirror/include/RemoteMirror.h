// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_REMOTE_MIRROR_H
#define RIBLEAK_REMOTE_MIRROR_H

#include <stddef.h>
#include <stdint.h>

// Swift's reflection library, which comes with the toolchain but without a header. These are the
// parts of its types that are used here. `ref` is an opaque reference to a type, 0 for none.

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

/// The memory layout of an object or of a type's values. Sizes are in bytes.
struct ribleak_mirror_type {
    int kind;
    unsigned size;
    unsigned alignment;
    unsigned stride;
    unsigned child_count;
};

/// A field, a payload or a captured value.
struct ribleak_mirror_child {
    /// A string of the library; NULL or empty when there is no name.
    const char *name;
    /// The offset in bytes from the start of the parent.
    unsigned offset;
    int kind;
    uint64_t ref;
};

struct ribleak_mirror_section {
    void *begin;
    void *end;
    uint64_t unused;
};

/// The places of an image's reflection sections in memory. Empty ones are NULL.
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

/// The library's functions and its access to this process's memory. Use it from one thread at a
/// time.
struct ribleak_mirror {
    void *context;
    /// The way to read memory; see `ribleak_memory_open`.
    int memory;
    /// Memory that is known to be there and is read directly.
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
    /// NULL where the library lacks it.
    uint64_t (*ref_of_name)(void *context, const char *name, uint64_t length);
};

/// Loads the library that lies beside Swift's standard library.
///
/// Returns NULL, or a one-line reason for the failure. `mirror` must not move until it is closed.
const char *ribleak_mirror_open(struct ribleak_mirror *mirror);

/// Frees what the library remembers.
void ribleak_mirror_close(struct ribleak_mirror *mirror);

#endif
