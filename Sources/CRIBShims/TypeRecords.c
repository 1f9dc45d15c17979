// SPDX-License-Identifier: Apache-2.0

#include "TypeRecords.h"

#include <ctype.h>
#include <string.h>

// Functions of Swift's standard library, which its own `Mirror` uses.
__attribute__((swiftcall)) extern const void *swift_getTypeByMangledNameInContext(
    const char *name, size_t length, const void *context, const void *const *arguments);
__attribute__((swiftcall)) extern const void *swift_getTypeByMangledNameInEnvironment(
    const char *name, size_t length, const void *environment, const void *const *arguments);

enum { has_argument = 0x80 };

// The descriptor that a reference in a name leads to; 0 unless its flags are these.
static uintptr_t find(uint8_t kind, uintptr_t place, uint32_t mask, uint32_t wanted) {
    if (kind > 2) return 0;
    uintptr_t target = ribleak_record_target(place);
    if (kind == 2) target = ribleak_record_word(target);
    return (ribleak_record_number(target) & mask) == wanted ? target : 0;
}

static uintptr_t find_class(uint8_t kind, uintptr_t place) { return find(kind, place, 0x1F, 16); }

enum { longest_name = 1024 };

// The name with `@` in place of a class that it refers to and `?` of what else it does. Returns its
// length in memory, or 0 when it is too long.
static size_t read_text(uintptr_t name, char text[longest_name]) {
    uintptr_t next = name;
    for (size_t at = 0; name != 0 && at < longest_name; at++) {
        uint8_t byte = *(const uint8_t *)next;
        text[at] = (char)(byte == 0 || byte >= 0x20 ? byte : find_class(byte, next + 1) ? '@' : '?');
        if (byte == 0) return next - name;
        // References take 4 bytes, or are an address.
        next += byte < 0x18 ? 5 : byte < 0x20 ? 9 : 1;
    }
    text[0] = 0;
    return 0;
}

static int ends_with(const char *text, size_t length, const char *end) {
    size_t count = strlen(end);
    return length >= count && memcmp(text + length - count, end, count) == 0;
}

// A function as it is called, or an optional one: `Ieg_`, with its conventions between the letter
// and the line.
static enum ribleak_name_form function_form(const char *text, size_t length) {
    while (ends_with(text, length, "Sg")) length -= 2;
    if (!ends_with(text, length, "_")) return ribleak_name_type;
    size_t start = length - 1;
    while (start > 0 && isalpha((unsigned char)text[start - 1]) && text[start - 1] != 'I') start--;
    if (start == 0 || start == length - 1 || text[start - 1] != 'I') return ribleak_name_type;
    for (; start < length; start++) {
        // A block, a function without a context, and one of C.
        if (text[start] == 'B') return ribleak_name_block;
        if (text[start] == 't' || text[start] == 'C') return ribleak_name_function_address;
    }
    return ribleak_name_function;
}

static enum ribleak_name_form form(const char *text, size_t length) {
    static const struct { const char *end; enum ribleak_name_form form; } ends[] = {
        {"XB", ribleak_name_block},  {"XBSg", ribleak_name_block},  {"Xb", ribleak_name_box},
        {"Xx", ribleak_name_box},    {"XX", ribleak_name_box},      {"XMt", ribleak_name_empty},
        {"Xw", ribleak_name_weak},   {"Xo", ribleak_name_unowned},  {"Xu", ribleak_name_unmanaged},
    };
    for (size_t index = 0; index < sizeof(ends) / sizeof(*ends); index++) {
        int is_of_block = ends[index].form != ribleak_name_block && strstr(text, "XB") != NULL;
        if (ends_with(text, length, ends[index].end) && !is_of_block) return ends[index].form;
    }
    return strstr(text, "XB") != NULL ? ribleak_name_of_block : function_form(text, length);
}

struct ribleak_name ribleak_read_name(uintptr_t name) {
    char text[longest_name];
    struct ribleak_name read = {.length = read_text(name, text)};
    size_t length = strlen(text);
    read.form = form(text, length);
    if (strcmp(text, "?") == 0) {
        read.struct_descriptor = find(*(const uint8_t *)name, name + 1, 0x9F, 17);
    }
    // An optional object is as large as the object.
    while (ends_with(text, length, "Sg")) length -= 2;
    if (strncmp(text, "@y", 2) == 0 && ends_with(text, length, "G")) {
        read.class_descriptor = find_class(*(const uint8_t *)name, name + 1);
    }
    read.is_parameter = length > 0 && strspn(text, "xqd_0123456789") >= length;
    return read;
}

uint32_t ribleak_type_case(uintptr_t type, const void *value) {
    // The first of an enum's own functions, behind those of all values, their sizes and flags.
    uint32_t (*tag)(const void *, uintptr_t);
    uintptr_t function = ribleak_record_word(ribleak_record_word(type - 8) + 88);
    memcpy(&tag, &function, sizeof(tag));
    return tag(value, type);
}

// Reads a number as names have it: nothing for 0, `0` for 1, and an end.
static const char *read_index(const char *text, unsigned *index) {
    *index = 0;
    if (*text != '_') {
        for (; *text >= '0' && *text <= '9' && *index < 1000; text++) {
            *index = *index * 10 + (unsigned)(*text - '0');
        }
        *index += 1;
    }
    return *text == '_' ? text + 1 : NULL;
}

void ribleak_type_set_argument(
    struct ribleak_type_arguments *arguments, uintptr_t name, uintptr_t type) {
    const char *parameter = (const char *)name;
    unsigned level = 0, index = 0;
    if (name == 0) return;
    if (strcmp(parameter, "x") != 0) {
        if (*parameter++ != 'q') return;
        if (*parameter == 'd') {
            parameter = read_index(parameter + 1, &level);
            level++;
            if (parameter == NULL) return;
            parameter = read_index(parameter, &index);
        } else {
            parameter = read_index(parameter, &index);
            index++;
        }
        if (parameter == NULL || *parameter != 0) return;
    }
    if (level >= ribleak_type_levels || index >= ribleak_type_parameters) return;
    arguments->types[level * ribleak_type_parameters + index] = type;
}

uintptr_t ribleak_type_with_name(
    uintptr_t name, size_t length, const struct ribleak_type_arguments *arguments) {
    // The runtime takes parameters by a description: their number, up to which each level goes, and
    // which of them have an argument. Closures have none.
    struct {
        uint32_t levels;
        uint8_t rest[(sizeof(uint16_t) + ribleak_type_parameters) * ribleak_type_levels];
    } description = {1, {0}};
    const void *known[ribleak_type_levels * ribleak_type_parameters];
    uint16_t ends[ribleak_type_levels] = {0}, end = 0;
    uint8_t flags[ribleak_type_levels * ribleak_type_parameters];
    size_t count = 0;
    for (unsigned index = 0; index < ribleak_type_levels * ribleak_type_parameters; index++) {
        if (arguments->types[index] != 0) description.levels = index / ribleak_type_parameters + 1;
    }
    for (unsigned level = 0; level < description.levels; level++) {
        const uintptr_t *types = &arguments->types[level * ribleak_type_parameters];
        unsigned most = ribleak_type_parameters;
        // The runtime would take a level without any for the next one.
        while (most > 1 && types[most - 1] == 0) most--;
        for (unsigned index = 0; index < most; index++) {
            flags[end++] = types[index] == 0 ? 0 : has_argument;
            if (types[index] != 0) known[count++] = (const void *)types[index];
        }
        ends[level] = end;
    }
    size_t size = description.levels * sizeof(uint16_t);
    memcpy(description.rest, ends, size);
    memcpy(description.rest + size, flags, end);
    return (uintptr_t)swift_getTypeByMangledNameInEnvironment(
        (const char *)name, length, &description, known);
}

uintptr_t ribleak_type_of_field(
    uintptr_t name, size_t length, uintptr_t descriptor, uintptr_t arguments) {
    return (uintptr_t)swift_getTypeByMangledNameInContext(
        (const char *)name, length, (const void *)descriptor, (const void *const *)arguments);
}
