# The WebAssembly modules: the one that the package ships, and the same sources with room for 128 MiB for benchmarks.
#
# Known to Emscripten 3.1.6 (Debian 12) and 3.1.69 (Debian 13).

# The settings of the stack's size changed their name. Scratch space is static, so that 256 KiB is ample.
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
  set(stack_setting TOTAL_STACK)
else()
  set(stack_setting STACK_SIZE)
endif()

function(posenc_module target memory)
  # Not the library: api.cpp throws, and the module is built without exceptions.
  set(sources ${core_sources})
  list(FILTER sources EXCLUDE REGEX api.cpp)
  add_executable(${target} ${sources} src/wasm/bindings.cpp src/wasm/bindings_bias.cpp
    src/wasm/bindings_points.cpp src/wasm/bindings_rotary.cpp src/wasm/memory.cpp
    src/wasm/buffers.cpp)
  target_link_libraries(${target} PRIVATE posenc_options ${kernels})
  # Small where it is not hot: the kernel is optimised for speed. Emscripten leaves inlining to Binaryen, which sees less
  # than Clang: functions that are shorter than a call. A module has one thread and no end, so nothing need be local to a
  # thread, guarded or destroyed; and Clang leaves thread_local alone where there are bulk memory instructions, which the
  # linker then refuses.
  target_compile_options(${target} PRIVATE ${instructions} -Oz -finline-functions ${by_hand}
    -fno-exceptions -D_LIBCPP_DISABLE_EXTERN_TEMPLATE
    -fno-rtti -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0    # Embind tells types apart by addresses of its own
    -fno-c++-static-destructors -fno-threadsafe-statics -Dthread_local=static)
  target_link_options(${target} PRIVATE
    -Oz                           # Binaryen too
    -fno-exceptions -fno-rtti
    "SHELL:--js-library ${PROJECT_SOURCE_DIR}/src/wasm/embind.js"
    --no-entry                    # a module, no program
    -sSTRICT=1
    -sINITIAL_MEMORY=${memory}
    -sALLOW_MEMORY_GROWTH=0       # views never detach
    -s${stack_setting}=262144
    -sFILESYSTEM=0
    -sMALLOC=none                 # memory.cpp has its own
    -sSUPPORT_LONGJMP=0)
  set_target_properties(${target} PROPERTIES SUFFIX .wasm)  # alone: src/js/embind.ts is all of its JavaScript
endfunction()

posenc_module(posenc_wasm 16777216)
if(POSENC_BENCHMARKS)
  posenc_module(posenc_wasm_bench 301989888)
endif()
