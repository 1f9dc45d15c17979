#ifndef RIBLEAK_CRIBSHIMS_H
#define RIBLEAK_CRIBSHIMS_H

#include <stddef.h>
#include <stdint.h>

// MARK: Stacks

/// Makes captures possible; see `ribleak_libunwind_load`. Returns 1 when they are.
int ribleak_stacks_prepare(void);

/// Writes the calling thread's return addresses, innermost first, and returns how many.
int ribleak_stacks_capture(void **frames, int capacity);

// MARK: Images

/// Tells one loaded executable or library; `build_id` may be NULL with length 0.
typedef void (*ribleak_image_visitor)(
    void *context, const char *path, uint64_t load_bias, uint64_t start, uint64_t end,
    const uint8_t *build_id, size_t build_id_length);

/// Calls `visit` for every image in memory. Takes the loader's lock: `visit` must not load code.
void ribleak_images_visit(ribleak_image_visitor visit, void *context);

/// A number that changes whenever an image was loaded or unloaded.
uint64_t ribleak_images_generation(void);

// MARK: Clock and threads

/// Nanoseconds on the monotonic clock.
uint64_t ribleak_clock_monotonic(void);

/// Nanoseconds to add to the monotonic clock to get the time since 1970-01-01 UTC.
int64_t ribleak_clock_offset(void);

/// The operating system's number of the calling thread, as debuggers show it.
uint32_t ribleak_thread_number(void);

/// Begins to notice forks of this process. Call once, before recording.
void ribleak_fork_watch(void);

/// 1 in a child that was forked, and has not called exec, since `ribleak_fork_watch`.
int ribleak_fork_is_child(void);

// MARK: Atomics that Swift cannot express on this package's oldest platforms

uint64_t ribleak_atomic_load(const uint64_t *value);
void ribleak_atomic_store(uint64_t *value, uint64_t desired);
/// Returns the value before the addition.
uint64_t ribleak_atomic_add(uint64_t *value, uint64_t amount);

/// Continues a CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) over more bytes; begin with 0.
uint32_t ribleak_crc32c(uint32_t crc, const void *bytes, size_t count);

#endif
