#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"
#include "agentcore/decision/policy_interface.h"

namespace sideline::agents {

/// Largest policy file that is read.
inline constexpr std::uint64_t kMaxPolicyBytes = std::uint64_t{64} << 20U;

/// Reads a policy: an ONNX file with its interface as metadata. Any thread; not in a running cycle.
///
/// The model consists of layers in single precision, with branches: dense and recurrent ones,
/// normalization, arithmetic, elementwise functions, and nodes that split, concatenate or only
/// change a shape. The first input is the observation, others are hidden states; the first output
/// is the action. docs/policies.md lists the nodes.
///
/// Errors, all naming the file: those of `readPolicyBytes`; Malformed or Truncated if the bytes are
/// not such a file; UnsupportedFormat with the node and what was expected for networks of another
/// kind; InvalidArgument for weights that are not finite, and shapes or a meaning that do not fit.
[[nodiscard]] base::Expected<decision::Policy> readPolicyFile(const std::filesystem::path& path);

/// The bytes of a policy's file, with the weights that are in other files beneath its folder, such
/// as `walk.onnx.data`. Errors: those of `base::InputFile::open`; LimitExceeded; Truncated,
/// Malformed or InvalidArgument for weights in other files.
[[nodiscard]] base::Expected<std::string> readPolicyBytes(const std::filesystem::path& path);

/// Reads a policy from the bytes of `readPolicyBytes`; errors do not name the file.
/// UnsupportedFormat for weights in other files.
[[nodiscard]] base::Expected<decision::Policy> readPolicy(std::string_view bytes);

/// A policy as ONNX (operator set 13, or 17 for layer normalization) with its interface as
/// metadata.
[[nodiscard]] std::string policyOnnx(const decision::Policy& policy);
/// Writes a policy as ONNX. Errors: those of writing.
[[nodiscard]] base::Expected<void> writePolicyFile(base::OutputFile file,
                                                   const decision::Policy& policy);

} // namespace sideline::agents
