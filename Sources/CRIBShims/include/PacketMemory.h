// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_PACKETMEMORY_H
#define RIBLEAK_PACKETMEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// How the packets of a trace come into their file: see "Begun" and "Filled" in TraceFormat.md.

/// 1 when stores into a mapping of the file cannot fail for want of room once its bytes were written.
///
/// Where each store-back takes new blocks, as with copy-on-write, or another machine gives them, a store may
/// end the process with SIGBUS. So only the file systems are named that are known to keep what they gave.
int ribleak_file_keeps_its_blocks(int file);

/// What a stream knows of its packet.
enum {
    /// Stores into the packet are in the file.
    RIBLEAK_PACKET_MAPPED = 0,
    /// What is stored has to be written.
    RIBLEAK_PACKET_WRITTEN = 1,
    /// Stores into the packet are nowhere else: the file's page could not be had.
    RIBLEAK_PACKET_LOST = 2,
};

/// Maps written bytes of a file, and keeps the process alive where a store into them fails.
///
/// A page that the system then cannot give, since another program truncated the file or a disk failed, sends
/// SIGBUS. A handler gives the whole packet other memory, so that nothing more of it reaches the file, and
/// stores `RIBLEAK_PACKET_LOST` to `state`. All other SIGBUS it hands on to who handled them before.
/// - Parameter state: Stays until the packet is unmapped.
///
/// Returns NULL and `errno` when the bytes cannot be mapped or too many packets are.
void *ribleak_packet_map(int file, size_t count, off_t offset, uint64_t *state);

/// Unmaps what `ribleak_packet_map` mapped.
void ribleak_packet_unmap(void *packet, size_t count);

/// Writes all of some bytes to a place in a file. Returns 1, or 0 and `errno`.
int ribleak_write_at(int file, const void *bytes, size_t count, off_t offset);

/// An open file.
struct ribleak_file {
    /// What tells it from all others.
    uint64_t device;
    uint64_t number;
    /// In bytes.
    uint64_t size;
};

/// Asks which file a descriptor is of, without a word to another machine. Returns 1, or 0 and `errno`.
int ribleak_file_look(int descriptor, struct ribleak_file *file);

#endif
