#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// What another process needs to run the trials of an experiment: the settings and what the search
/// began with, as one text. No file system has to be shared.
/// @param folder of the experiment
/// @param version of the program, which has to be the same everywhere
/// Errors: of reading the files.
[[nodiscard]] base::Expected<std::string> rankSetup(const std::filesystem::path& folder,
                                                    std::string_view version);

/// The trials of such a text.
/// Errors: UnsupportedFormat for another version; those of reading an experiment and of `partsOf`.
[[nodiscard]] base::Expected<TrialFunctionFactory> trialsOfSetup(std::string_view setup,
                                                                 std::string_view version);

} // namespace sideline::training
