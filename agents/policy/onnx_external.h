#pragma once

#include <filesystem>
#include <string>

namespace sideline::agents {

/// An ONNX model that contains the weights that it refers to in other files, such as
/// `walk.onnx.data`. Returns bytes unchanged if they are not a model or do not refer to another
/// file.
/// @param folder folder of the model's file; the other files must be in it or beneath it Throws
/// PolicyFault, with the name of the weights: LimitExceeded above `kMaxPolicyBytes`; Malformed;
/// Truncated; those of `base::InputFile::open`.
[[nodiscard]] std::string withExternalWeights(std::string bytes,
                                              const std::filesystem::path& folder);

} // namespace sideline::agents
