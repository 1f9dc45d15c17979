// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"
#include "DispatchState.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

int ribleak_read_memory(const void *address, void *copy, size_t size) {
    struct iovec local = {copy, size}, remote = {(void *)address, size};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

uint64_t ribleak_monotonic_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// The timers of one kind of clock, as libdispatch stores them: two binary heaps with alternating
/// elements, ordered by time and by deadline.
struct timer_heap {
    /// The number of elements in both heaps together.
    uint32_t count;
    uint8_t segments;
    uint8_t others[3];
    void *earliest[2];
    /// The last segment of the timers after the earliest. Its end links to the previous segments.
    void **last;
};

/// The size of the first two segments. Each later segment is twice as large as the one before.
#define FIRST_SEGMENT 8u
/// The number of words of a timer to read.
#define TIMER_WORDS 32

static const struct timer_heap *timer_heaps;
static size_t timer_heap_count;
/// The first word of each libdispatch timer, or NULL.
static const void *timer_type;
/// The address range of libdispatch.
static uintptr_t dispatch_start, dispatch_end;

/// The queue of the thread that sets and fires all timers, or NULL.
static const void *manager_queue;
/// The queues that Swift makes for tasks, by their priority, or NULL. Each is NULL until it is used.
static const void *const *const *task_queues;
/// The most priorities of tasks.
#define TASK_QUEUES 34u

/// The number of libdispatch among the modules with variables of threads, and where its own begin
/// there.
static size_t thread_module, thread_offset;
static int knows_thread_variables;

/// Notes a symbol of a library.
static void meet_symbol(const char *name, const ElfW(Sym) *symbol, uintptr_t base) {
    // A different size belongs to an unknown version.
    if (strcmp(name, "_dispatch_timers_heap") == 0
        && symbol->st_size == 3 * sizeof(struct timer_heap)) {
        timer_heaps = (const void *)(base + symbol->st_value);
        timer_heap_count = 3;
    }
    if (strcmp(name, "_dispatch_mgr_q") == 0) {
        manager_queue = (const void *)(base + symbol->st_value);
    }
    if (strcmp(name, "__dispatch_tsd") == 0 && ELF64_ST_TYPE(symbol->st_info) == STT_TLS) {
        thread_offset = symbol->st_value;
        knows_thread_variables = 1;
    }
    // As "DispatchGlobalExecutor.cpp" of Swift names it.
    if (strcmp(name, "_ZL16globalQueueCache") == 0
        && symbol->st_size == TASK_QUEUES * sizeof *task_queues) {
        task_queues = (const void *)(base + symbol->st_value);
    }
}

/// Finds timers and queues through the symbols in the library's file. If they are stripped, every
/// due timer counts.
static void read_symbols(uintptr_t base, const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat status;
    size_t size = fstat(file, &status) == 0 ? (size_t)status.st_size : 0;
    char *bytes = size > sizeof(ElfW(Ehdr)) ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0)
                                            : MAP_FAILED;
    close(file);
    if (bytes == MAP_FAILED) return;
    const ElfW(Ehdr) *header = (const void *)bytes;
    size_t end = header->e_shoff + header->e_shnum * sizeof(ElfW(Shdr));
    const ElfW(Shdr) *sections = (const void *)(bytes + header->e_shoff);
    for (size_t index = 0; end <= size && index < header->e_shnum; index++) {
        const ElfW(Shdr) *symbols = &sections[index];
        if (symbols->sh_type != SHT_SYMTAB || symbols->sh_link >= header->e_shnum) continue;
        const ElfW(Shdr) *names = &sections[symbols->sh_link];
        if (symbols->sh_offset + symbols->sh_size > size) continue;
        if (names->sh_offset + names->sh_size > size || names->sh_size == 0) continue;
        if (bytes[names->sh_offset + names->sh_size - 1] != 0) continue;
        const ElfW(Sym) *symbol = (const void *)(bytes + symbols->sh_offset);
        for (size_t left = symbols->sh_size / sizeof *symbol; left > 0; left--, symbol++) {
            if (symbol->st_name >= names->sh_size) continue;
            meet_symbol(bytes + names->sh_offset + symbol->st_name, symbol, base);
        }
    }
    munmap(bytes, size);
}

static int visit_library(struct dl_phdr_info *info, size_t size, void *context) {
    (void)context;
    int is_dispatch = strstr(info->dlpi_name, "libdispatch.so") != NULL;
    if (!is_dispatch && !strstr(info->dlpi_name, "libswift_Concurrency.so")) return 0;
    read_symbols(info->dlpi_addr, info->dlpi_name);
    if (!is_dispatch) return 0;
    if (size >= offsetof(struct dl_phdr_info, dlpi_tls_data)) thread_module = info->dlpi_tls_modid;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD) continue;
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        if (!dispatch_start) dispatch_start = start;
        dispatch_end = start + segment->p_memsz;
    }
    return 0;
}

static void visit_libraries(void) {
    dl_iterate_phdr(visit_library, NULL);
    timer_type = dlsym(RTLD_DEFAULT, "_dispatch_source_type_timer");
}

void ribleak_find_libdispatch(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, visit_libraries);
}

/// The index of a timer's interval, if it is the timer with which libdispatch checks its threads
/// once a second; else 0. The timer's deadline and time come before the interval.
static size_t housekeeping_interval(const uint64_t *words, const void *type) {
    if (words[0] != (uintptr_t)type) return 0;
    for (size_t index = 2; index < TIMER_WORDS; index++) {
        if (words[index] == 1000000000u && words[index - 2] <= words[index - 1]) return index;
    }
    return 0;
}

/// Reads the timers after the earliest two, which are in the first segment.
static int read_first_segment(const struct timer_heap *heap, void **timers, size_t count) {
    void **first = heap->last;
    if (heap->segments > 1) {
        uint32_t capacity = FIRST_SEGMENT << (heap->segments - 2);
        if (!ribleak_read_memory(&heap->last[capacity - 1], &first, sizeof first)) return 0;
    }
    return ribleak_read_memory(first, timers, count * sizeof *timers);
}

/// The time at which libdispatch's own timer is due. Returns 0 unless it is the earliest of this
/// heap and no other timer there is due before `end`.
static uint64_t only_housekeeping_in(const struct timer_heap *heap, uint64_t now, uint64_t end) {
    uint64_t words[TIMER_WORDS];
    if (!timer_type || heap->count < 2 || heap->segments > 24) return 0;
    if (!ribleak_read_memory(heap->earliest[0], words, sizeof words)) return 0;
    size_t interval = housekeeping_interval(words, timer_type);
    if (interval == 0) return 0;
    uint64_t due = words[interval - 2];
    // A timer of the host with that interval may be the earliest instead.
    if (end < now + 1200000000u) end = now + 1200000000u;
    // Checks its two children, because nothing below them is earlier.
    void *children[3];
    size_t count = heap->count - 2 < 3 ? heap->count - 2 : 3;
    if (count > 0 && !read_first_segment(heap, children, count)) return 0;
    for (size_t index = 0; index < count; index += 2) {
        if (!ribleak_read_memory(children[index], words, sizeof words)) return 0;
        if (words[interval - 2] <= end) return 0;
    }
    return due;
}

uint64_t ribleak_only_housekeeping(uint64_t within) {
    ribleak_find_libdispatch();
    for (size_t index = 0; index < timer_heap_count; index++) {
        struct timer_heap heap;
        if (!ribleak_read_memory(&timer_heaps[index], &heap, sizeof heap)) return 0;
        uint64_t now = ribleak_monotonic_now();
        uint64_t due = only_housekeeping_in(&heap, now, now + within);
        if (due > 0) return due;
    }
    return 0;
}

// MARK: Queues of the whole process

/// The qualities of service to pass to `dispatch_get_global_queue`, with and without a thread
/// limit.
static const intptr_t qualities[] = {0x21, 0x19, 0x15, 0x11, 0x09, 0x05};
#define GLOBAL_QUEUES (2 * sizeof qualities / sizeof *qualities)

/// The words of such a queue to read: the last waiting item, and the queue's label.
enum { LAST_ITEM = 6, LABEL = 9 };

static const void *const *global_queues[GLOBAL_QUEUES];

static void find_global_queues(void) {
    const void *(*queue)(intptr_t, uintptr_t) =
        (const void *(*)(intptr_t, uintptr_t))dlsym(RTLD_DEFAULT, "dispatch_get_global_queue");
    const char *(*label)(const void *) =
        (const char *(*)(const void *))dlsym(RTLD_DEFAULT, "dispatch_queue_get_label");
    if (!queue || !label) return;
    for (size_t index = 0; index < GLOBAL_QUEUES; index++) {
        const void *const *found = queue(qualities[index / 2], index % 2 * 2);
        const void *words[LABEL + 1];
        if (!found || !ribleak_read_memory(found, words, sizeof words)) continue;
        // If the label is elsewhere, the version is unknown.
        if (words[LABEL] == label(found)) global_queues[index] = found;
    }
}

static void find_global_queues_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_global_queues);
}

int ribleak_global_queues_wait(void) {
    find_global_queues_once();
    for (size_t index = 0; index < GLOBAL_QUEUES; index++) {
        const void *const *queue = global_queues[index];
        if (queue && __atomic_load_n(&queue[LAST_ITEM], __ATOMIC_ACQUIRE)) return 1;
    }
    return 0;
}

int ribleak_is_of_dispatch(uintptr_t address) {
    ribleak_find_libdispatch();
    return address >= dispatch_start && address < dispatch_end;
}

int ribleak_dispatch_variables(size_t *module, size_t *offset) {
    ribleak_find_libdispatch();
    *module = thread_module;
    *offset = thread_offset;
    return knows_thread_variables && thread_module > 0;
}

// MARK: The main queue

/// The word with the first waiting item of the main queue, and the words of an item: the next item
/// and the function to call.
enum { FIRST_ITEM = 13, NEXT_ITEM = 2, FUNCTION = 4 };
/// More items than this are not looked at one by one.
#define MOST_ITEMS 64
/// A longer list is not read to its end.
#define MOST_WAITING 65536

static const void *const *main_queue;
/// Whether the words of the main queue are where this version of libdispatch is known to have them.
static int knows_main_queue;
static void (*queue_function)(const void *queue, void *context, void (*work)(void *));
static int (*main_queue_handle)(void);
/// The function of the recorder's own work in the main queue.
static void (*own_work)(void *);

static void find_main_queue(void) {
    main_queue = dlsym(RTLD_DEFAULT, "_dispatch_main_q");
    queue_function = (void (*)(const void *, void *, void (*)(void *)))dlsym(
        RTLD_DEFAULT, "dispatch_async_f");
    // The handle that run loops wait for. The first caller sets it up.
    main_queue_handle = (int (*)(void))dlsym(RTLD_DEFAULT, "_dispatch_get_main_queue_handle_4CF");
    const char *(*label)(const void *) =
        (const char *(*)(const void *))dlsym(RTLD_DEFAULT, "dispatch_queue_get_label");
    const void *words[FIRST_ITEM + 1];
    knows_main_queue = main_queue && label && ribleak_read_memory(main_queue, words, sizeof words)
        && words[LABEL] == label(main_queue);
}

static void find_main_queue_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_main_queue);
}

/// The bit of a queue's flags, in the word after its label, that is set while one thread serves it.
#define THREAD_BOUND 0x00040000u
/// The bit of a source's flags, in the same word, that is set once it is cancelled.
#define CANCELLED 0x10000000u

int ribleak_main_queue_needs_thread(void) {
    find_main_queue_once();
    if (!knows_main_queue) return 0;
    const void *const *word = &main_queue[LABEL + 1];
    return !(__atomic_load_n((const uint32_t *)word, __ATOMIC_RELAXED) & THREAD_BOUND);
}

int ribleak_main_queue_add(void *context, void (*work)(void *)) {
    find_main_queue_once();
    if (!main_queue || !queue_function) return 0;
    __atomic_store_n(&own_work, work, __ATOMIC_RELAXED);
    queue_function(main_queue, context, work);
    return 1;
}

/// Whether an item is the recorder's: its own function, or a queue of its own that targets this one.
static int is_own(const void *item) {
    const void *words[LABEL + 1];
    char label[] = "ribleak.";
    if (!ribleak_read_memory(item, words, sizeof words)) return 0;
    // A function has flags in its first word, where an object has its class.
    if ((uintptr_t)words[0] < 0x1000) {
        return words[FUNCTION] == (const void *)__atomic_load_n(&own_work, __ATOMIC_RELAXED);
    }
    const void *start = words[LABEL];
    return ribleak_read_memory(start, label, sizeof label - 1) && !strcmp(label, "ribleak.");
}

/// The words of a timer: its source's address, inverted, what it does, when it is due, and how often.
enum { TIMER_SOURCE = 1, TIMER_HANDLER = 5, TIMER_DUE = 10, TIMER_INTERVAL = 12 };

/// Whether an item is the source of a timer that repeats, and goes on. Once it is cancelled, what waits
/// lets go of its handlers.
static int is_repeating(const void *item) {
    uint64_t words[TIMER_WORDS], timer[TIMER_INTERVAL + 1];
    if (!ribleak_read_memory(item, words, sizeof words)) return 0;
    if (words[LABEL + 1] & CANCELLED) return 0;
    for (size_t index = 2; index < TIMER_WORDS; index++) {
        if (words[index] < 0x1000 || words[index] & 7) continue;
        if (!ribleak_read_memory((const void *)words[index], timer, sizeof timer)) continue;
        if (timer[TIMER_SOURCE] == ~(uint64_t)item) return timer[TIMER_INTERVAL] < INT64_MAX;
    }
    return 0;
}

/// Whether there is an item of the host's in the main queue that runs once. Other threads may be
/// adding items.
static int has_due_item_of_host(void) {
    const void *last = __atomic_load_n(&main_queue[LAST_ITEM], __ATOMIC_ACQUIRE);
    if (!last) return 0;
    const void *item = __atomic_load_n(&main_queue[FIRST_ITEM], __ATOMIC_ACQUIRE);
    for (int looked = 0; looked < MOST_ITEMS; looked++) {
        const void *words[NEXT_ITEM + 1];
        if (!item || !ribleak_read_memory(item, words, sizeof words)) return 1;
        if (!is_own(item) && !is_repeating(item)) return 1;
        if (item == last) return 0;
        item = words[NEXT_ITEM];
    }
    return 1;
}

int ribleak_main_queue_waits(void) {
    find_main_queue_once();
    // The handle shows where a run loop serves the queue. It may still be signalled when the
    // queue is empty, so the queue itself has the last word.
    struct pollfd wakeup = {main_queue_handle ? main_queue_handle() : -1, POLLIN, 0};
    if (wakeup.fd < 0 || poll(&wakeup, 1, 0) <= 0) return 0;
    return !knows_main_queue || has_due_item_of_host();
}

// MARK: Due timers

/// The word of an item with the argument of its function.
enum { CONTEXT = 5 };
/// More timers than this are not read.
#define MOST_TIMERS 4096

/// A request to the manager queue. Whoever is done with it last frees it.
struct due_request {
    uint64_t within;
    int users;
    int is_done, is_complete;
    pthread_mutex_t lock;
    pthread_cond_t done;
    size_t count;
    struct ribleak_due_work work[RIBLEAK_MOST_DUE];
};

/// Notes a piece of work. What cannot be read leads nowhere.
static void note_due(struct due_request *request, const void *context) {
    uintptr_t first;
    if (request->count == RIBLEAK_MOST_DUE) return;
    if (!ribleak_read_memory(context, &first, sizeof first)) return;
    request->work[request->count++] = (struct ribleak_due_work){(uintptr_t)context, first};
}

static void give_up_request(struct due_request *request) {
    if (__atomic_sub_fetch(&request->users, 1, __ATOMIC_ACQ_REL) > 0) return;
    pthread_cond_destroy(&request->done);
    pthread_mutex_destroy(&request->lock);
    free(request);
}

/// Reads one element of a heap. Even elements are ordered by time, odd ones by deadline.
static int read_element(const struct timer_heap *heap, uint32_t index, void **timer) {
    if (index < 2) return *timer = heap->earliest[index], 1;
    index -= 2;
    uint32_t segment = 0;
    while (index >> segment >= FIRST_SEGMENT) segment++;
    void **elements = heap->last;
    if (segment + 1 < heap->segments) {
        uint32_t capacity = FIRST_SEGMENT << (heap->segments - 2);
        if (!ribleak_read_memory(&heap->last[capacity - segment - 1], &elements, sizeof elements)) {
            return 0;
        }
    }
    if (segment > 0) index -= FIRST_SEGMENT << (segment - 1);
    return ribleak_read_memory(&elements[index], timer, sizeof *timer);
}

/// Reads the timers of a heap that are due by a time, each only once. No timer that repeats counts.
static void read_due(const struct timer_heap *heap, uint64_t end, struct due_request *request) {
    uint32_t count = heap->count < 2 * MOST_TIMERS ? heap->count : 2 * MOST_TIMERS;
    for (uint32_t index = 0; index < count && heap->segments <= 24; index += 2) {
        void *timer;
        uint64_t words[TIMER_WORDS];
        const void *item[CONTEXT + 1];
        if (!read_element(heap, index, &timer)) return;
        if (!ribleak_read_memory(timer, words, (TIMER_INTERVAL + 1) * sizeof *words)) continue;
        if (words[TIMER_DUE] > end || words[TIMER_INTERVAL] < INT64_MAX) continue;
        const void *handler = (const void *)words[TIMER_HANDLER];
        if (!handler || !ribleak_read_memory(handler, item, sizeof item)) continue;
        note_due(request, item[CONTEXT]);
    }
}

/// Notes the newest items of a queue that wait for a thread. A run of tests may have queued thousands
/// before.
///
/// While another thread takes or adds an item, the list may be cut short: then its end is not reached,
/// and the request is not complete.
static void read_items(const void *const *queue, struct due_request *request) {
    struct { const void *item, *context; } newest[MOST_ITEMS];
    size_t count = 0;
    const void *item = NULL, *last = __atomic_load_n(&queue[LAST_ITEM], __ATOMIC_ACQUIRE);
    if (!last) return;
    for (const void *next = __atomic_load_n(&queue[FIRST_ITEM], __ATOMIC_ACQUIRE);
         next && count < MOST_WAITING;) {
        const void *words[CONTEXT + 1];
        if (!ribleak_read_memory(next, words, sizeof words)) break;
        item = next;
        // An item is a function with its context, or an object: a source or a queue.
        const void *context = (uintptr_t)words[0] < 0x1000 ? words[CONTEXT] : item;
        newest[count % MOST_ITEMS].item = item;
        newest[count++ % MOST_ITEMS].context = context;
        next = words[NEXT_ITEM];
    }
    if (item != __atomic_load_n(&queue[LAST_ITEM], __ATOMIC_ACQUIRE)) request->is_complete = 0;
    for (size_t index = 0; index < count && index < MOST_ITEMS; index++) {
        const void *item = newest[index].item, *context = newest[index].context;
        if (is_own(item) || (context == item && is_repeating(item))) continue;
        note_due(request, context);
    }
}

/// The time of a heap's clock. The heaps are in the order of libdispatch.
static uint64_t now_of_heap(size_t index) {
    static const clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_REALTIME};
    struct timespec now;
    clock_gettime(clocks[index], &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int ribleak_has_due_timer(uint64_t within) {
    ribleak_find_libdispatch();
    for (size_t index = 0; index < timer_heap_count; index++) {
        struct timer_heap heap;
        uint64_t words[TIMER_DUE + 1], now = now_of_heap(index);
        if (!ribleak_read_memory(&timer_heaps[index], &heap, sizeof heap)) return 1;
        if (heap.count < 2) continue;
        if (!ribleak_read_memory(heap.earliest[0], words, sizeof words)) return 1;
        if (words[TIMER_DUE] > now + within) continue;
        if (only_housekeeping_in(&heap, now, now + within) == 0) return 1;
    }
    return 0;
}

/// Runs in the manager queue, where no timer changes meanwhile.
static void read_due_timers(void *context) {
    struct due_request *request = context;
    for (size_t index = 0; index < timer_heap_count; index++) {
        struct timer_heap heap;
        if (!ribleak_read_memory(&timer_heaps[index], &heap, sizeof heap)) continue;
        read_due(&heap, now_of_heap(index) + request->within, request);
    }
    // A timer that has just fired waits there.
    if (knows_main_queue) read_items(main_queue, request);
    for (size_t index = 0; index < GLOBAL_QUEUES; index++) {
        if (global_queues[index]) read_items(global_queues[index], request);
    }
    for (size_t index = 0; task_queues && index < TASK_QUEUES; index++) {
        const void *const *queue = __atomic_load_n(&task_queues[index], __ATOMIC_ACQUIRE);
        if (queue) read_items(queue, request);
    }
    pthread_mutex_lock(&request->lock);
    request->is_done = 1;
    pthread_cond_signal(&request->done);
    pthread_mutex_unlock(&request->lock);
    give_up_request(request);
}

static struct due_request *make_request(uint64_t within) {
    struct due_request *request = calloc(1, sizeof *request);
    if (!request) return NULL;
    request->within = within;
    request->users = 2;
    request->is_complete = 1;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&request->done, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&request->lock, NULL);
    return request;
}

enum { PART_OF_WAIT = 10000000 };  // nanoseconds

int ribleak_find_due_work(uint64_t within, uint64_t wait, struct ribleak_due_work *work) {
    ribleak_find_libdispatch();
    find_main_queue_once();
    find_global_queues_once();
    if (!manager_queue || timer_heap_count == 0 || !queue_function) return 0;
    struct due_request *request = make_request(within);
    if (!request) return -1;
    // A timer that was just made waits in this queue until it is set, and is read after that.
    queue_function(manager_queue, request, read_due_timers);
    pthread_mutex_lock(&request->lock);
    // In parts: on a machine so busy that libdispatch's thread gets its turn late, this thread does too, and waits
    // as much longer.
    for (uint64_t waited = 0; !request->is_done && waited < wait; waited += PART_OF_WAIT) {
        uint64_t end = ribleak_monotonic_now() + PART_OF_WAIT;
        struct timespec limit = {(time_t)(end / 1000000000u), (long)(end % 1000000000u)};
        while (!request->is_done &&
               pthread_cond_timedwait(&request->done, &request->lock, &limit) == 0) {}
    }
    int count = request->is_done && request->is_complete ? (int)request->count : -1;
    if (count > 0) memcpy(work, request->work, (size_t)count * sizeof *work);
    pthread_mutex_unlock(&request->lock);
    give_up_request(request);
    return count;
}

#else

int ribleak_is_of_dispatch(uintptr_t address) {
    (void)address;
    return 0;
}

int ribleak_main_queue_add(void *context, void (*work)(void *)) {
    (void)context, (void)work;
    return 0;
}

int ribleak_main_queue_waits(void) { return 0; }

int ribleak_main_queue_needs_thread(void) { return 0; }

int ribleak_find_due_work(uint64_t within, uint64_t wait, struct ribleak_due_work *work) {
    (void)within, (void)wait, (void)work;
    return 0;
}

#endif
