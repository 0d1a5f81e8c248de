#include "simulator/mujoco/mujoco_library.h"

#include <array>
#include <mutex>
#include <string_view>
#include <vector>

#include <fmt/format.h>

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

base::Error rejection(const char* message) {
    return {.code = base::ErrorCode::InvalidArgument,
            .message = fmt::format("MuJoCo rejects the description: {}", message),
            .expected = {},
            .file = {},
            .line = {},
            .byteOffset = {}};
}

base::Expected<SpecPtr> specOfFile(const std::filesystem::path& file) {
    std::array<char, 1000> error{};
    SpecPtr spec(
        mj_parseXML(file.string().c_str(), nullptr, error.data(), static_cast<int>(error.size())));
    if (!spec) {
        return tl::unexpected(rejection(error.data()).inFile(file.string()));
    }
    return spec;
}

void deleteAssets(mjSpec& spec, const std::string& prefix) {
    for (const mjtObj kind : {mjOBJ_MESH, mjOBJ_MATERIAL, mjOBJ_TEXTURE}) {
        std::vector<mjsElement*> own;
        for (mjsElement* element = mjs_firstElement(&spec, kind); element != nullptr;
             element = mjs_nextElement(&spec, element)) {
            const std::string_view name = mjs_getString(mjs_getName(element));
            if (name.starts_with(prefix)) {
                own.push_back(element);
            }
        }
        for (mjsElement* element : own) {
            mjs_delete(&spec, element);
        }
    }
}

} // namespace sideline::simulator::mujoco
