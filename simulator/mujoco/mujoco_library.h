#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include <mujoco/mujoco.h>

#include "agentcore/base/error.h"

namespace sideline::simulator::mujoco {

/// An error that MuJoCo reports through its error handler, which by default ends the program.
class MujocoError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Routes MuJoCo's errors into `MujocoError` and silences its warnings, which it would write to a
/// file in the working folder; `mjData::warning` counts them. Called before any other function of
/// the library; any thread, any number of times.
void prepareMujoco();

struct SpecDeleter {
    void operator()(mjSpec* spec) const { mj_deleteSpec(spec); }
};
struct ModelDeleter {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
    void operator()(mjData* data) const { mj_deleteData(data); }
};
using SpecPtr = std::unique_ptr<mjSpec, SpecDeleter>;
using ModelPtr = std::unique_ptr<mjModel, ModelDeleter>;
using DataPtr = std::unique_ptr<mjData, DataDeleter>;

/// Creates the error InvalidArgument with MuJoCo's message about a description.
[[nodiscard]] base::Error rejection(const char* message);
/// Reads a file in MJCF. Errors: `rejection`, with the file.
[[nodiscard]] base::Expected<SpecPtr> specOfFile(const std::filesystem::path& file);
/// Deletes the meshes, materials and textures whose names begin with `prefix`.
void deleteAssets(mjSpec& spec, const std::string& prefix);

} // namespace sideline::simulator::mujoco
