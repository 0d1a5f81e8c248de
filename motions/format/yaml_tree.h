#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// A value of a YAML text: a scalar, a mapping or a sequence.
struct YamlNode {
    int line = 0;       ///< from 1
    std::string scalar; ///< without quotes; empty for mappings, sequences and empty values
    std::vector<std::pair<std::string, YamlNode>> members; ///< members of a mapping, in file order
    std::vector<YamlNode> items;                           ///< items of a sequence

    /// Returns the member of this name, or nullptr.
    [[nodiscard]] const YamlNode* find(std::string_view name) const;
};

/// Parses a YAML text with one document, with yaml-cpp.
/// Errors: Malformed with the line for strings that are not YAML, several documents, an empty
/// string, names that occur twice or are not scalars, and more than 16 levels; LimitExceeded for
/// more than 2 MiB or more than 200,000 values.
[[nodiscard]] base::Expected<YamlNode> parseYaml(std::string_view text);

} // namespace sideline::keyframe
