// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_CRIBSHIMS_H
#define RIBLEAK_CRIBSHIMS_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "PacketMemory.h"
#include "RemoteMirror.h"
#include "ViewEvents.h"

// MARK: Stacks

/// Makes captures possible; see `ribleak_libunwind_load`. Returns 1 when they are.
int ribleak_stacks_prepare(void);

/// Brings into memory what it takes to walk the calling thread's outermost frames, which are the
/// same in all threads of its kind.
void ribleak_stacks_warm_up(void);

/// Frames more than are wanted for which `ribleak_stacks_capture` needs room.
#define RIBLEAK_STACKS_SPARE 4

/// Writes the calling thread's return addresses, innermost first and beginning in the caller, and
/// returns how many.
int ribleak_stacks_capture(void **frames, int capacity);

/// Puts right a captured stack that leads through a library which may lie where another lay.
///
/// libunwind remembers by address how to walk through a function, and does not notice when a
/// library took another's place: what it found beyond that function's frame may be anything. The
/// frames up to it are kept and the rest is walked again without such memory.
/// - Parameter doubtful: The index of the innermost frame in a library that can be unloaded.
/// - Returns: How many frames there are now.
int ribleak_stacks_mend(void **frames, int count, int doubtful, int capacity);

/// A hash of a stack, never 0. Four lanes, so that one multiplication does not wait for another.
static inline uint64_t ribleak_stacks_hash(void *const *frames, size_t count) {
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    uint64_t lanes[4] = {count, ~count, count * factor, factor};
    size_t index = 0;
    for (; index + 4 <= count; index += 4) {
        for (size_t lane = 0; lane < 4; lane++) {
            lanes[lane] = (lanes[lane] ^ (uint64_t)(uintptr_t)frames[index + lane]) * factor;
        }
    }
    for (; index < count; index++) {
        lanes[index & 3] = (lanes[index & 3] ^ (uint64_t)(uintptr_t)frames[index]) * factor;
    }
    uint64_t hash = lanes[0];
    for (size_t lane = 1; lane < 4; lane++) {
        hash = ((hash << 29 | hash >> 35) ^ lanes[lane] ^ lanes[lane] >> 32) * factor;
    }
    return hash | 1;
}

// MARK: Images

/// An executable or library in memory.
struct ribleak_image {
    const char *path;
    /// An address in memory less the same address in the file.
    uint64_t load_bias;
    uint64_t start;
    uint64_t end;
    /// NULL with length 0 when there is none.
    const uint8_t *build_id;
    size_t build_id_length;
    /// 1 when the image was there before this code, which it therefore outlives.
    int is_permanent;
};

typedef void (*ribleak_image_visitor)(void *context, const struct ribleak_image *image);

/// Calls `visit` for every image in memory. Takes the loader's lock: `visit` must not load code.
void ribleak_images_visit(ribleak_image_visitor visit, void *context);

/// A number that changes whenever an image was loaded or unloaded.
uint64_t ribleak_images_generation(void);

/// 1 once an image was unloaded, so that another may lie where it lay.
int ribleak_images_unloaded(void);

// MARK: Output

/// Writes as far as it goes. A closed pipe or a file that may not grow sends the host no signal.
void ribleak_write_quietly(int file, const void *bytes, size_t count);

/// Writes `head` and then zeros, `count` bytes together: by one call, unless the system takes less.
///
/// Returns 1 when all is written, 0 and `errno` when not.
int ribleak_write_padded(
    int file, const void *head, size_t head_count, size_t count, off_t offset);

// MARK: Memory

/// Ways to read memory of this process that may be gone; any other is a file descriptor.
#define RIBLEAK_MEMORY_BY_CALL (-1)
#define RIBLEAK_MEMORY_NONE (-2)

/// Finds a way to read memory; by a file also where the cheaper system call is allowed, if asked to.
int ribleak_memory_open(int by_file);

void ribleak_memory_close(int way);

/// Copies memory that may be gone. Returns how many bytes were there to copy, from the first on.
size_t ribleak_memory_copy(int way, uint64_t address, void *buffer, size_t count);

/// Where a word stands in a copy, of the places from `start` on where an allocation may begin, which are
/// multiples of 16; `count` for nowhere.
size_t ribleak_memory_find(const void *copy, size_t count, size_t start, uint64_t word);

/// Ranges of whole pages by increasing address, which do not overlap.
struct ribleak_ranges {
    const uint64_t *starts;
    const uint64_t *ends;
    size_t count;
};

/// A variable or function of an image, as its file says.
struct ribleak_symbol {
    uint64_t address;
    uint64_t size;
    /// Where its name begins among the image's.
    uint32_t name;
};

/// What ELF calls a symbol.
enum { ribleak_symbol_variable = 1, ribleak_symbol_function = 2 };

/// Those of one kind among an ELF file's symbols, by increasing address. Returns how many there are, and writes
/// them to `symbols` unless that is NULL.
size_t ribleak_symbols_of_kind(
    const void *table, size_t bytes, int kind, struct ribleak_symbol *symbols);

/// Which words of a copy lie in ranges, once the bits that `mask` lacks are left out. Written in C for debug
/// builds, in which tests run.
///
/// Returns how many there are, and their indexes in `found`, which has room for all words. With
/// `counts_too`, words that may be the reference count of an object laid into an image are among them.
size_t ribleak_memory_addresses(
    const void *copy, size_t words, uint64_t mask, const struct ribleak_ranges *ranges,
    int counts_too, uint32_t *found);

/// So many pieces are copied by one system call.
#define RIBLEAK_MEMORY_PIECES 64

struct ribleak_memory_piece {
    uint64_t address;
    void *buffer;
    /// 1 when all of the piece was copied.
    int is_there;
};

/// Copies several pieces of one size.
void ribleak_memory_gather(
    int way, struct ribleak_memory_piece *pieces, size_t count, size_t size);

/// Memory for copies of other memory, or NULL. It is a shared mapping, unlike all that malloc gives, so that
/// a search for addresses can tell it and does not take the copies for what was copied.
void *ribleak_memory_map(size_t count);

void ribleak_memory_unmap(void *start, size_t count);

/// Asks for large pages below a table that is read here and there; it is no harm when there are none.
void ribleak_memory_enlarge_pages(void *start, size_t count);

/// Begins to bring memory to the processor. Nothing happens where there is none.
static inline void ribleak_prefetch(const void *address) { __builtin_prefetch(address); }

// MARK: Clock and threads

/// Makes the clock cheap where the processor counts time by itself. Call once, before recording;
/// takes about a millisecond.
void ribleak_clock_prepare(void);

/// The processor time of the calling thread in nanoseconds.
uint64_t ribleak_clock_thread(void);

/// The operating system's monotonic clock in nanoseconds.
uint64_t ribleak_clock_system(void);

/// How the processor's counter tells the time; `multiplier` is 0 when it cannot be trusted to.
struct ribleak_counter {
    uint64_t start;
    uint64_t start_nanoseconds;
    /// Nanoseconds a count, in units of 2^-32.
    uint64_t multiplier;
};

extern struct ribleak_counter ribleak_counter_calibration;

/// Nanoseconds on the monotonic clock.
///
/// Two threads' readings may be exchanged within some tens of nanoseconds, the time by which a
/// processor may work ahead. In one thread readings never go back by more than that either.
static inline uint64_t ribleak_clock_monotonic(void) {
#if defined(__x86_64__) && defined(__linux__)
    const struct ribleak_counter *counter = &ribleak_counter_calibration;
    if (__builtin_expect(counter->multiplier != 0, 1)) {
        uint64_t counts = __builtin_ia32_rdtsc() - counter->start;
        return counter->start_nanoseconds +
               (uint64_t)(((unsigned __int128)counts * counter->multiplier) >> 32);
    }
#endif
    return ribleak_clock_system();
}

/// Nanoseconds to add to the monotonic clock to get the time since 1970-01-01 UTC.
int64_t ribleak_clock_offset(void);

/// The operating system's number of the calling thread, as debuggers show it.
uint32_t ribleak_thread_number(void);

/// The address of what the system's library keeps about the calling thread; its variables are near.
uint64_t ribleak_thread_block(void);

/// 1 on the thread that the process began with.
int ribleak_is_main_thread(void);

// MARK: References

/// The Swift object with one more reference to it, or NULL when it is being freed.
///
/// It must not be freed whole before this comes back.
void *ribleak_try_retain(void *object);

/// The class of a Swift object, or NULL when it is being freed. Counts no reference to it.
///
/// It must not be freed whole before this comes back.
const void *ribleak_living_type(void *object);

/// Keeps the memory of a Swift object, not the object, until `ribleak_unowned_release`.
///
/// It must not be being freed when this is called.
void ribleak_unowned_retain(void *object);

/// Ends what `ribleak_unowned_retain` began. Runs no code of the object's.
void ribleak_unowned_release(void *object);

/// Begins to notice forks of this process. Call before anything that a forked child may wait for.
void ribleak_fork_watch(void);

extern int ribleak_fork_state;

/// 1 in a child that was forked, and has not called exec, since `ribleak_fork_watch`.
static inline int ribleak_fork_is_child(void) {
    return __atomic_load_n(&ribleak_fork_state, __ATOMIC_RELAXED);
}

/// As `ribleak_mutex_lock`, in a forked child.
int ribleak_mutex_lock_for_now(pthread_mutex_t *mutex);

/// Locks a mutex. Returns 1, or 0 for a lock that a forked child had to do without.
///
/// Who held a lock at the fork is not in the child, where nobody unlocks it: a child waits a while for threads
/// of its own and then goes on. Do not unlock what is not locked.
static inline int ribleak_mutex_lock(pthread_mutex_t *mutex) {
    if (__builtin_expect(ribleak_fork_is_child(), 0)) return ribleak_mutex_lock_for_now(mutex);
    pthread_mutex_lock(mutex);
    return 1;
}

/// What the calling thread last recorded with: a cache of one entry, so that finding a thread's
/// context costs no call.
struct ribleak_thread_slot {
    /// Who made the context; never given to another one. 0 when the slot is empty.
    uint64_t owner;
    void *context;
};

extern _Thread_local struct ribleak_thread_slot ribleak_thread_slot_current;

/// The calling thread's context of that owner, or NULL when the slot holds another's.
static inline void *ribleak_thread_slot_find(uint64_t owner) {
    struct ribleak_thread_slot *slot = &ribleak_thread_slot_current;
    return slot->owner == owner ? slot->context : NULL;
}

static inline void ribleak_thread_slot_fill(uint64_t owner, void *context) {
    ribleak_thread_slot_current.owner = owner;
    ribleak_thread_slot_current.context = context;
}

// MARK: Numbers without alignment, which Swift cannot express

typedef struct __attribute__((packed)) { uint16_t value; } ribleak_packed16;
typedef struct __attribute__((packed)) { uint32_t value; } ribleak_packed32;
typedef struct __attribute__((packed)) { uint64_t value; } ribleak_packed64;

// MARK: Atomics that Swift cannot express on this package's oldest platforms

static inline uint64_t ribleak_atomic_load(const uint64_t *value) {
    return __atomic_load_n(value, __ATOMIC_ACQUIRE);
}

static inline void ribleak_atomic_store(uint64_t *value, uint64_t desired) {
    __atomic_store_n(value, desired, __ATOMIC_RELEASE);
}

/// Returns the value before the addition.
static inline uint64_t ribleak_atomic_add(uint64_t *value, uint64_t amount) {
    return __atomic_fetch_add(value, amount, __ATOMIC_ACQ_REL);
}

/// Continues a CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) over more bytes; begin with 0.
uint32_t ribleak_crc32c(uint32_t crc, const void *bytes, size_t count);

// MARK: Scheduled work

/// What may happen in this process without the calling thread.
enum ribleak_work {
    /// Nothing: all other threads wait for each other or for it, no timer is due, no queue waits for a
    /// thread, and nothing is told from outside.
    RIBLEAK_WORK_NONE = 0,
    /// A thread is at work or sleeps for a time, a timer is due, a queue waits for a thread, or somebody
    /// was just woken.
    RIBLEAK_WORK_DUE = 1,
    /// Nobody can tell here, or it depends on others than this process.
    RIBLEAK_WORK_UNKNOWN = 2,
};

/// Looks at all other threads, timers and wake-ups of the process, as the system shows them; on Linux
/// only. Allocates what reading a folder takes; takes the loader's lock at the first look only.
///
/// - Parameter within: Nanoseconds; timers that are due later do not count.
enum ribleak_work ribleak_work_scheduled(uint64_t within);

/// Returns 1 if something waits in the main queue until a run loop serves it, and 0 if nothing does or nobody
/// can tell, as where other threads serve it; on Linux only.
int ribleak_main_queue_waits(void);

/// Returns 1 if a timer stands in the default mode of the main run loop, and 0 if none does or nobody can
/// tell; on Linux only. Takes locks of the run loop's.
int ribleak_main_run_loop_has_timer(void);

// MARK: Programs

/// Starts a program, as posix_spawn(3) does, with no signal blocked and SIGPIPE not ignored.
///
/// - Parameters:
///   - files: What it has for its input, output and errors; where the system can, it inherits no other.
///   - folder: Its working directory, or NULL for this process's.
/// Returns its process number, or an error of errno's, negative.
int ribleak_spawn(
    const char *program, char *const arguments[], char *const environment[], const int files[3],
    const char *folder);

#endif
