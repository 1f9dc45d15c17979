// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_CRIBSHIMS_H
#define RIBLEAK_CRIBSHIMS_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "PacketMemory.h"
#include "TypeRecords.h"
#include "ViewEvents.h"

// MARK: Stacks

/// Makes captures possible; see `ribleak_libunwind_load`. Returns 1 on success.
int ribleak_stacks_prepare(void);

/// Loads what is needed to walk the calling thread's outermost frames. These are the same in all
/// threads of its kind.
void ribleak_stacks_warm_up(void);

/// The extra room that `ribleak_stacks_capture` needs, in frames.
#define RIBLEAK_STACKS_SPARE 4

/// Writes the calling thread's return addresses and returns their number. The innermost comes first
/// and lies in the caller.
int ribleak_stacks_capture(void **frames, int capacity);

/// The most frames between two captures, and the extra room that the second one needs for them.
#define RIBLEAK_STACKS_BETWEEN 8

/// Captures again, and more, from a function that the one with the first capture called.
///
/// The stack begins as the known one does, so that equal stacks have equal addresses. So it may have
/// fewer frames than there is room for.
/// - Returns: The number of frames; 0 if the known frames are not found again.
int ribleak_stacks_capture_deeper(
    void *const *known, int known_count, void **frames, int capacity);

/// Repairs a captured stack that leads through a library which may have replaced another one.
///
/// libunwind caches by address how to walk through a function, and does not notice when a library
/// takes another's place. What it found beyond that function's frame may be anything. This keeps
/// the frames up to there and walks the rest again without the cache.
/// - Parameter doubtful: The index of the innermost frame in a library that can be unloaded.
/// - Returns: The new number of frames.
int ribleak_stacks_mend(void **frames, int count, int doubtful, int capacity);

/// A hash of a stack, never 0. It uses four lanes, so that multiplications do not wait for each
/// other.
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

struct ribleak_segment {
    uint64_t start;
    uint64_t end;
};

/// An executable or library in memory.
struct ribleak_image {
    const char *path;
    /// An address in memory minus the same address in the file.
    uint64_t load_bias;
    uint64_t start;
    uint64_t end;
    /// Its variables and their constants, where other images may lie between these and the code.
    const struct ribleak_segment *data;
    size_t data_count;
    /// NULL with length 0 when the image has none.
    const uint8_t *build_id;
    size_t build_id_length;
    /// 1 when the image was loaded before this code and therefore outlives it.
    int is_permanent;
};

typedef void (*ribleak_image_visitor)(void *context, const struct ribleak_image *image);

/// Calls `visit` for every image in memory. It takes the loader's lock, so `visit` must not load
/// code.
void ribleak_images_visit(ribleak_image_visitor visit, void *context);

/// The address of a symbol that an image exports; 0 when there is none.
uintptr_t ribleak_symbol_address(const char *name);

/// A number that changes whenever an image is loaded or unloaded.
uint64_t ribleak_images_generation(void);

/// 1 once an image was unloaded. Another image may then lie in its place.
int ribleak_images_unloaded(void);

// MARK: Output

/// Writes as much as possible. A closed pipe or a file that may not grow sends the host no signal.
void ribleak_write_quietly(int file, const void *bytes, size_t count);

/// Writes `head` followed by zeros, `count` bytes in total. It makes one call, unless the system
/// takes less.
///
/// Returns 1 when everything is written, else 0 with `errno`.
int ribleak_write_padded(
    int file, const void *head, size_t head_count, size_t count, off_t offset);

// MARK: Memory

/// Ways to read memory of this process that may be gone. Any other value is a file descriptor.
#define RIBLEAK_MEMORY_BY_CALL (-1)
#define RIBLEAK_MEMORY_NONE (-2)

/// Finds a way to read memory. On request, uses a file even where the cheaper system call is
/// allowed.
int ribleak_memory_open(int by_file);

void ribleak_memory_close(int way);

/// Copies memory that may be gone. Returns the number of bytes copied, from the first on.
size_t ribleak_memory_copy(int way, uint64_t address, void *buffer, size_t count);

/// Finds a word in a copy, from `start` on, at the places where an allocation may begin, which are
/// multiples of 16. Returns its place, or `count` when it is not there.
size_t ribleak_memory_find(const void *copy, size_t count, size_t start, uint64_t word);

/// Ranges of whole pages that do not overlap, by increasing address.
struct ribleak_ranges {
    const uint64_t *starts;
    const uint64_t *ends;
    size_t count;
};

/// A variable or function of an image, as its file describes it.
struct ribleak_symbol {
    uint64_t address;
    uint64_t size;
    /// The offset of its name in the image's names.
    uint32_t name;
};

/// ELF's types of symbols.
enum { ribleak_symbol_variable = 1, ribleak_symbol_function = 2 };

/// Finds the symbols of one kind in an ELF file, by increasing address. Returns their number, and
/// writes them to `symbols` unless that is NULL.
size_t ribleak_symbols_of_kind(
    const void *table, size_t bytes, int kind, struct ribleak_symbol *symbols);

/// What a section is for, as ELF says it.
enum {
    RIBLEAK_SECTION_WRITE = 1,
    RIBLEAK_SECTION_MEMORY = 2,
    RIBLEAK_SECTION_CODE = 4,
    RIBLEAK_SECTION_OF_THREADS = 0x400,
};

/// The kinds of sections with symbols: all, or only those that other images may use.
enum { RIBLEAK_SECTION_SYMBOLS = 2, RIBLEAK_SECTION_EXPORTS = 11 };

/// A section of an image for Apple's platforms, in ELF's terms.
struct ribleak_section {
    /// Where its name begins in the bytes that were read. It has 16 bytes, or ends with a zero.
    uint32_t name;
    uint32_t kind;
    uint64_t flags;
    /// The address that the linker gave it.
    uint64_t address;
    /// Where its bytes are, from the image's header.
    uint64_t offset;
    uint64_t size;
    /// The index of the section with the names of its symbols.
    uint32_t link;
};

/// Finds the sections of a Mach-O image, in its order, and then its symbols and their names as two more.
///
/// - Parameters:
///   - start: The image's header and its commands. Anything may be there.
///   - is_in_memory: Whether offsets are to lead to what the loader mapped. Otherwise, they lead to the file.
///   - most: The room in `sections`.
/// - Returns: Their number; 0 for anything else than such an image of 64 bits.
size_t ribleak_mach_sections(
    const void *start, size_t size, int is_in_memory, struct ribleak_section *sections,
    size_t most);

/// Like `ribleak_symbols_of_kind`, for a Mach-O image with these sections.
size_t ribleak_mach_symbols(
    const void *table, size_t size, int kind, const struct ribleak_section *sections,
    size_t section_count, struct ribleak_symbol *symbols);

/// Finds the words of a copy that lie in ranges, after clearing the bits that `mask` lacks. Written
/// in C for the debug builds that tests run.
///
/// Returns their number and writes their indexes to `found`, which has room for all words. With
/// `counts_too`, also finds words that may be the reference count of an object in an image.
size_t ribleak_memory_addresses(
    const void *copy, size_t words, uint64_t mask, const struct ribleak_ranges *ranges,
    int counts_too, uint32_t *found);

/// The number of pieces that one system call copies.
#define RIBLEAK_MEMORY_PIECES 64

struct ribleak_memory_piece {
    uint64_t address;
    void *buffer;
    /// 1 when the whole piece was copied.
    int is_there;
};

/// Copies several pieces of the same size.
void ribleak_memory_gather(
    int way, struct ribleak_memory_piece *pieces, size_t count, size_t size);

/// Memory for copies of other memory, or NULL. It is a shared mapping, unlike everything that
/// malloc returns. So a search for addresses recognises it and does not take the copies for the
/// original.
void *ribleak_memory_map(size_t count);

void ribleak_memory_unmap(void *start, size_t count);

/// Asks for large pages under a table with random access. It is harmless when there are none.
void ribleak_memory_enlarge_pages(void *start, size_t count);

/// Memory of this process that may be read and written.
struct ribleak_region {
    uint64_t start;
    uint64_t end;
    /// 1 for a thread's stack, 0 for memory of malloc's.
    int is_stack;
};

/// Lists the memory of malloc and the stacks of threads, by increasing address. Apple's platforms only:
/// Linux has a file for it.
///
/// - Returns: How many there are, at most as many as there is room for.
size_t ribleak_list_regions(struct ribleak_region *regions, size_t most);

/// A thread that waits in the system.
struct ribleak_thread {
    /// Those that a function may keep a variable in. The rest is 0.
    uint64_t registers[32];
    uint64_t stack_pointer;
    /// Empty for a thread without a name.
    char name[64];
};

static inline const char *ribleak_thread_name(const struct ribleak_thread *thread) {
    return thread->name;
}

/// Lists the threads that wait in the system, without the calling one. Apple's platforms only: Linux has
/// files for it.
///
/// - Returns: How many there are, at most as many as there is room for.
size_t ribleak_list_threads(struct ribleak_thread *threads, size_t most);

/// Where the chunks of malloc's heaps begin, by the sizes that each has before it. Inside one may be what
/// malloc left behind when it merged freed chunks.
struct ribleak_chunks;

/// Reads where chunks begin. Allocates little, and before it reads. On Apple's platforms, malloc's zones
/// tell which chunks are in use and how large they are, and the parameters have no meaning. Each zone is
/// locked meanwhile, as it is for a fork.
///
/// - Parameter main: Where the main heap begins. One of more than 4 GiB is left out.
/// - Parameter regions: The writable memory.
/// - Returns: NULL without memory. End it with `ribleak_forget_chunks`.
/// - Complexity: O(bytes of the heaps).
struct ribleak_chunks *ribleak_list_chunks(uint64_t main, const struct ribleak_ranges *regions);

void ribleak_forget_chunks(struct ribleak_chunks *chunks);

/// 0 if an address lies in a listed heap, and no chunk's memory begins there, then or now.
int ribleak_may_be_chunk(const struct ribleak_chunks *chunks, uint64_t address);

/// The size of the chunk in use whose memory begins at an address; 0 if none does. Apple's platforms only.
uint64_t ribleak_chunk_size(const struct ribleak_chunks *chunks, uint64_t address);

/// Where the memory of the main heap's next chunk behind an address begins; 0 after the last. The last
/// one is what malloc has not given out yet.
uint64_t ribleak_next_chunk(const struct ribleak_chunks *chunks, uint64_t address);

// MARK: Objective-C and blocks

/// Finds the words of an object that are strong references, by how the compiler lays out a class.
///
/// - Parameters:
///   - layout: The runtime's record, which ends with a zero; NULL for none.
///   - first: The word in which the class's own variables begin.
///   - most: The room in `words`.
/// - Returns: How many words there are.
size_t ribleak_strong_words(
    const uint8_t *layout, size_t first, uint32_t *words, size_t most);

/// The bytes of a block up to its last strong reference or shared variable, which the compiler puts before
/// weak ones.
///
/// - Parameters:
///   - layout: The word that describes what the block captures: numbers, or the address of a text.
///   - text: As much of the text as is known, with the zero at its end.
///   - size: The bytes of the whole block, which are the answer for a text without an end.
uint64_t ribleak_end_of_captures(
    uint64_t layout, const uint8_t *text, size_t count, uint64_t size);

/// The same for the block at an address, or its size if it does not describe what it captures. 0 where
/// there is no block. Anything may be there.
///
/// - Parameter way: How memory is read, as of `ribleak_memory_open`.
uint64_t ribleak_block_bytes(int way, uint64_t block);

/// The bits of an object's first word that are its class.
uintptr_t ribleak_isa_mask(void);

/// A variable of an object, or a word of one, that is a strong reference.
struct ribleak_objc_field {
    /// The address of its name, which stays.
    uintptr_t name;
    /// In bytes.
    uint32_t offset;
};

/// Finds the strong references that a class of Objective-C and its superclasses declare, as far as they
/// were compiled with automatic reference counting. Apple's platforms only. Takes the runtime's lock.
///
/// - Parameter type: The address of a class. Anything else may be there.
/// - Returns: How many there are, at most as many as there is room for.
size_t ribleak_objc_fields(uintptr_t type, struct ribleak_objc_field *fields, size_t most);

/// The name of such a class; empty where there is none.
const char *ribleak_objc_name(uintptr_t type);

/// Starts to fetch memory into the processor's cache. Does nothing for missing memory.
static inline void ribleak_prefetch(const void *address) { __builtin_prefetch(address); }

// MARK: Clock and threads

/// Makes the clock cheap where the processor has a reliable counter. Call it once, before
/// recording. It takes about a millisecond.
void ribleak_clock_prepare(void);

/// The processor time of the calling thread in nanoseconds.
uint64_t ribleak_clock_thread(void);

/// The processor time of all threads of this process in nanoseconds.
uint64_t ribleak_clock_process(void);

/// The operating system's monotonic clock in nanoseconds.
uint64_t ribleak_clock_system(void);

/// How to derive the time from the processor's counter. `multiplier` is 0 when the counter is not
/// reliable.
struct ribleak_counter {
    uint64_t start;
    uint64_t start_nanoseconds;
    /// Nanoseconds per count, in units of 2^-32.
    uint64_t multiplier;
};

extern struct ribleak_counter ribleak_counter_calibration;

/// The time in nanoseconds on the monotonic clock.
///
/// Readings of two threads may be out of order by some tens of nanoseconds, the time by which a
/// processor may work ahead. Within one thread, readings go back by no more than that either.
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

/// The nanoseconds to add to the monotonic clock to get the time since 1970-01-01 UTC.
int64_t ribleak_clock_offset(void);

/// The operating system's number for the calling thread, as debuggers show it.
uint32_t ribleak_thread_number(void);

/// The address of the C library's record of the calling thread. The thread's variables are near it.
uint64_t ribleak_thread_block(void);

/// 1 on the process's first thread.
int ribleak_is_main_thread(void);

// MARK: References

/// Retains a Swift object and returns it, or NULL when the object is being freed.
///
/// Its memory must stay valid until this returns.
void *ribleak_try_retain(void *object);

/// The class of a Swift object, or NULL when it is being freed. Does not retain the object.
///
/// Its memory must stay valid until this returns.
const void *ribleak_living_type(void *object);

/// Keeps the memory of a Swift object, but not the object, until `ribleak_unowned_release`.
///
/// The object must not be in the middle of being freed when you call this.
void ribleak_unowned_retain(void *object);

/// Ends what `ribleak_unowned_retain` began. Runs no code of the object.
void ribleak_unowned_release(void *object);

/// Starts to notice forks of this process. Call it before anything that a forked child may wait
/// for.
void ribleak_fork_watch(void);

extern int ribleak_fork_state;

/// 1 in a child that was forked since `ribleak_fork_watch` and has not called exec.
static inline int ribleak_fork_is_child(void) {
    return __atomic_load_n(&ribleak_fork_state, __ATOMIC_RELAXED);
}

extern void *ribleak_shared_recorder_place;

/// The recorder of the process; null until it is made. Swift's own globals cost a call each time:
/// 16 instructions, of which a RIB that comes and goes would pay 16 times.
static inline void *ribleak_shared_recorder(void) {
    return __atomic_load_n(&ribleak_shared_recorder_place, __ATOMIC_ACQUIRE);
}

static inline void ribleak_set_shared_recorder(void *recorder) {
    __atomic_store_n(&ribleak_shared_recorder_place, recorder, __ATOMIC_RELEASE);
}

/// A lock, and a number that changes only under it and that any thread may read without it.
///
/// The number is no part of what the lock protects: Swift takes a change of a part for one of the whole.
struct ribleak_lock {
    pthread_mutex_t mutex;
    uint64_t number;
};

static inline void ribleak_lock_init(struct ribleak_lock *lock) {
    pthread_mutex_init(&lock->mutex, NULL);
    lock->number = 0;
}

static inline void ribleak_lock_destroy(struct ribleak_lock *lock) {
    pthread_mutex_destroy(&lock->mutex);
}

/// Like `ribleak_lock_take`, in a forked child.
int ribleak_lock_take_for_now(struct ribleak_lock *lock);

/// Takes a lock. Returns 1, or 0 for a lock that a forked child had to do without.
///
/// A thread that held a lock at the fork does not exist in the child, so nothing releases it there.
/// A child waits a while for its own threads and then continues without the lock. Do not release a
/// lock that was not taken.
static inline int ribleak_lock_take(struct ribleak_lock *lock) {
    if (__builtin_expect(ribleak_fork_is_child(), 0)) return ribleak_lock_take_for_now(lock);
    pthread_mutex_lock(&lock->mutex);
    return 1;
}

/// Takes a lock that no thread has. Returns 1, or 0 if one has it.
static inline int ribleak_lock_take_if_free(struct ribleak_lock *lock) {
    return pthread_mutex_trylock(&lock->mutex) == 0;
}

static inline void ribleak_lock_release(struct ribleak_lock *lock) {
    pthread_mutex_unlock(&lock->mutex);
}

/// The number of a lock, which starts as 0.
static inline uint64_t ribleak_lock_number(const struct ribleak_lock *lock) {
    return __atomic_load_n(&lock->number, __ATOMIC_ACQUIRE);
}

/// Call it only with the lock.
static inline void ribleak_lock_set_number(struct ribleak_lock *lock, uint64_t number) {
    __atomic_store_n(&lock->number, number, __ATOMIC_RELEASE);
}

/// The context that the calling thread last recorded with. It is a cache of one entry, so that
/// finding a thread's context needs no call.
struct ribleak_thread_slot {
    /// The maker of the context, as a number that is never reused. 0 when the slot is empty.
    uint64_t owner;
    void *context;
};

extern _Thread_local struct ribleak_thread_slot ribleak_thread_slot_current;

/// The calling thread's context of this owner, or NULL when the slot holds another owner's.
static inline void *ribleak_thread_slot_find(uint64_t owner) {
    struct ribleak_thread_slot *slot = &ribleak_thread_slot_current;
    return slot->owner == owner ? slot->context : NULL;
}

static inline void ribleak_thread_slot_fill(uint64_t owner, void *context) {
    ribleak_thread_slot_current.owner = owner;
    ribleak_thread_slot_current.context = context;
}

// MARK: Atomics that Swift cannot express on this package's oldest platforms

static inline uint64_t ribleak_atomic_load(const uint64_t *value) {
    return __atomic_load_n(value, __ATOMIC_ACQUIRE);
}

static inline void ribleak_atomic_store(uint64_t *value, uint64_t desired) {
    __atomic_store_n(value, desired, __ATOMIC_RELEASE);
}

/// Adds and returns the value before the addition.
static inline uint64_t ribleak_atomic_add(uint64_t *value, uint64_t amount) {
    return __atomic_fetch_add(value, amount, __ATOMIC_ACQ_REL);
}

/// Continues a CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) over more bytes. Begin with 0.
uint32_t ribleak_crc32c(uint32_t crc, const void *bytes, size_t count);

// MARK: Scheduled work

/// What may happen in this process without the calling thread.
enum ribleak_work {
    /// Nothing. All other threads wait for each other or for the calling one, no timer is due, no
    /// queue waits for a thread, and nothing can come from outside.
    RIBLEAK_WORK_NONE = 0,
    /// A thread is running or sleeps for a time, a timer is due, a queue waits for a thread, or a
    /// thread was just woken.
    RIBLEAK_WORK_DUE = 1,
    /// It is not known, or it depends on other processes.
    RIBLEAK_WORK_UNKNOWN = 2,
};

/// Checks all other threads, timers and wake-ups of the process, as the system shows them. Linux
/// only. Allocates what reading a folder needs. Takes the loader's lock on the first call only.
///
/// - Parameter within: The limit in nanoseconds. Timers due later do not count.
enum ribleak_work ribleak_work_scheduled(uint64_t within);

/// Starts a thread that ends with the function, and that gets no signals. Its stack is small.
///
/// - Returns: 1, or 0 at once if the system makes no more threads.
int ribleak_thread_start(void (*work)(void));

/// Whether the system makes a thread with as large a stack as those of libdispatch, which waits for
/// one for ever: 1 or 0. A limit of address space may leave room for a small one only.
int ribleak_thread_can_start(void);

/// Runs a function when the process exits. Another thread that calls `exit` meanwhile waits until it
/// is done, for 10 seconds at most: systems end the process as soon as any thread is through.
///
/// Call it once.
void ribleak_at_exit(void (*work)(void));

/// Call it first in what runs at a thread's end. `dispatchMain` ends the main thread in the middle of
/// functions that never return, and the address sanitizer would take the stack for theirs.
void ribleak_thread_ends(void);

/// Returns 1 if adding work to the main queue may need another thread: `dispatchMain` gives it to other
/// threads. Returns 0 if its own thread serves it, or it is not known. Linux only.
int ribleak_main_queue_needs_thread(void);

/// Returns 1 if work of the host's in the main queue waits for a run loop. Returns 0 if none does, also
/// if a timer does that repeats, or it is not known, as where other threads serve the queue. Linux only.
int ribleak_main_queue_waits(void);

/// Adds work to the main queue that `ribleak_main_queue_waits` does not count.
///
/// - Parameter work: The same function each time. It is called with the context.
/// - Returns: 1, or 0 if nothing was added. Linux only.
int ribleak_main_queue_add(void *context, void (*work)(void *));

/// The most pieces of due work that are read. With as many, some may be left out.
#define RIBLEAK_MOST_DUE 1024

/// A piece of work that is due soon.
struct ribleak_due_work {
    /// What its function is called with: a block, a job of a task, or what C code chose. For a queue or
    /// a source that waits, its address.
    uintptr_t context;
    /// The word there, which tells later whether the memory is in use for something else.
    uintptr_t first;
};

/// Reads the work of libdispatch that is due soon: timers that do not repeat, as of queues, sources
/// and sleeping tasks, and what waits in the main queue, the global queues and those of Swift's tasks.
/// Linux only.
///
/// - Parameters:
///   - within: The limit in nanoseconds. Timers due later do not count.
///   - wait: How many nanoseconds to wait at most for libdispatch's own thread, which sets timers; as much longer
///     as the machine keeps the calling thread from its turns.
///   - work: Receives the work. It may run and be freed at any time.
/// - Returns: How much there is; -1 if it is not known now. 0 also where libdispatch's file has no
///   symbols, so that a stripped system finds the same leaks.
int ribleak_find_due_work(uint64_t within, uint64_t wait, struct ribleak_due_work *work);

/// Returns 1 if a thread waits for libdispatch to give it work or an event, or has ended. Linux only.
int ribleak_thread_waits_for_work(uint32_t thread);

/// Whether an address is in libdispatch: its code, its constants or its variables. Linux only.
int ribleak_is_of_dispatch(uintptr_t address);

/// Visits the memory of work that threads have taken from queues, which libdispatch keeps for the next
/// work with what it was about. malloc counts it as in use. Visits none where libdispatch's file has no
/// symbols, or that of the C library has none for debuggers. Linux only.
///
/// - Complexity: O(threads and pieces), at most about 8,000 and 17,000.
void ribleak_ended_work(void (*visit)(void *context, uintptr_t work), void *context);

/// Returns 1 if memory that begins with a word may be such work. Linux only.
int ribleak_begins_work(uintptr_t first);

/// Returns 1 if the default mode of the main run loop has a timer. Returns 0 if it has none or it
/// is not known. Linux only. Takes locks of the run loop.
int ribleak_main_run_loop_has_timer(void);

// MARK: Allocations

/// The most types that can be watched at once.
#define RIBLEAK_MOST_WATCHED_TYPES 64

/// Begins to note the stacks that make objects of some types, by the addresses of their metadata.
/// Forgets what was noted before. Call it and the next from one thread at a time.
///
/// Returns 1 if it notes. Linux with glibc only, and only what calls the runtime's shared library.
int ribleak_allocations_watch(const uintptr_t *types, int count);

/// Stops noting.
void ribleak_allocations_end(void);

/// Gives the frames of the stack that made an object, and returns their number, or 0 if it was not
/// noted. The newest 1024 allocations are kept.
int ribleak_allocations_find(uintptr_t object, void *const **frames);

// MARK: Names

/// The name of a function as in its source, with the demangler of the Swift runtime that is in this
/// process, be it shared or linked into the program.
///
/// Returns memory for the caller to free, or NULL for a name that it cannot read.
char *ribleak_demangle(const char *name, size_t length);

/// The same with modules and types: `App.last : Swift.Optional<Swift.Int>`.
char *ribleak_demangle_whole(const char *name, size_t length);

/// Whether the compiler made a function to pass a call on: 1 or 0, or -1 where the runtime does not
/// tell.
int ribleak_is_thunk(const char *name);

// MARK: Programs

/// Starts a program like posix_spawn(3), with no signal blocked and SIGPIPE not ignored.
///
/// - Parameters:
///   - files: Its input, output and error descriptors. Where the system can, it inherits no others.
///   - folder: Its working directory, or NULL for this process's.
///   - leads_group: Whether it begins a process group, which has its number.
/// Returns its process number, or a negative errno value.
int ribleak_spawn(
    const char *program, char *const arguments[], char *const environment[], const int files[3],
    const char *folder, int leads_group);

/// Makes two sockets that no other program inherits, or sets both to -1.
///
/// - Parameter idle_limit: Seconds after which the second one reads an end if nothing comes; 0 for
///   no limit.
void ribleak_connected_sockets(int ends[2], double idle_limit);

/// Sends as much as can be sent without waiting. Raises no signal when the other end is closed.
ssize_t ribleak_send(int socket, const void *bytes, size_t count);

#endif
