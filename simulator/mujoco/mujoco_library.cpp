#include "simulator/mujoco/mujoco_library.h"

#include <mutex>

namespace sideline::simulator::mujoco {

namespace {

[[noreturn]] void throwError(const char* message) {
    throw MujocoError(message);
}

void ignoreWarning(const char* /*message*/) {}

} // namespace

void prepareMujoco() {
    static std::once_flag once;
    std::call_once(once, [] {
        mju_user_error = throwError;
        mju_user_warning = ignoreWarning;
    });
}

} // namespace sideline::simulator::mujoco
