// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    /// A program in C that runs the shims for Apple's platforms with a kernel, a malloc and an
    /// Objective-C of its own, and prints what they find.
    enum FakeApple {
        static let program = #"""
            // Stands in for the kernel and the runtimes that the shims for Apple's platforms call.
            #include "CRIBShims.h"

            #include <dlfcn.h>
            #include <mach/mach.h>
            #include <malloc/malloc.h>
            #include <objc/runtime.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/mman.h>

            int printf(const char *, ...);
            void abort(void);
            long syscall(long, ...);
            int getpid(void);
            void *__libc_malloc(size_t);
            void *__libc_calloc(size_t, size_t);

            static int is_locked, locks, copies, ports_released, arrays_released;

            // Nothing may allocate under a zone's lock.
            void *malloc(size_t size) { return is_locked ? (abort(), NULL) : __libc_malloc(size); }
            void *calloc(size_t count, size_t size) {
                return is_locked ? (abort(), NULL) : __libc_calloc(count, size);
            }

            size_t strlcpy(char *to, const char *from, size_t size) {
                size_t index = 0;
                for (; index + 1 < size && from[index]; index++) to[index] = from[index];
                to[index] = 0;
                return index;
            }

            mach_port_t mach_task_self_ = 1;

            struct piece { void *start; size_t size; };

            kern_return_t vm_read_overwrite(
                vm_map_t task, vm_address_t address, vm_size_t size, vm_address_t to, vm_size_t *copied) {
            #if defined(__aarch64__)
                enum { PROCESS_VM_READV = 270, KERN_INVALID_ADDRESS = 1 };
            #else
                enum { PROCESS_VM_READV = 310, KERN_INVALID_ADDRESS = 1 };
            #endif
                struct piece own = {(void *)to, size}, other = {(void *)address, size};
                (void)task;
                long count = syscall(PROCESS_VM_READV, getpid(), &own, 1L, &other, 1L, 0L);
                if (count != (long)size) return KERN_INVALID_ADDRESS;
                *copied = size;
                return KERN_SUCCESS;
            }

            static void *map(size_t size) {
                return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANON, -1, 0);
            }

            kern_return_t vm_read(
                vm_map_t task, vm_address_t address, vm_size_t size, vm_offset_t *start,
                mach_msg_type_number_t *count) {
                vm_size_t copied;
                void *copy = map(size);
                kern_return_t result = vm_read_overwrite(task, address, size, (vm_address_t)copy, &copied);
                if (result != KERN_SUCCESS) return munmap(copy, size), result;
                *start = (vm_offset_t)copy, *count = (mach_msg_type_number_t)size;
                copies++;
                return KERN_SUCCESS;
            }

            static thread_act_array_t ports;

            kern_return_t vm_deallocate(vm_map_t task, vm_address_t address, vm_size_t size) {
                (void)task;
                if (address == (vm_address_t)ports) {
                    arrays_released++;
                    ports = NULL;
                } else {
                    copies--;
                }
                return munmap((void *)address, size);
            }

            // The second one is a map of its own, with the two after it.
            static const struct {
                vm_address_t start, end;
                unsigned tag, depth;
                int protection, is_submap;
            } regions[] = {
                {0x1000, 0x3000, VM_MEMORY_MALLOC, 0, 3, 0}, {0x4000, 0x8000, 0, 0, 3, 1},
                {0x4000, 0x5000, VM_MEMORY_MALLOC_PROB_GUARD, 1, 3, 0}, {0x6000, 0x7000, VM_MEMORY_STACK, 1, 3, 0},
                {0x9000, 0xA000, VM_MEMORY_ANALYSIS_TOOL, 0, 3, 0}, {0xA000, 0xB000, VM_MEMORY_MALLOC, 0, 1, 0},
                {0xB000, 0xC000, 0, 0, 3, 0},
            };

            kern_return_t vm_region_recurse_64(
                vm_map_t task, vm_address_t *address, vm_size_t *size, natural_t *depth,
                vm_region_recurse_info_t out, mach_msg_type_number_t *count) {
                vm_region_submap_info_data_64_t *info = (void *)out;
                (void)task, (void)count;
                for (size_t index = 0; index < sizeof regions / sizeof *regions; index++) {
                    if (regions[index].end <= *address || regions[index].depth > *depth) continue;
                    if (regions[index].is_submap && *depth > 0) continue;
                    *address = regions[index].start, *size = regions[index].end - regions[index].start;
                    *depth = regions[index].depth;
                    *info = (vm_region_submap_info_data_64_t){
                        .protection = regions[index].protection, .user_tag = regions[index].tag,
                        .is_submap = regions[index].is_submap};
                    return KERN_SUCCESS;
                }
                return 1;
            }

            enum { OWN = 7, WAITING, RUNNING, ENDED, PORTS = 4 };

            mach_port_t pthread_mach_thread_np(pthread_t thread) { return (void)thread, OWN; }

            kern_return_t task_threads(task_t task, thread_act_array_t *array, mach_msg_type_number_t *count) {
                (void)task;
                ports = map(PORTS * sizeof *ports);
                for (int index = 0; index < PORTS; index++) ports[index] = OWN + (thread_act_t)index;
                *array = ports, *count = PORTS;
                return KERN_SUCCESS;
            }

            kern_return_t mach_port_deallocate(task_t task, mach_port_t port) {
                return (void)task, (void)port, ports_released++, KERN_SUCCESS;
            }

            kern_return_t thread_info(
                thread_act_t port, unsigned kind, thread_info_t out, mach_msg_type_number_t *count) {
                thread_extended_info_data_t *info = (void *)out;
                (void)kind, (void)count;
                *info = (thread_extended_info_data_t){
                    .pth_run_state = port == RUNNING ? 1 : TH_STATE_WAITING, .pth_name = "worker"};
                return KERN_SUCCESS;
            }

            kern_return_t thread_get_state(
                thread_act_t port, int kind, thread_state_t out, mach_msg_type_number_t *count) {
                x86_thread_state64_t *state = (void *)out;
                (void)kind, (void)count;
                *state = (x86_thread_state64_t){.__rax = 11, .__rsp = 0x6800, .__r15 = 22};
                return port == WAITING ? KERN_SUCCESS : 1;
            }

            static vm_range_t allocations[] = {{0x3000, 48}, {0x1000, 16}, {0x2000, 32}};

            static kern_return_t enumerate(
                task_t task, void *context, unsigned kind, vm_address_t zone, memory_reader_t read,
                vm_range_recorder_t record) {
                vm_range_t *copy;
                void *missing;
                (void)zone;
                if (!is_locked || kind != MALLOC_PTR_IN_USE_RANGE_TYPE) abort();
                if (read(task, 8, 8, &missing) == KERN_SUCCESS) abort();
                if (read(task, (vm_address_t)allocations, sizeof allocations, (void **)&copy)) return 1;
                record(task, context, kind, copy, 2);
                record(task, context, kind, copy + 2, 1);
                return KERN_SUCCESS;
            }

            static kern_return_t must_not_be_called(
                task_t task, void *context, unsigned kind, vm_address_t zone, memory_reader_t read,
                vm_range_recorder_t record) {
                (void)task, (void)context, (void)kind, (void)zone, (void)read, (void)record;
                abort();
                return 0;
            }

            static void lock(malloc_zone_t *zone) { (void)zone, is_locked = 1, locks++; }
            static void unlock(malloc_zone_t *zone) { (void)zone, is_locked = 0; }

            static struct malloc_introspection_t functions[] = {
                {.enumerator = enumerate, .force_lock = lock, .force_unlock = unlock},
                {.enumerator = must_not_be_called, .force_lock = lock, .force_unlock = unlock},
                {.enumerator = enumerate},
            };
            static malloc_zone_t zones[] = {
                {.introspect = &functions[0]}, {.introspect = &functions[1]}, {.introspect = &functions[2]}, {0},
            };
            static vm_address_t zone_list[5];

            kern_return_t malloc_get_all_zones(
                task_t task, memory_reader_t read, vm_address_t **addresses, unsigned *count) {
                for (int index = 0; index < 4; index++) zone_list[index] = (vm_address_t)&zones[index];
                // One that is gone.
                zone_list[4] = 16;
                *count = 5;
                return read(task, (vm_address_t)zone_list, sizeof zone_list, (void **)addresses);
            }

            int fake_dladdr(const void *function, Dl_info *info) {
                info->dli_fbase = (void *)(function == (const void *)must_not_be_called ? 2L : 1L);
                return 1;
            }

            static const uintptr_t mask = 0x00007FFFFFFFFFF8;
            void *fake_dlsym(void *image, const char *name) {
                return image == RTLD_DEFAULT && strncmp(name, "objc_debug_isa_class_mask", 30) == 0
                           ? (void *)&mask : NULL;
            }

            // Classes as the runtime has them: each begins with its own class.
            struct objc_ivar { const char *name; ptrdiff_t offset; };
            struct objc_class { uintptr_t isa; Class super; const uint8_t *layout; unsigned count; struct objc_ivar ivars[4]; };
            static struct objc_class root_class, root, upper_class, upper, lower_class, lower;

            Class objc_getClass(const char *name) { return strncmp(name, "NSObject", 9) == 0 ? &root : NULL; }
            Class class_getSuperclass(Class type) { return type->super; }
            const char *class_getName(Class type) { return type == &lower ? "Lower" : "?"; }
            const uint8_t *class_getIvarLayout(Class type) { return type->layout; }
            const char *ivar_getName(Ivar ivar) { return ivar->name; }
            ptrdiff_t ivar_getOffset(Ivar ivar) { return ivar->offset; }
            Ivar *class_copyIvarList(Class type, unsigned *count) {
                Ivar *list = malloc(type->count * sizeof *list);
                for (*count = 0; *count < type->count; ++*count) list[*count] = &type->ivars[*count];
                return list;
            }

            static uintptr_t word(const void *pointer) { return (uintptr_t)pointer; }

            static void make_classes(void) {
                // The bits of a class's address that mean something else.
                const uintptr_t marks = 0x0100000000000001;
                root_class = (struct objc_class){.isa = word(&root_class), .super = &root};
                root = (struct objc_class){.isa = word(&root_class) | marks};
                upper_class = (struct objc_class){.isa = word(&root_class), .super = &root_class};
                upper = (struct objc_class){word(&upper_class), &root, (const uint8_t *)"\x11\x02", 3,
                    {{"number", 8}, {"child", 16}, {"pair", 24}}};
                lower_class = (struct objc_class){.isa = word(&root_class), .super = &upper_class};
                lower = (struct objc_class){word(&lower_class) | marks, &upper, (const uint8_t *)"\x21", 2,
                    {{"weak", 40}, {"last", 56}}};
            }

            static size_t fields_of(const void *type) {
                struct ribleak_objc_field fields[8];
                return ribleak_objc_fields(word(type), fields, 8);
            }

            int main(void) {
                int way = ribleak_memory_open(0);
                uint64_t from = 42, to = 0;
                printf("copied %zu %d", ribleak_memory_copy(way, word(&from), &to, sizeof to), (int)to);
                printf(", missing %zu\n", ribleak_memory_copy(way, 16, &to, sizeof to));
                struct ribleak_memory_piece pieces[] = {{word(&from), &to, 0}, {16, &to, 1}};
                ribleak_memory_gather(way, pieces, 2, sizeof to);
                printf("pieces %d %d\n", pieces[0].is_there, pieces[1].is_there);

                struct ribleak_region found[8];
                size_t count = ribleak_list_regions(found, 8);
                printf("regions");
                for (size_t index = 0; index < count; index++) {
                    printf(" %llx-%llx%s", found[index].start, found[index].end, found[index].is_stack ? "s" : "");
                }
                printf(", room for one: %zu\n", ribleak_list_regions(found, 1));

                struct ribleak_thread threads[4];
                count = ribleak_list_threads(threads, 4);
                printf("threads %zu %s %llx", count, ribleak_thread_name(threads), threads[0].stack_pointer);
                printf(" %llu %llu", threads[0].registers[0], threads[0].registers[15]);
                printf(", released %d %d\n", ports_released, arrays_released);

                struct ribleak_chunks *chunks = ribleak_list_chunks(0, NULL);
                printf("chunks");
                for (uint64_t next = 0; (next = ribleak_next_chunk(chunks, next)) != 0;) {
                    printf(" %llx:%llu", next, ribleak_chunk_size(chunks, next));
                }
                printf(", inside: %llu", ribleak_chunk_size(chunks, 0x2008));
                printf(", locked %d %d, copies %d\n", locks, is_locked, copies);
                ribleak_forget_chunks(chunks);

                make_classes();
                struct ribleak_objc_field fields[8];
                count = ribleak_objc_fields(word(&lower), fields, 8);
                printf("fields");
                for (size_t index = 0; index < count; index++) {
                    printf(" %s@%u", (const char *)fields[index].name, fields[index].offset);
                }
                struct { uintptr_t isa; } object = {word(&lower)}, plain = {word(&root)};
                printf(", objects %zu %zu", fields_of(&object), fields_of(&plain));
                printf(", their classes' classes %zu %zu", fields_of(&lower_class), fields_of(&root_class));
                printf(", nothing %zu %zu %zu\n", fields_of(NULL), fields_of((void *)16), fields_of(&object.isa + 100));
                printf("names %s '%s'\n", ribleak_objc_name(word(&lower)), ribleak_objc_name(word(&object)));
            }
            """#
    }
#endif
