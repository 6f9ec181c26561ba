// The module's allocator, in place of Emscripten's, which is several times as long: all that is allocated are
// workspaces, once, and the lists of encodings in use.
#include <cstddef>
#include <cstdint>
#include <new>

extern "C" char __heap_base;

namespace {

/** A piece of memory. Free ones are linked, by rising address; what is handed out begins behind `next`. */
struct Piece {
    std::size_t size;
    Piece* next;
};

/** What is handed out begins at a cache line. */
constexpr std::size_t kLine = 64;
constexpr std::size_t kPage = 64 << 10;

std::uintptr_t address_of(void const* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

/** The free pieces: at first one of all the memory there is. */
struct FreeList {
    Piece* first;

    FreeList() {
        std::uintptr_t const begin =
            (address_of(&__heap_base) + sizeof(Piece) + kLine - 1) / kLine * kLine - sizeof(Piece);
        first = reinterpret_cast<Piece*>(begin);
        *first = {(__builtin_wasm_memory_size(0) * kPage - begin) / kLine * kLine, nullptr};
    }
};

// Before other objects, which may allocate.
__attribute__((init_priority(101))) FreeList free_list;

/** The link to the first free piece that `fits`. */
template <class Fits>
Piece** find(Fits fits) {
    Piece** link = &free_list.first;
    while (*link && !fits(*link)) link = &(*link)->next;
    return link;
}

/** A free piece that begins where the one before it ends becomes a part of it. */
void join(Piece* piece) {
    Piece const* const next = piece->next;
    if (address_of(piece) + piece->size != address_of(next)) return;
    piece->size += next->size;
    piece->next = next->next;
}

}  // namespace

extern "C" {

void* malloc(std::size_t bytes) {
    std::size_t const size = (bytes + sizeof(Piece) + kLine - 1) / kLine * kLine;
    Piece** const link = find([&](Piece const* piece) { return piece->size >= size; });
    Piece* const found = *link;
    if (!found) __builtin_trap();
    if (found->size == size) {
        *link = found->next;
    } else {
        auto* const rest = reinterpret_cast<Piece*>(address_of(found) + size);
        *rest = {found->size - size, found->next};
        *link = rest;
        found->size = size;
    }
    return found + 1;
}

void free(void* memory) {
    if (!memory) return;
    Piece* const piece = static_cast<Piece*>(memory) - 1;
    Piece** const link = find([&](Piece const* other) { return other > piece; });
    piece->next = *link;
    *link = piece;
    join(piece);
    // The link of the piece before is its member.
    if (link != &free_list.first) join(reinterpret_cast<Piece*>(address_of(link) - offsetof(Piece, next)));
}

}  // extern "C"

void* operator new(std::size_t bytes) { return malloc(bytes); }
void* operator new[](std::size_t bytes) { return malloc(bytes); }
void* operator new(std::size_t bytes, std::align_val_t) { return malloc(bytes); }
void* operator new[](std::size_t bytes, std::align_val_t) { return malloc(bytes); }
void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { free(memory); }
