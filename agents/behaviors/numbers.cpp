#include "agents/behaviors/numbers.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/toml_section.h"
#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "motions/library/library.h"

namespace sideline::agents {

namespace fs = std::filesystem;

namespace {

// Values that a file sets or lists as measured.
struct Numbers {
    ParameterTexts texts;
    std::vector<std::uint64_t> lines; ///< line of each text in the file
    std::string behavior;             ///< robot that the file is for; empty if not specified
};

base::Expected<Numbers> readTable(const fs::path& file, std::vector<std::string_view> behaviors,
                                  std::string_view table, std::string_view example) {
    constexpr std::size_t kMaxFileBytes = 1U << 20U;
    const auto text = base::readTextFile(
        file, kMaxFileBytes,
        fmt::format("a file for {}, as written by sideline train", behaviors.front()));
    if (!text) {
        return tl::unexpected(text.error());
    }
    const std::string expected = fmt::format("{} = {{ {}, ... }}", table, example);
    const toml::parse_result parsed = toml::parse(*text);
    if (!parsed) {
        base::Error error;
        error.code = base::ErrorCode::Malformed;
        error.message = parsed.error().description();
        error.expected = "TOML with " + expected;
        error.line = parsed.error().source().begin.line;
        return tl::unexpected(error.inFile(file.string()));
    }
    std::vector<base::Error> errors;
    base::TomlSection keys(parsed.table(), {}, errors);
    const auto behavior = keys.choice("behavior", behaviors);
    auto set = keys.scalarMap("set");
    auto measured = keys.scalarMap("measured");
    keys.finish();
    if (!measured) {
        measured.emplace(); // no measurements
    }
    const auto& found = table == "set" ? set : measured;
    if (errors.empty() && !found) {
        errors.push_back(base::failure(base::ErrorCode::Malformed,
                                       fmt::format("the file has no table {}", table), expected)
                             .value());
    }
    if (!errors.empty()) {
        return tl::unexpected(errors.front().inFile(file.string()));
    }
    Numbers numbers;
    numbers.behavior = behavior.value_or(std::string());
    const toml::table* values = parsed.table()[table].as_table(); // null without measurements
    for (const auto& [name, value] : *found) {
        numbers.texts.emplace_back(name, value);
        numbers.lines.push_back(values->get(name)->source().begin.line);
    }
    return numbers;
}

// Reads the numbers, or reports the first invalid one in the file.
base::Expected<Parameters> check(const Numbers& numbers, std::span<const ParameterInfo> infos,
                                 const fs::path& file) {
    auto read = Parameters::read(infos, numbers.texts);
    if (read) {
        return read;
    }
    base::Error first;
    for (std::size_t i = 0; i < numbers.texts.size(); ++i) {
        const auto alone = Parameters::read(infos, {numbers.texts[i]});
        if (!alone && (!first.line || numbers.lines[i] < *first.line)) {
            first = alone.error();
            first.line = numbers.lines[i];
        }
    }
    return tl::unexpected(first.inFile(file.string()));
}

bool contains(std::span<const ParameterInfo> infos, std::string_view name) {
    return std::ranges::find(infos, name, &ParameterInfo::name) != infos.end();
}

// Includes all other numbers of the behavior.
std::vector<ParameterInfo> withOthers(std::span<const ParameterInfo> infos,
                                      std::string_view behavior) {
    std::vector<ParameterInfo> all(infos.begin(), infos.end());
    const BehaviorRegistry registry = builtInBehaviors();
    if (const BehaviorInfo* info = registry.find(behavior)) {
        for (const ParameterInfo& other : info->parameters) {
            if (!contains(infos, other.name)) {
                all.push_back(other);
            }
        }
    }
    return all;
}

std::string exampleOf(const ParameterInfo& info) {
    return fmt::format("{} = {}", info.name, valueText(info.defaultValue));
}

} // namespace

std::string parameterName(std::string_view prefix, std::string_view name) {
    return prefix.empty() ? std::string(name) : fmt::format("{}-{}", prefix, name);
}

void append(std::vector<ParameterInfo>& infos, const std::vector<ParameterInfo>& more) {
    infos.insert(infos.end(), more.begin(), more.end());
}

base::Expected<ParameterTexts> readNumbersFile(const fs::path& file,
                                               const std::vector<std::string_view>& behaviors,
                                               std::span<const ParameterInfo> infos) {
    auto set = readTable(file, behaviors, "set", exampleOf(infos.front()));
    if (!set) {
        return tl::unexpected(set.error());
    }
    const bool isAllOfThem = std::ranges::all_of(
        set->texts, [&](const auto& number) { return contains(infos, number.first); });
    const auto checked =
        isAllOfThem
            ? check(*set, infos, file)
            : check(*set,
                    withOthers(infos, set->behavior.empty() ? behaviors.front() : set->behavior),
                    file);
    if (!checked) {
        return tl::unexpected(checked.error());
    }
    std::erase_if(set->texts, [&](const auto& number) { return !contains(infos, number.first); });
    return std::move(set->texts);
}

std::string numbersText(std::string_view behavior, std::span<const std::string> names,
                        const Parameters& values, std::string_view comment) {
    std::string text = fmt::format("# {}\nbehavior = \"{}\"\n\n[set]\n", comment, behavior);
    for (const std::string& name : names) {
        text += fmt::format("{} = {}\n", name, values.number(name));
    }
    return text;
}

base::Expected<Parameters> readMeasures(const fs::path& file,
                                        const std::vector<std::string_view>& behaviors,
                                        std::span<const ParameterInfo> infos) {
    const auto measured = readTable(file, behaviors, "measured", exampleOf(infos.front()));
    if (!measured) {
        return tl::unexpected(measured.error());
    }
    return check(*measured, infos, file);
}

fs::path shippedFile(std::string_view folder, std::string_view kind, const robot::RobotModel& model,
                     std::string_view extension) {
    const auto type = robot::naoTypeNumberOf(model);
    const fs::path file = keyframe::ownMotionsFolder() / folder /
                          fmt::format("{}-{}{}", kind, type.value_or(0), extension);
    std::error_code ignored;
    return type && fs::is_regular_file(file, ignored) ? file : fs::path();
}

fs::path shippedNumbers(std::string_view folder, std::string_view kind,
                        const robot::RobotModel& model) {
    return shippedFile(folder, kind, model, ".toml");
}

} // namespace sideline::agents
