// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_VICTIMSHIMS_H
#define RIBLEAK_VICTIMSHIMS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// fork(2), which Swift hides. A child that hangs is ended by SIGALRM.
int victim_fork(void);

/// Forks on this thread; the child's thread returns instead of ending the process by itself.
///
/// Returns the child's exit status in the parent, and -1 in the child.
int victim_fork_and_return(void);

/// Waits for a child; returns what waitpid says of it, 0 for a child that exited with 0.
int victim_wait(int child);

/// From now on files may not grow beyond this many bytes.
int victim_limit_file_size(uint64_t bytes);

/// No core file for a process that ends itself on purpose.
void victim_forbid_core(void);

/// Gives up root, if the process has it, so that file permissions count.
void victim_become_nobody(void);

/// Fills a file until the disk is full.
void victim_fill_disk(const char *path);

/// Sets what is done about SIGBUS: `default`, `ignored`, `facts` for a handler that gets them and exits with 40
/// if they are right, or `plain` for one that does not and exits with 41.
void victim_handle_bus_errors(const char *how);

/// Stores into a mapping of a file that was truncated.
void victim_fault(void);

/// Has a timer fire; returns its descriptor, which nobody has read.
int victim_fire_timer(void);

/// Asks to be told once that a timer has fired; returns the descriptor of the `epoll` that is to tell.
int victim_ask_for_timer(int timer);

/// Waits until that tells, without reading the timer; returns 1 then.
int victim_hear_of_timer(int events);

/// Sends itself SIGBUS.
void victim_send_bus_error(void);

/// How often the executable's code waited for a lock in this forked child, as a preloaded library counts it.
int victim_waits_for_locks(void);

/// Runs a function on threads with small stacks, all of which live until each has run it. Returns how many there
/// were.
int victim_run_on_small_stacks(int count, size_t bytes, void (*function)(void));

/// Runs a function in a signal handler.
void victim_raise(void (*function)(void));

/// From now on only as many more descriptors may be open at once.
void victim_limit_descriptors(uint64_t more);

/// From now on the process may map only as many more bytes.
void victim_limit_memory(uint64_t more);

/// Loads and unloads a library until the process ends, on a thread of its own.
void victim_keep_loading(const char *library);

/// Loads a library, lets its `plugin_call` call back, and unloads it. Returns the address it had.
uintptr_t victim_call_plugin(const char *library, void (*callback)(void));

/// The file that the first `symbol` of the process lies in, or NULL.
const char *victim_file_of(const char *symbol);

/// Throws through frames that call back from their destructors; returns how many were unwound.
int victim_throw(int depth, void (*callback)(void));

/// Throws an exception that nothing catches.
void victim_throw_uncaught(void);

#ifdef __cplusplus
}
#endif

#endif
