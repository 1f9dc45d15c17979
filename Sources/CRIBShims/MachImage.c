// SPDX-License-Identifier: Apache-2.0

#include "CRIBShims.h"

#include <stdlib.h>
#include <string.h>

// Reads what Apple's linker says of an image, at offsets that are those of <mach-o/loader.h> and
// <mach-o/nlist.h>. All numbers are believed only as far as they lead to bytes that are there.

enum { MAGIC = 0xFEEDFACF, HEADER = 32, SEGMENT = 72, SECTION = 80, SYMBOL = 16 };
enum { LC_SYMBOLS = 2, LC_SYMBOL_RANGES = 11, LC_SEGMENT = 0x19 };
/// Protections and flags of a segment, types and attributes of a section, parts of a symbol's type.
enum { WRITABLE = 2, IS_CONSTANT = 16, IS_DEBUGGING = 0xE0, TYPE = 0x0E, IN_SECTION = 0x0E };
enum { REGULAR = 0, ZEROED = 1, LARGE_ZEROED = 12, FIRST_OF_THREADS = 17, LAST_OF_THREADS = 21 };
static const uint32_t instructions = 0x80000400;

/// Bytes that are there.
struct bytes {
    const uint8_t *start;
    size_t count;
};

static uint64_t number(struct bytes bytes, uint64_t place, size_t size) {
    uint64_t found = 0;
    if (place > bytes.count || bytes.count - place < size) return 0;
    memcpy(&found, bytes.start + place, size);
    return found;
}

static uint32_t short_number(struct bytes bytes, uint64_t place) {
    return (uint32_t)number(bytes, place, 4);
}

static struct ribleak_section section_at(struct bytes bytes, uint64_t place, uint64_t segment) {
    uint32_t flags = short_number(bytes, place + 64), type = flags & 0xFF;
    int is_constant = short_number(bytes, segment + 68) & IS_CONSTANT;
    int is_writable = short_number(bytes, segment + 60) & WRITABLE && !is_constant;
    struct ribleak_section section = {
        .name = (uint32_t)place, .kind = 1, .flags = RIBLEAK_SECTION_MEMORY,
        .address = number(bytes, place + 32, 8), .offset = short_number(bytes, place + 48),
        .size = number(bytes, place + 40, 8)};
    if (type >= FIRST_OF_THREADS && type <= LAST_OF_THREADS) {
        section.flags |= RIBLEAK_SECTION_OF_THREADS;
    } else if (type == REGULAR && flags & instructions) {
        section.flags |= RIBLEAK_SECTION_CODE;
    } else if (is_writable && (type == REGULAR || type == ZEROED || type == LARGE_ZEROED)) {
        section.flags |= RIBLEAK_SECTION_WRITE;
    }
    return section;
}

/// What is known once all commands are read.
struct symbols {
    uint64_t command, local_count, first_address, link_address, link_offset;
};

static void read_segment(struct bytes bytes, uint64_t command, struct symbols *symbols) {
    const char *name = (const char *)bytes.start + command + 8;
    uint64_t address = number(bytes, command + 24, 8);
    if (bytes.count - command < SEGMENT) return;
    // One begins with the header, and the other has the symbols.
    if (strncmp(name, "__TEXT", 16) == 0) symbols->first_address = address;
    if (strncmp(name, "__LINKEDIT", 16) == 0) {
        symbols->link_address = address;
        symbols->link_offset = number(bytes, command + 40, 8);
    }
}

size_t ribleak_mach_sections(
    const void *start, size_t size, int is_in_memory, struct ribleak_section *sections,
    size_t most) {
    struct bytes bytes = {start, size};
    struct symbols symbols = {0};
    size_t count = 0;
    uint64_t command = HEADER;
    if (short_number(bytes, 0) != MAGIC) return 0;
    for (uint32_t left = short_number(bytes, 16); left > 0 && command < size; left--) {
        uint32_t kind = short_number(bytes, command), length = short_number(bytes, command + 4);
        if (length < 8 || length > size - command) break;
        if (kind == LC_SEGMENT) {
            read_segment(bytes, command, &symbols);
            uint32_t number = short_number(bytes, command + 64);
            for (uint64_t place = command + SEGMENT;
                 number > 0 && place + SECTION <= command + length && count + 2 < most;
                 number--, place += SECTION) {
                sections[count++] = section_at(bytes, place, command);
            }
        }
        if (kind == LC_SYMBOLS) symbols.command = command;
        if (kind == LC_SYMBOL_RANGES) symbols.local_count = short_number(bytes, command + 12);
        command += length;
    }
    if (symbols.command == 0 || count + 2 > most) return count;
    // In memory, they are as far behind their segment's start as in the file.
    uint64_t moved =
        is_in_memory ? symbols.link_address - symbols.first_address - symbols.link_offset : 0;
    sections[count] = (struct ribleak_section){
        .kind = symbols.local_count > 0 ? RIBLEAK_SECTION_SYMBOLS : RIBLEAK_SECTION_EXPORTS,
        .offset = short_number(bytes, symbols.command + 8) + moved,
        .size = (uint64_t)short_number(bytes, symbols.command + 12) * SYMBOL,
        .link = (uint32_t)count + 1};
    sections[count + 1] = (struct ribleak_section){
        .kind = 3, .offset = short_number(bytes, symbols.command + 16) + moved,
        .size = short_number(bytes, symbols.command + 20)};
    return count + 2;
}

static int compare_addresses(const void *left, const void *right) {
    uint64_t first = ((const struct ribleak_symbol *)left)->address;
    uint64_t second = ((const struct ribleak_symbol *)right)->address;
    return first < second ? -1 : first > second;
}

size_t ribleak_mach_symbols(
    const void *table, size_t size, int kind, const struct ribleak_section *sections,
    size_t section_count, struct ribleak_symbol *symbols) {
    struct bytes bytes = {table, size};
    uint64_t wanted =
        kind == ribleak_symbol_function ? RIBLEAK_SECTION_CODE : RIBLEAK_SECTION_WRITE;
    size_t count = 0;
    for (uint64_t place = 0; place + SYMBOL <= size; place += SYMBOL) {
        uint8_t type = (uint8_t)number(bytes, place + 4, 1);
        uint64_t ordinal = number(bytes, place + 5, 1), address = number(bytes, place + 8, 8);
        if (type & IS_DEBUGGING || (type & TYPE) != IN_SECTION) continue;
        if (ordinal == 0 || ordinal > section_count) continue;
        const struct ribleak_section *section = &sections[ordinal - 1];
        if (!(section->flags & wanted) || address < section->address) continue;
        if (address - section->address >= section->size || address >> 47 != 0) continue;
        if (symbols != NULL) {
            // For now, up to the end of the section.
            uint64_t rest = section->size - (address - section->address);
            symbols[count] = (struct ribleak_symbol){
                .address = address, .size = rest, .name = short_number(bytes, place)};
        }
        count++;
    }
    if (symbols == NULL) return count;
    qsort(symbols, count, sizeof *symbols, compare_addresses);
    // The file has no sizes: the next symbol ends one.
    uint64_t next = UINT64_MAX;
    for (size_t index = count; index-- > 0;) {
        uint64_t address = symbols[index].address;
        if (index + 1 < count && symbols[index + 1].address > address) {
            next = symbols[index + 1].address;
        }
        if (next > address && next - address < symbols[index].size) {
            symbols[index].size = next - address;
        }
    }
    return count;
}
