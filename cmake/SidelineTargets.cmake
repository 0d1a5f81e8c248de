# Target helpers: one static library per room, with an explicit source list and a header file set.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(sideline_flags INTERFACE)
target_compile_options(sideline_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual)
if(SIDELINE_WARNINGS_AS_ERRORS)
  target_compile_options(sideline_flags INTERFACE -Werror)
endif()
if(SIDELINE_ASSERTIONS)
  # RelWithDebInfo defines NDEBUG; our own assertions do not depend on it.
  target_compile_definitions(sideline_flags INTERFACE SIDELINE_ASSERTIONS EIGEN_INITIALIZE_MATRICES_BY_NAN)
endif()
if(SIDELINE_SANITIZE)
  add_compile_options(-fsanitize=${SIDELINE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SIDELINE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Sanitizer instrumentation makes GCC 12 warn falsely inside Eigen and libstdc++.
    add_compile_options(-Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow)
    if(SIDELINE_SANITIZE MATCHES "thread")
      add_compile_options(-Wno-tsan) # fences in Asio, which it does not know
    endif()
  endif()
endif()

include(FastBuild)

# What clang-tidy needs before it can read a file: everything that Qt generates.
add_custom_target(tidy_prerequisites)

# sideline_library(<target> [KIND <of precompiled header>] HEADERS ... SOURCES ... PUBLIC ... PRIVATE ...)
function(sideline_library target)
  cmake_parse_arguments(ARG "" "KIND" "HEADERS;SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(NOT ARG_KIND)
    set(ARG_KIND core)
  endif()
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE sideline_flags ${ARG_PRIVATE})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${ARG_HEADERS})
  target_link_libraries(${target} ${scope} ${ARG_PUBLIC})
  if(ARG_SOURCES)
    sideline_fast_build(${target} ${ARG_KIND} UNITY 8)
  endif()
endfunction()

# sideline_qt_library: the same for modules that use Qt (adds moc and Qt's strictness). Those
# without widgets say KIND core.
function(sideline_qt_library target)
  sideline_library(${target} KIND qt ${ARGN})
  set_target_properties(${target} PROPERTIES AUTOMOC ON)
  add_dependencies(tidy_prerequisites ${target}_autogen)
  target_compile_definitions(${target} PRIVATE QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII)
endfunction()

# sideline_test(<name> SOURCES ... LIBS ... LABELS ... [GUI])
function(sideline_test name)
  cmake_parse_arguments(ARG "GUI" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE sideline_flags tests_support GTest::gmock ${ARG_LIBS})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  if(ARG_GUI)
    target_link_libraries(${name} PRIVATE GTest::gtest)
    sideline_fast_build(${name} gui_test)
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    add_dependencies(tidy_prerequisites ${name}_autogen)
    target_compile_definitions(${name} PRIVATE QT_NO_KEYWORDS)
  else()
    target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
    sideline_fast_build(${name} test)
  endif()
  # Programs that share a display take focus, pointer and clipboard from each other.
  set(launcher "")
  if(ARG_GUI)
    set(launcher "${PROJECT_SOURCE_DIR}/tests/gui/on_display")
  endif()
  add_test(NAME ${name} COMMAND ${launcher} $<TARGET_FILE:${name}>)
  set_tests_properties(${name} PROPERTIES
    LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT}
    ENVIRONMENT "SIDELINE_TEST_DATA=${PROJECT_SOURCE_DIR}/tests/data;SIDELINE_SOURCE_DIR=${PROJECT_SOURCE_DIR}")
endfunction()
