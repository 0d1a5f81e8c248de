# How the build is kept quick: a compiler cache, a fast linker, precompiled headers, unity builds.
# None of it may hide a missing include: the preset `plain` builds every file on its own
# (scripts/check plain). Figures: docs/performance.md, "The build".

option(SIDELINE_FAST_BUILD "Precompiled headers and unity builds" ON)
option(SIDELINE_CCACHE "Compile through ccache where it is installed" ON)

# Paths relative to the source tree, so that another clone of the same code hits the cache.
add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")

if(SIDELINE_CCACHE)
  find_program(SIDELINE_CCACHE_PROGRAM ccache)
  if(SIDELINE_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      "${SIDELINE_CCACHE_PROGRAM}")
  endif()
endif()

find_program(SIDELINE_MOLD mold)
if(SIDELINE_MOLD AND NOT SIDELINE_SANITIZE)
  add_link_options(-fuse-ld=mold)
endif()

# A precompiled header serves only what is compiled with the same flags, so programs are compiled
# like the libraries they link: -fPIC, which Qt asks for, instead of CMake's -fPIE for programs.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
add_compile_options(-fPIC -fno-semantic-interposition)

set(SIDELINE_PCH_STD
  <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <condition_variable> <cstdint> <cstdio>
  <cstring> <deque> <filesystem> <fstream> <functional> <iostream> <limits> <map> <memory> <mutex>
  <numbers> <optional> <set> <span> <sstream> <string> <string_view> <thread> <unordered_map>
  <utility> <variant> <vector>)
set(SIDELINE_PCH_CORE ${SIDELINE_PCH_STD}
  <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <fmt/format.h> <tl/expected.hpp>)
set(SIDELINE_PCH_QT ${SIDELINE_PCH_CORE} <QtWidgets>)

# sideline_precompile(<kind> HEADERS ... LIBS ... DEFINITIONS ... OPTIONS ...): the header that all
# targets of a kind share, built once.
function(sideline_precompile kind)
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBS;DEFINITIONS;OPTIONS" ${ARGN})
  set(stub "${PROJECT_BINARY_DIR}/generated/precompiled_${kind}.cpp")
  file(CONFIGURE OUTPUT "${stub}" CONTENT "// Carries the precompiled header.\n")
  add_library(precompiled_${kind} OBJECT "${stub}")
  target_link_libraries(precompiled_${kind} PRIVATE sideline_flags ${ARG_LIBS})
  target_compile_definitions(precompiled_${kind} PRIVATE ${ARG_DEFINITIONS})
  target_compile_options(precompiled_${kind} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(precompiled_${kind} PRIVATE ${ARG_HEADERS})
endfunction()

set(SIDELINE_CORE_LIBS Eigen3::Eigen fmt::fmt tl::expected Threads::Threads)
set(SIDELINE_TEST_OPTIONS "$<$<CONFIG:RelWithDebInfo>:-O1>") # test code runs once
# Panels and windows wait for the user and for the libraries below them.
set(SIDELINE_QT_OPTIONS "$<$<CONFIG:RelWithDebInfo,Release>:-O1>")
# At -O1 GCC 12 warns falsely of std::string's copies.
set(SIDELINE_O1_WARNINGS
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-restrict;-Wno-maybe-uninitialized>")

# Declares the shared headers; call it when all packages are found.
macro(sideline_precompiled_headers)
  if(SIDELINE_FAST_BUILD)
    sideline_precompile(core HEADERS ${SIDELINE_PCH_CORE} LIBS ${SIDELINE_CORE_LIBS})
    if(SIDELINE_BUILD_TESTS)
      sideline_precompile(test HEADERS ${SIDELINE_PCH_CORE} <gtest/gtest.h> <gmock/gmock.h>
        LIBS ${SIDELINE_CORE_LIBS} GTest::gmock OPTIONS ${SIDELINE_TEST_OPTIONS})
    endif()
    if(SIDELINE_WITH_QT)
      sideline_precompile(qt HEADERS ${SIDELINE_PCH_QT} LIBS ${SIDELINE_CORE_LIBS} Qt6::Widgets
        DEFINITIONS QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII
        OPTIONS ${SIDELINE_QT_OPTIONS})
      if(SIDELINE_BUILD_TESTS)
        sideline_precompile(gui_test HEADERS ${SIDELINE_PCH_QT} <gtest/gtest.h> <gmock/gmock.h>
          LIBS ${SIDELINE_CORE_LIBS} Qt6::Widgets GTest::gmock
          DEFINITIONS QT_NO_KEYWORDS OPTIONS ${SIDELINE_TEST_OPTIONS})
      endif()
    endif()
  endif()
endmacro()

# sideline_fast_build(<target> <core|qt|test|gui_test> [UNITY <files a batch>])
function(sideline_fast_build target kind)
  cmake_parse_arguments(ARG "" "UNITY" "" ${ARGN})
  if(kind MATCHES "test")
    target_compile_options(${target} PRIVATE ${SIDELINE_TEST_OPTIONS} ${SIDELINE_O1_WARNINGS})
  elseif(kind STREQUAL qt)
    target_compile_options(${target} PRIVATE ${SIDELINE_QT_OPTIONS} ${SIDELINE_O1_WARNINGS})
  endif()
  if(NOT SIDELINE_FAST_BUILD)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM precompiled_${kind})
  if(ARG_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${ARG_UNITY})
    # GCC 12 takes the sources of a batch for headers and warns of their anonymous namespaces; and
    # it warns falsely of std::vector when it has inlined much.
    target_compile_options(${target} PRIVATE
      "$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;-Wno-stringop-overflow>")
  endif()
endfunction()
