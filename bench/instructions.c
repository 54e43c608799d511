/* instructions.c: a plugin of qemu that counts the instructions that a program carries out, and
 * prints their number when it ends. bench/arm.py compiles it and says which version of the interface
 * qemu has; Debian ships no header of it, so what is used is declared here. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SHOWN __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
                                           void (*call)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block,
                                          void (*call)(unsigned int, void *), int flags,
                                          void *data);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*call)(plugin_id, void *), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);

SHOWN int qemu_plugin_version = PLUGIN_VERSION;
static uint64_t retired; /* the programs that are counted have one thread */

static void carried_out(unsigned int processor, void *instructions)
{
    (void)processor;
    retired += (uintptr_t)instructions;
}

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    uintptr_t instructions = qemu_plugin_tb_n_insns(block);
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, carried_out, 0, (void *)instructions);
}

static void ended(plugin_id id, void *data)
{
    (void)id;
    (void)data;
    fprintf(stderr, "%" PRIu64 "\n", retired);
}

SHOWN int qemu_plugin_install(plugin_id id, const void *about, int count, char **words)
{
    (void)about;
    (void)count;
    (void)words;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
