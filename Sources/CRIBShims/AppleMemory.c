// SPDX-License-Identifier: Apache-2.0

#include "CRIBShims.h"

#if defined(__APPLE__)

#include <mach/mach.h>
#include <string.h>
#include <sys/mman.h>

// The kernel copies for us, as it does on Linux: a missing page ends the call, not the process. It
// copies all or nothing.

size_t ribleak_memory_copy(int way, uint64_t address, void *buffer, size_t count) {
    vm_size_t copied = 0;
    if (way == RIBLEAK_MEMORY_NONE) { return 0; }
    kern_return_t result = vm_read_overwrite(
        mach_task_self(), (vm_address_t)address, count, (vm_address_t)buffer, &copied);
    return result == KERN_SUCCESS ? copied : 0;
}

int ribleak_memory_open(int by_file) {
    static const char probe = 42;
    char found = 0;
    (void)by_file;
    ribleak_memory_copy(RIBLEAK_MEMORY_BY_CALL, (uint64_t)(uintptr_t)&probe, &found, 1);
    return found == probe ? RIBLEAK_MEMORY_BY_CALL : RIBLEAK_MEMORY_NONE;
}

void ribleak_memory_close(int way) { (void)way; }

void ribleak_memory_gather(
    int way, struct ribleak_memory_piece *pieces, size_t count, size_t size) {
    for (size_t index = 0; index < count; index++) {
        pieces[index].is_there =
            ribleak_memory_copy(way, pieces[index].address, pieces[index].buffer, size) == size;
    }
}

void *ribleak_memory_map(size_t count) {
    void *start = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANON, -1, 0);
    return start == MAP_FAILED ? NULL : start;
}

void ribleak_memory_unmap(void *start, size_t count) { munmap(start, count); }

void ribleak_memory_enlarge_pages(void *start, size_t count) { (void)start, (void)count; }

// MARK: Regions

/// Whether memory is malloc's, by the tag that it asked for it with. All of its tags are in one row,
/// with one of another.
static int is_of_malloc(unsigned tag) {
    return tag >= VM_MEMORY_MALLOC && tag <= VM_MEMORY_MALLOC_PROB_GUARD &&
           tag != VM_MEMORY_ANALYSIS_TOOL;
}

size_t ribleak_list_regions(struct ribleak_region *regions, size_t most) {
    enum { MOST_ASKED = 1 << 17 };
    vm_address_t address = 0;
    natural_t depth = 0;
    size_t count = 0;
    for (int asked = 0; asked < MOST_ASKED && count < most; asked++) {
        vm_size_t size = 0;
        vm_region_submap_info_data_64_t info;
        mach_msg_type_number_t words = VM_REGION_SUBMAP_INFO_COUNT_64;
        kern_return_t result = vm_region_recurse_64(
            mach_task_self(), &address, &size, &depth, (vm_region_recurse_info_t)&info, &words);
        if (result != KERN_SUCCESS) break;
        if (info.is_submap) {
            // The next answer is about what is in it.
            depth++;
            continue;
        }
        int is_stack = info.user_tag == VM_MEMORY_STACK;
        int wanted = VM_PROT_READ | VM_PROT_WRITE;
        if ((info.protection & wanted) == wanted && (is_stack || is_of_malloc(info.user_tag))) {
            regions[count++] = (struct ribleak_region){address, address + size, is_stack};
        }
        if (address + size <= address) break;
        address += size;
    }
    return count;
}

// MARK: Threads

/// Copies the registers of a thread. The kernel stops it for as long as this takes, if it runs.
static int read_registers(thread_act_t port, struct ribleak_thread *thread) {
#if defined(__arm64__)
    arm_thread_state64_t state;
    mach_msg_type_number_t count = ARM_THREAD_STATE64_COUNT;
    if (thread_get_state(port, ARM_THREAD_STATE64, (thread_state_t)&state, &count) != KERN_SUCCESS) {
        return 0;
    }
    thread->stack_pointer = arm_thread_state64_get_sp(state);
    memcpy(thread->registers, state.__x, sizeof state.__x);
#else
    x86_thread_state64_t state;
    mach_msg_type_number_t count = x86_THREAD_STATE64_COUNT;
    if (thread_get_state(port, x86_THREAD_STATE64, (thread_state_t)&state, &count) != KERN_SUCCESS) {
        return 0;
    }
    thread->stack_pointer = state.__rsp;
    // Sixteen of them, in one row.
    memcpy(thread->registers, &state.__rax, 16 * sizeof state.__rax);
#endif
    return 1;
}

/// Whether a thread waits in the kernel. If so, copies its name, too.
static int is_waiting(thread_act_t port, struct ribleak_thread *thread) {
    thread_extended_info_data_t info;
    mach_msg_type_number_t count = THREAD_EXTENDED_INFO_COUNT;
    kern_return_t result =
        thread_info(port, THREAD_EXTENDED_INFO, (thread_info_t)&info, &count);
    if (result != KERN_SUCCESS || info.pth_run_state != TH_STATE_WAITING) return 0;
    strlcpy(thread->name, info.pth_name, sizeof thread->name);
    return 1;
}

size_t ribleak_list_threads(struct ribleak_thread *threads, size_t most) {
    thread_act_array_t ports;
    mach_msg_type_number_t port_count;
    size_t count = 0;
    if (task_threads(mach_task_self(), &ports, &port_count) != KERN_SUCCESS) return 0;
    thread_act_t own = pthread_mach_thread_np(pthread_self());
    for (mach_msg_type_number_t index = 0; index < port_count; index++) {
        if (ports[index] != own && count < most) {
            memset(&threads[count], 0, sizeof *threads);
            // It may go on in between. Then what was on its stack is as old as these registers.
            count += is_waiting(ports[index], &threads[count]) &&
                     read_registers(ports[index], &threads[count]);
        }
        mach_port_deallocate(mach_task_self(), ports[index]);
    }
    vm_deallocate(mach_task_self(), (vm_address_t)ports, port_count * sizeof *ports);
    return count;
}

#endif
