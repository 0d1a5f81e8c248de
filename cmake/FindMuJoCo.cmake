# MuJoCo, as scripts/setup brings it: MuJoCo::MuJoCo, and MuJoCo_LICENSES, the folder of its licenses.
set(SIDELINE_MUJOCO_ROOT "${PROJECT_SOURCE_DIR}/build/deps/mujoco" CACHE PATH "Folder with MuJoCo's include and lib")
find_path(MuJoCo_INCLUDE_DIR mujoco/mujoco.h PATHS "${SIDELINE_MUJOCO_ROOT}/include" NO_DEFAULT_PATH)
file(GLOB MuJoCo_LIBRARY "${SIDELINE_MUJOCO_ROOT}/lib/libmujoco.so.*")
set(MuJoCo_LICENSES "${SIDELINE_MUJOCO_ROOT}/licenses")

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MuJoCo REQUIRED_VARS MuJoCo_LIBRARY MuJoCo_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "scripts/setup brings it. -DSIDELINE_MUJOCO=OFF builds without it")
if(MuJoCo_FOUND AND NOT TARGET MuJoCo::MuJoCo)
  add_library(MuJoCo::MuJoCo SHARED IMPORTED)
  set_target_properties(MuJoCo::MuJoCo PROPERTIES IMPORTED_LOCATION "${MuJoCo_LIBRARY}")
  target_include_directories(MuJoCo::MuJoCo SYSTEM INTERFACE "${MuJoCo_INCLUDE_DIR}")
endif()
