// What the bindings call of Embind's JavaScript. The names alone count, so that the linker leaves them to src/js/embind.ts.
mergeInto(LibraryManager.library, {
  _embind_register_function() {},
  // Of Emscripten 3.1.69, beside the functions themselves.
  _embind_register_bindings() {},
});
