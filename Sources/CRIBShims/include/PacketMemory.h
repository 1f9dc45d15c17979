// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_PACKETMEMORY_H
#define RIBLEAK_PACKETMEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// How the packets of a trace get into their file: see "Begun" and "Filled" in TraceFormat.md.

/// 1 when stores into a mapping of written bytes cannot fail for lack of space.
///
/// A store may end the process with SIGBUS where storing back takes new blocks, as with
/// copy-on-write, or another machine provides them. So this accepts only file systems that are
/// known to keep the blocks they gave.
int ribleak_file_keeps_its_blocks(int file);

/// The state of a packet, as its stream sees it.
enum {
    /// Stores into the packet reach the file.
    RIBLEAK_PACKET_MAPPED = 0,
    /// Stores into the packet have to be written.
    RIBLEAK_PACKET_WRITTEN = 1,
    /// Stores into the packet are lost, because the file's page was not available.
    RIBLEAK_PACKET_LOST = 2,
};

/// Maps written bytes of a file, and keeps the process alive when a store into them fails.
///
/// If the system cannot provide a page, because another program truncated the file or a disk
/// failed, it sends SIGBUS. A handler then gives the whole packet other memory, so that nothing
/// more of it reaches the file, and stores `RIBLEAK_PACKET_LOST` in `state`. It passes every other
/// SIGBUS to the previous handler.
/// - Parameter state: Must stay valid until the packet is unmapped.
///
/// Returns NULL with `errno` when the bytes cannot be mapped or too many packets are mapped.
void *ribleak_packet_map(int file, size_t count, off_t offset, uint64_t *state);

/// Unmaps a packet that `ribleak_packet_map` mapped.
void ribleak_packet_unmap(void *packet, size_t count);

/// Writes bytes completely at a place in a file. Returns 1, or 0 with `errno`.
int ribleak_write_at(int file, const void *bytes, size_t count, off_t offset);

/// An open file.
struct ribleak_file {
    /// The pair that identifies the file.
    uint64_t device;
    uint64_t number;
    /// The size in bytes.
    uint64_t size;
};

/// Reads the identity and size of an open file without contacting another machine. Returns 1, or 0
/// with `errno`.
int ribleak_file_look(int descriptor, struct ribleak_file *file);

#endif
