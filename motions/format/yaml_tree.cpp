#include "motions/format/yaml_tree.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

using base::Expected;

constexpr int kMaxYamlLevels = 16;
constexpr std::size_t kMaxYamlBytes = std::size_t{1} << 21U;
constexpr std::size_t kMaxYamlValues = 200'000; // aliases may repeat values

int lineOf(const YAML::Mark& mark) {
    return mark.is_null() ? 1 : mark.line + 1;
}

tl::unexpected<base::Error> yamlFault(int line, std::string message) {
    return malformedAt(line, std::move(message), "mappings, sequences and plain values in YAML");
}

// Copies a node of the library, rejecting empty documents and duplicate names.
class YamlCopy {
public:
    [[nodiscard]] Expected<YamlNode> copy(const YAML::Node& node, int line, int level);

private:
    [[nodiscard]] Expected<void> copyMembers(const YAML::Node& node, int level, YamlNode& copied);

    std::size_t m_count = 0;
};

Expected<YamlNode> YamlCopy::copy(const YAML::Node& node, int line, int level) {
    YamlNode copied;
    copied.line = node.Mark().is_null() ? line : lineOf(node.Mark());
    if (level > kMaxYamlLevels) {
        return yamlFault(copied.line, fmt::format("more than {} levels", kMaxYamlLevels));
    }
    if (++m_count > kMaxYamlValues) {
        return base::failure(base::ErrorCode::LimitExceeded, "the YAML text has too many values",
                             fmt::format("at most {}", kMaxYamlValues));
    }
    if (node.IsScalar()) {
        copied.scalar = node.Scalar();
    } else if (node.IsSequence()) {
        for (const YAML::Node& item : node) {
            auto each = copy(item, copied.line, level + 1);
            if (!each) {
                return each;
            }
            copied.items.push_back(std::move(*each));
        }
    } else if (node.IsMap()) {
        if (auto members = copyMembers(node, level, copied); !members) {
            return tl::unexpected(std::move(members.error()));
        }
    }
    return copied;
}

Expected<void> YamlCopy::copyMembers(const YAML::Node& node, int level, YamlNode& copied) {
    std::set<std::string> names;
    for (const auto& member : node) {
        const int line = lineOf(member.first.Mark());
        if (!member.first.IsScalar()) {
            return yamlFault(line, "a name is not plain text");
        }
        const std::string& name = member.first.Scalar();
        if (!names.insert(name).second) {
            return yamlFault(line, fmt::format("{} occurs twice", shown(name)));
        }
        auto each = copy(member.second, line, level + 1);
        if (!each) {
            return tl::unexpected(std::move(each.error()));
        }
        copied.members.emplace_back(name, std::move(*each));
    }
    return {};
}

} // namespace

const YamlNode* YamlNode::find(std::string_view name) const {
    const auto found = std::ranges::find(
        members, name, [](const auto& each) -> std::string_view { return each.first; });
    return found != members.end() ? &found->second : nullptr;
}

Expected<YamlNode> parseYaml(std::string_view text) {
    if (text.size() > kMaxYamlBytes) {
        return base::failure(base::ErrorCode::LimitExceeded,
                             fmt::format("the YAML text has {} bytes", text.size()),
                             fmt::format("at most {}", kMaxYamlBytes));
    }
    try {
        const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
        if (documents.empty() || documents.front().IsNull()) {
            return yamlFault(1, "there is no content");
        }
        if (documents.size() > 1) {
            return yamlFault(lineOf(documents[1].Mark()), "more than one document");
        }
        return YamlCopy().copy(documents.front(), 1, 0);
    } catch (const YAML::Exception& fault) {
        return yamlFault(lineOf(fault.mark), fault.msg);
    }
}

} // namespace sideline::keyframe
