// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import TraceFixtures

    /// As much of Apple's headers as the shims use: the same names, types and values, in our words.
    enum AppleHeaders {
        /// Writes the headers below a folder.
        static func write(to folder: TemporaryFolder) throws {
            for (name, text) in all {
                let path = folder.file(name)
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent,
                    withIntermediateDirectories: true)
                try "#pragma once\n\(text)".write(
                    toFile: path, atomically: true, encoding: .utf8)
            }
        }

        private static let all = [
            "dlfcn.h": """
            #define RTLD_DEFAULT ((void *)-2)
            typedef struct { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; } Dl_info;
            int dladdr(const void *, Dl_info *); void *dlsym(void *, const char *);
            """,
            "pthread.h": """
            typedef struct { long opaque[8]; } pthread_mutex_t; typedef struct _opaque *pthread_t;
            int pthread_mutex_init(pthread_mutex_t *, const void *); int pthread_mutex_destroy(pthread_mutex_t *);
            int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_trylock(pthread_mutex_t *);
            int pthread_mutex_unlock(pthread_mutex_t *); pthread_t pthread_self(void);
            unsigned pthread_mach_thread_np(pthread_t);
            """,
            "stdint.h": """
            typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;
            #define UINTPTR_MAX 18446744073709551615UL
            typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;
            typedef unsigned long long uint64_t; typedef long intptr_t; typedef unsigned long uintptr_t;
            #define UINT64_MAX 18446744073709551615ULL
            """,
            "stdlib.h": """
            #include <stddef.h>
            void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);
            void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
            """,
            "string.h": """
            #include <stddef.h>
            void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);
            int memcmp(const void *, const void *, size_t); int strncmp(const char *, const char *, size_t);
            size_t strlcpy(char *, const char *, size_t);
            """,
            "mach/mach.h": """
            #include <stdint.h>
            typedef int kern_return_t; typedef unsigned natural_t; typedef int integer_t;
            typedef unsigned mach_port_t; typedef mach_port_t task_t, vm_map_t, thread_act_t;
            typedef thread_act_t *thread_act_array_t; typedef natural_t mach_msg_type_number_t;
            typedef uintptr_t vm_offset_t, vm_address_t, vm_size_t; typedef int vm_prot_t, boolean_t;
            typedef int *vm_region_recurse_info_t; typedef integer_t *thread_info_t; typedef natural_t *thread_state_t;
            enum { KERN_SUCCESS = 0, KERN_RESOURCE_SHORTAGE = 6, VM_PROT_READ = 1, VM_PROT_WRITE = 2 };
            enum { VM_MEMORY_MALLOC = 1, VM_MEMORY_ANALYSIS_TOOL = 10, VM_MEMORY_MALLOC_PROB_GUARD = 13, VM_MEMORY_STACK = 30 };
            typedef struct { vm_address_t address; vm_size_t size; } vm_range_t;
            typedef struct vm_region_submap_info_64 {
                vm_prot_t protection, max_protection; unsigned inheritance; unsigned long long offset;
                unsigned user_tag, pages_resident, pages_shared_now_private, pages_swapped_out, pages_dirtied, ref_count;
                unsigned short shadow_depth; unsigned char external_pager, share_mode; boolean_t is_submap; int behavior;
                unsigned object_id; unsigned short user_wired_count; unsigned pages_reusable; unsigned long long object_id_full;
            } vm_region_submap_info_data_64_t;
            #define VM_REGION_SUBMAP_INFO_COUNT_64 (sizeof(vm_region_submap_info_data_64_t) / sizeof(natural_t))
            extern mach_port_t mach_task_self_;
            #define mach_task_self() mach_task_self_
            kern_return_t vm_read_overwrite(vm_map_t, vm_address_t, vm_size_t, vm_address_t, vm_size_t *);
            kern_return_t vm_read(vm_map_t, vm_address_t, vm_size_t, vm_offset_t *, mach_msg_type_number_t *);
            kern_return_t vm_deallocate(vm_map_t, vm_address_t, vm_size_t);
            kern_return_t vm_region_recurse_64(
                vm_map_t, vm_address_t *, vm_size_t *, natural_t *, vm_region_recurse_info_t, mach_msg_type_number_t *);
            kern_return_t mach_port_deallocate(task_t, mach_port_t);
            kern_return_t task_threads(task_t, thread_act_array_t *, mach_msg_type_number_t *);
            kern_return_t thread_get_state(thread_act_t, int, thread_state_t, mach_msg_type_number_t *);
            kern_return_t thread_info(thread_act_t, unsigned, thread_info_t, mach_msg_type_number_t *);
            enum { THREAD_EXTENDED_INFO = 5, TH_STATE_WAITING = 3 };
            typedef struct thread_extended_info {
                uint64_t pth_user_time, pth_system_time; int32_t pth_cpu_usage, pth_policy, pth_run_state, pth_flags;
                int32_t pth_sleep_time, pth_curpri, pth_priority, pth_maxpriority; char pth_name[64];
            } thread_extended_info_data_t;
            #define THREAD_EXTENDED_INFO_COUNT (sizeof(thread_extended_info_data_t) / sizeof(natural_t))
            #if defined(__arm64__)
            enum { ARM_THREAD_STATE64 = 6 };
            typedef struct { uint64_t __x[29], __fp, __lr, __sp, __pc; uint32_t __cpsr, __pad; } arm_thread_state64_t;
            #define ARM_THREAD_STATE64_COUNT (sizeof(arm_thread_state64_t) / sizeof(uint32_t))
            #define arm_thread_state64_get_sp(state) ((state).__sp)
            #else
            enum { x86_THREAD_STATE64 = 4 };
            typedef struct {
                uint64_t __rax, __rbx, __rcx, __rdx, __rdi, __rsi, __rbp, __rsp, __r8, __r9, __r10, __r11, __r12, __r13, __r14;
                uint64_t __r15, __rip, __rflags, __cs, __fs, __gs;
            } x86_thread_state64_t;
            #define x86_THREAD_STATE64_COUNT (sizeof(x86_thread_state64_t) / sizeof(int))
            #endif
            """,
            "mach-o/dyld.h": """
            #include <mach-o/loader.h>
            uint32_t _dyld_image_count(void); const struct mach_header *_dyld_get_image_header(uint32_t);
            intptr_t _dyld_get_image_vmaddr_slide(uint32_t); const char *_dyld_get_image_name(uint32_t);
            """,
            "mach-o/loader.h": """
            #include <stdint.h>
            enum { MH_MAGIC_64 = 0xfeedfacf, LC_SEGMENT_64 = 0x19, LC_UUID = 0x1b };
            struct mach_header { uint32_t magic, cputype, cpusubtype, filetype, ncmds, sizeofcmds, flags; };
            struct mach_header_64 { uint32_t magic, cputype, cpusubtype, filetype, ncmds, sizeofcmds, flags, reserved; };
            struct load_command { uint32_t cmd, cmdsize; };
            struct uuid_command { uint32_t cmd, cmdsize; uint8_t uuid[16]; };
            struct segment_command_64 {
                uint32_t cmd, cmdsize; char segname[16]; uint64_t vmaddr, vmsize, fileoff, filesize;
                int maxprot, initprot; uint32_t nsects, flags;
            };
            """,
            "malloc/malloc.h": """
            #include <mach/mach.h>
            #include <stddef.h>
            typedef kern_return_t memory_reader_t(task_t, vm_address_t, vm_size_t, void **);
            typedef void vm_range_recorder_t(task_t, void *, unsigned, vm_range_t *, unsigned);
            enum { MALLOC_PTR_IN_USE_RANGE_TYPE = 1 };
            typedef struct _malloc_zone_t { void *functions[12]; struct malloc_introspection_t *introspect; unsigned version; } malloc_zone_t;
            struct malloc_introspection_t {
                kern_return_t (*enumerator)(
                    task_t, void *, unsigned, vm_address_t, memory_reader_t, vm_range_recorder_t);
                size_t (*good_size)(malloc_zone_t *, size_t);
                boolean_t (*check)(malloc_zone_t *); void (*print)(malloc_zone_t *, boolean_t);
                void (*log)(malloc_zone_t *, void *);
                void (*force_lock)(malloc_zone_t *); void (*force_unlock)(malloc_zone_t *);
            };
            kern_return_t malloc_get_all_zones(task_t, memory_reader_t, vm_address_t **, unsigned *);
            """,
            "objc/runtime.h": """
            #include <stddef.h>
            #include <stdint.h>
            typedef struct objc_class *Class; typedef struct objc_ivar *Ivar;
            Class objc_getClass(const char *); Class class_getSuperclass(Class);
            size_t class_getInstanceSize(Class); const char *class_getName(Class);
            const uint8_t *class_getIvarLayout(Class); Ivar *class_copyIvarList(Class, unsigned *);
            const char *ivar_getName(Ivar); ptrdiff_t ivar_getOffset(Ivar);
            """,
            "sys/mman.h": """
            #include <sys/types.h>
            #define PROT_READ 1
            #define PROT_WRITE 2
            #define MAP_SHARED 1
            #ifndef MAP_ANON
            #define MAP_ANON 0x1000
            #endif
            #define MAP_FAILED ((void *)-1)
            void *mmap(void *, size_t, int, int, int, off_t); int munmap(void *, size_t);
            """,
            "sys/types.h": """
            #include <stddef.h>
            typedef long ssize_t; typedef long long off_t;
            """,
        ]
    }
#endif
