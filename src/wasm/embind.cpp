// Embind's types: those alone that the bindings take and return. Emscripten's own file registers every type that it
// knows, strings and memory views too, and with them the whole of C++'s run-time type information.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

extern "C" {

EMSCRIPTEN_KEEPALIVE char const* __getTypeName(std::type_info const*) { return ""; }

EMSCRIPTEN_KEEPALIVE __attribute__((constructor)) void __embind_register_native_and_builtin_types() {
    using namespace emscripten::internal;
    _embind_register_integer(TypeID<int>::get(), "int", sizeof(int), INT32_MIN, INT32_MAX);
    _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}

}  // extern "C"
