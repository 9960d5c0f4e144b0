/* What an AppImage of Four Thrones begins with: it unpacks the program behind it and runs it.
 *
 * Nothing is mounted, so neither FUSE nor any right is needed, and the file may lie where nothing can be written. The
 * program is unpacked into a temporary folder of this user alone, which is removed when the program ends. The folder is
 * locked as long as the program lives; what a killed one has left is removed by the next start.
 *
 * --appimage-offset tells where the packed program begins, --appimage-extract unpacks it into ./squashfs-root. Every
 * other argument belongs to the program.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <squashfuse/squashfuse.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

#define PREFIX "four-thrones-run-"
#define CANNOT_START 127
#define YOUNG_SECONDS 60 /* a folder may be seen between being made and being locked */

static char self[PATH_MAX];

static int fail(const char *format, ...)
{
    va_list words;
    va_start(words, format);
    fprintf(stderr, "%s: ", self);
    vfprintf(stderr, format, words);
    fprintf(stderr, "\n");
    va_end(words);
    return CANNOT_START;
}

/* The packed program is compressed in one way only, so the library's list of ways, and what they need, stays out. */
static sqfs_err unpack_block(void *in, size_t in_size, void *out, size_t *out_size)
{
    size_t size = ZSTD_decompress(out, *out_size, in, in_size);
    if (ZSTD_isError(size))
        return SQFS_ERR;
    *out_size = size;
    return SQFS_OK;
}

sqfs_decompressor sqfs_decompressor_get(sqfs_compression_type type)
{
    return type == ZSTD_COMPRESSION ? unpack_block : NULL;
}

char *sqfs_compression_name(sqfs_compression_type type)
{
    return type == ZSTD_COMPRESSION ? "zstd" : NULL;
}

void sqfs_compression_supported(sqfs_compression_type *types)
{
    memset(types, SQFS_COMP_UNKNOWN, SQFS_COMP_MAX * sizeof *types);
    types[0] = ZSTD_COMPRESSION;
}

/* Where the packed program begins: behind the last section of this one. -1 when that cannot be told. */
static off_t packed_at(int file)
{
    Elf64_Ehdr head;
    if (pread(file, &head, sizeof head, 0) != sizeof head || memcmp(head.e_ident, ELFMAG, SELFMAG))
        return -1;
    return (off_t)head.e_shoff + (off_t)head.e_shentsize * head.e_shnum;
}

static int write_file(sqfs *image, sqfs_inode *inode, const char *path)
{
    static char buffer[1 << 18];
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, inode->base.mode & 0777);
    sqfs_off_t at = 0, whole = (sqfs_off_t)inode->xtra.reg.file_size;
    if (file < 0)
        return -1;
    while (at < whole) {
        sqfs_off_t size = sizeof buffer, done = 0;
        if (sqfs_read_range(image, inode, at, &size, buffer) || size <= 0)
            break;
        while (done < size) {
            ssize_t more = write(file, buffer + done, (size_t)(size - done));
            if (more < 0) {
                close(file);
                return -1;
            }
            done += more;
        }
        at += size;
    }
    return close(file) || at < whole ? -1 : 0;
}

static int write_link(sqfs *image, sqfs_inode *inode, const char *path)
{
    char target[PATH_MAX];
    size_t size = sizeof target;
    return sqfs_readlink(image, inode, target, &size) || symlink(target, path) ? -1 : 0;
}

/* Unpack everything below an existing folder; 0 when all is there. */
static int unpack(int file, off_t offset, const char *folder)
{
    sqfs image;
    sqfs_traverse walk;
    sqfs_err wrong = SQFS_OK;
    int failed = 0;
    if (sqfs_init(&image, file, (size_t)offset) || sqfs_traverse_open(&walk, &image, sqfs_inode_root(&image)))
        return -1;
    while (!failed && sqfs_traverse_next(&walk, &wrong)) {
        char path[PATH_MAX];
        sqfs_inode inode;
        if (walk.dir_end)
            continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, walk.path) >= (int)sizeof path ||
            sqfs_inode_get(&image, &inode, walk.entry.inode))
            failed = -1;
        else if (S_ISDIR(inode.base.mode))
            failed = mkdir(path, 0755);
        else if (S_ISLNK(inode.base.mode))
            failed = write_link(&image, &inode, path);
        else if (S_ISREG(inode.base.mode))
            failed = write_file(&image, &inode, path);
    }
    sqfs_traverse_close(&walk);
    return failed || wrong ? -1 : 0;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    remove(path);
    return 0;
}

static void remove_folder(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* The folder, locked; the lock goes with the last process that holds it. -1 when another holds it. */
static int lock(const char *folder)
{
    int held = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (held >= 0 && flock(held, LOCK_EX | LOCK_NB)) {
        close(held);
        return -1;
    }
    return held;
}

/* Remove what programs that were killed have left. */
static void clear_up(const char *place)
{
    DIR *all = opendir(place);
    struct dirent *entry;
    while (all && (entry = readdir(all))) {
        char path[PATH_MAX];
        struct stat about;
        int held;
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) ||
            snprintf(path, sizeof path, "%s/%s", place, entry->d_name) >= (int)sizeof path || lstat(path, &about) ||
            !S_ISDIR(about.st_mode) || about.st_uid != getuid() || time(NULL) - about.st_ctime < YOUNG_SECONDS)
            continue;
        held = lock(path);
        if (held >= 0) {
            remove_folder(path);
            close(held);
        }
    }
    if (all)
        closedir(all);
}

/* A new folder that programs may be run from, below `place`. */
static int folder_in(const char *place, char *folder)
{
    struct statvfs about;
    if (!place || !*place || statvfs(place, &about) || (about.f_flag & (ST_NOEXEC | ST_RDONLY)))
        return -1;
    clear_up(place);
    if (snprintf(folder, PATH_MAX, "%s/" PREFIX "XXXXXX", place) >= PATH_MAX || !mkdtemp(folder))
        return -1;
    return lock(folder);
}

/* Unpack into the first place that takes it; the lock on the folder, or -1. */
static int settle(int file, off_t offset, char *folder)
{
    char cache[PATH_MAX] = "";
    const char *home = getenv("HOME");
    const char *places[] = {getenv("TMPDIR"), "/tmp", "/var/tmp", getenv("XDG_CACHE_HOME"), cache};
    if (home)
        snprintf(cache, sizeof cache, "%s/.cache", home);
    for (size_t number = 0; number < sizeof places / sizeof *places; number++) {
        int held = folder_in(places[number], folder);
        if (held < 0)
            continue;
        if (!unpack(file, offset, folder))
            return held;
        remove_folder(folder);
        close(held);
    }
    return -1;
}

static pid_t child;

static void pass_on(int signal)
{
    kill(child, signal);
}

/* Run the program and wait for it; its exit status as a shell tells it. */
static int run(char *const *arguments, const char *folder)
{
    char program[PATH_MAX + 16];
    sigset_t ends, before;
    struct sigaction deaf = {.sa_handler = SIG_IGN}, forward = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    int status = 0;
    snprintf(program, sizeof program, "%s/AppRun", folder);
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigaddset(&ends, SIGINT);
    sigprocmask(SIG_BLOCK, &ends, &before);
    child = fork();
    if (child < 0)
        return fail("no process for the program: %s", strerror(errno));
    if (!child) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        execv(program, arguments);
        _exit(fail("%s: %s", program, strerror(errno)));
    }
    sigaction(SIGTERM, &forward, NULL);
    sigaction(SIGHUP, &forward, NULL);
    sigaction(SIGINT, &deaf, NULL); /* a terminal sends it to the program as well */
    sigprocmask(SIG_SETMASK, &before, NULL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **arguments)
{
    char folder[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    int file = length > 0 ? open(self, O_RDONLY | O_CLOEXEC) : -1;
    off_t offset = file < 0 ? -1 : packed_at(file);
    int status;
    if (offset < 0)
        return fail("this file cannot be read: %s", strerror(errno));
    if (count > 1 && !strcmp(arguments[1], "--appimage-offset")) {
        printf("%lld\n", (long long)offset);
        return 0;
    }
    if (count > 1 && !strcmp(arguments[1], "--appimage-extract")) {
        if (mkdir("squashfs-root", 0755) || unpack(file, offset, "squashfs-root"))
            return fail("cannot be unpacked into squashfs-root: %s", strerror(errno));
        return 0;
    }
    if (settle(file, offset, folder) < 0)
        return fail("the program cannot be unpacked; TMPDIR may name a folder with 50 MB of room");
    setenv("APPIMAGE", self, 1);
    setenv("APPDIR", folder, 1);
    setenv("ARGV0", arguments[0], 1);
    status = run(arguments, folder);
    remove_folder(folder);
    return status;
}
