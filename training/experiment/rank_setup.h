#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// Serializes everything that another process needs to run the trials of an experiment: the
/// settings and the initial individual. No shared file system is required.
/// @param folder of the experiment
/// @param version of the program, which must be the same everywhere
/// Errors: those of reading the files.
[[nodiscard]] base::Expected<std::string> rankSetup(const std::filesystem::path& folder,
                                                    std::string_view version);

/// Creates the trials from such a string.
/// Errors: UnsupportedFormat for another version; those of reading an experiment and of `partsOf`.
[[nodiscard]] base::Expected<TrialFunctionFactory> trialsOfSetup(std::string_view setup,
                                                                 std::string_view version);

} // namespace sideline::training
