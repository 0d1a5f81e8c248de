#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// A value of a YAML text: a scalar, a mapping or a sequence. Views point into the text.
struct YamlNode {
    int line = 0;            ///< from 1
    std::string_view scalar; ///< without quotes; empty for mappings, sequences and empty values
    std::vector<std::pair<std::string_view, YamlNode>> members; ///< of a mapping, in file order
    std::vector<YamlNode> items;                                ///< of a sequence

    /// Returns the member of this name, or nullptr.
    [[nodiscard]] const YamlNode* find(std::string_view name) const;
};

/// Parses the part of YAML that settings files use: mappings and sequences by indentation or in
/// brackets on one line, single-line scalars, comments. Escapes in quotes are kept as they are.
/// @param text must outlive the result
/// Errors: Malformed with the line for anything else (anchors, tags, multi-line texts, tabs as
/// indentation, several documents), for names that occur twice, and for more than 16 levels;
/// LimitExceeded for more than 2 MiB.
[[nodiscard]] base::Expected<YamlNode> parseYaml(std::string_view text);

} // namespace sideline::keyframe
