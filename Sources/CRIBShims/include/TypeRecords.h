// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_TYPE_RECORDS_H
#define RIBLEAK_TYPE_RECORDS_H

#include <stddef.h>
#include <stdint.h>

// The records that Swift's runtime has of types. They are never freed, so that reading them needs
// no guard. Addresses must come from other records.

/// The word at an address; 0 at 0.
static inline uintptr_t ribleak_record_word(uintptr_t address) {
    return address == 0 ? 0 : *(const uintptr_t *)address;
}

/// The 32 bits at an address, which has any alignment.
static inline uint32_t ribleak_record_number(uintptr_t address) {
    uint32_t number = 0;
    if (address != 0) { __builtin_memcpy(&number, (const void *)address, sizeof(number)); }
    return number;
}

/// The address that a relative reference leads to; 0 for an empty one.
static inline uintptr_t ribleak_record_target(uintptr_t place) {
    int32_t offset = (int32_t)ribleak_record_number(place);
    return offset == 0 ? 0 : place + (uintptr_t)(intptr_t)offset;
}

/// What the letters of a type's mangled name say, without asking the runtime.
enum ribleak_name_form {
    /// The name of a type, which the runtime may know.
    ribleak_name_type,
    ribleak_name_weak,
    ribleak_name_unowned,
    ribleak_name_unmanaged,
    /// A block, or an optional one.
    ribleak_name_block,
    /// Another type that has to do with blocks. Linux's runtime does not fill in their metadata, and
    /// crashes where it makes that of an optional one.
    ribleak_name_of_block,
    /// What follows is in captures only. The runtime does not know it.
    ribleak_name_box,
    ribleak_name_function,
    ribleak_name_function_address,
    /// A type that takes no memory, as a value.
    ribleak_name_empty,
};

struct ribleak_name {
    /// 0 for a name that is too long.
    size_t length;
    enum ribleak_name_form form;
    /// Whether it is a generic parameter's name.
    int is_parameter;
    /// The descriptor of the generic class that this is the name of, with any arguments; 0 for
    /// other names.
    uintptr_t class_descriptor;
    /// The descriptor of the struct that this is the name of, if it is not generic.
    uintptr_t struct_descriptor;
};

struct ribleak_name ribleak_read_name(uintptr_t name);

/// The number of the case that a value of an enum has: those with a payload come first. Looks at
/// nothing but the value's bits.
uint32_t ribleak_type_case(uintptr_t type, const void *value);

enum { ribleak_type_levels = 4, ribleak_type_parameters = 16 };

/// The types of generic parameters, of those farthest out first; 0 where one is not known.
struct ribleak_type_arguments {
    uintptr_t types[ribleak_type_levels * ribleak_type_parameters];
};

/// Sets the type of the parameter with a mangled name: `x`, `q_`, `q0_`, `qd__`.
void ribleak_type_set_argument(
    struct ribleak_type_arguments *arguments, uintptr_t name, uintptr_t type);

/// The type with a mangled name in code with these parameters; 0 when the runtime finds none.
uintptr_t ribleak_type_with_name(
    uintptr_t name, size_t length, const struct ribleak_type_arguments *arguments);

/// The same in the declaration of a type, given the place of its generic arguments.
uintptr_t ribleak_type_of_field(
    uintptr_t name, size_t length, uintptr_t descriptor, uintptr_t arguments);

#endif
