#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/number_info.h"
#include "agentcore/robot/robot_model.h"
#include "agents/parameters.h"

namespace sideline::agents {

/// `PREFIX-NAME`, or the name if the prefix is empty.
[[nodiscard]] std::string parameterName(std::string_view prefix, std::string_view name);

/// The numbers of a struct as parameters of a behavior.
/// @param defaults default values of the parameters
template <typename Values>
[[nodiscard]] std::vector<ParameterInfo> numberParameters(
    std::span<const base::NumberInfo<Values>> infos, const Values& defaults = {},
    std::string_view prefix = {}) {
    std::vector<ParameterInfo> parameters;
    for (const base::NumberInfo<Values>& info : infos) {
        parameters.push_back({parameterName(prefix, info.name), std::string(info.description),
                              defaults.*info.value, std::string(info.unit), info.min, info.max});
    }
    return parameters;
}

/// Reads the parameters described by `numberParameters`; other members of the struct keep their
/// values.
template <typename Values>
void readNumbers(const Parameters& parameters, std::span<const base::NumberInfo<Values>> infos,
                 Values& values, std::string_view prefix = {}) {
    for (const base::NumberInfo<Values>& info : infos) {
        values.*info.value = parameters.number(parameterName(prefix, info.name));
    }
}
/// Like `readNumbers`, but sets other members to their defaults.
template <typename Values>
[[nodiscard]] Values numbersOf(const Parameters& parameters,
                               std::span<const base::NumberInfo<Values>> infos) {
    Values numbers;
    readNumbers(parameters, infos, numbers);
    return numbers;
}

/// The numbers of all groups of settings (`eachGroup`, see `behavior::MovingSettings`) as
/// parameters `PREFIX-NAME`.
template <typename Settings>
[[nodiscard]] std::vector<ParameterInfo> groupParameters() {
    std::vector<ParameterInfo> parameters;
    Settings defaults;
    defaults.eachGroup([&]<typename Group>(std::string_view prefix, const Group& group) {
        const auto numbers = numberParameters(Group::numbers(), group, prefix);
        parameters.insert(parameters.end(), numbers.begin(), numbers.end());
    });
    return parameters;
}
/// Reads the parameters described by `groupParameters`.
template <typename Settings>
void readGroups(const Parameters& parameters, Settings& settings) {
    settings.eachGroup([&]<typename Group>(std::string_view prefix, Group& group) {
        readNumbers(parameters, Group::numbers(), group, prefix);
    });
}

/// Adds parameters to those of a behavior.
void append(std::vector<ParameterInfo>& infos, const std::vector<ParameterInfo>& more);

/// Reads a file of numbers, as written by `sideline train`, in the form of a player in a team file:
/// `behavior = "walk"`, `set = { step = 0.2, ... }`; it may also have a table `measured`.
/// @param behaviors the file must be for one of these
/// @param infos other numbers of the behavior that the file sets are omitted
/// Errors: NotFound, Malformed, InvalidArgument for a number out of range, and for an unknown
/// number, with a suggestion. All contain file and line.
[[nodiscard]] base::Expected<ParameterTexts> readNumbersFile(
    const std::filesystem::path& file, const std::vector<std::string_view>& behaviors,
    std::span<const ParameterInfo> infos);

/// Text of a file that `readNumbersFile` reads.
/// @param comment one line
[[nodiscard]] std::string numbersText(std::string_view behavior, std::span<const std::string> names,
                                      const Parameters& values, std::string_view comment);

/// Names of the numbers of a struct.
template <typename Values>
[[nodiscard]] std::vector<std::string> numberNames(
    std::span<const base::NumberInfo<Values>> infos) {
    std::vector<std::string> names;
    for (const base::NumberInfo<Values>& info : infos) {
        names.emplace_back(info.name);
    }
    return names;
}

/// The table `measured` of a file of numbers, with defaults for missing values.
/// Errors: those of `readNumbersFile`; InvalidArgument for names that `infos` do not contain.
[[nodiscard]] base::Expected<Parameters> readMeasures(
    const std::filesystem::path& file, const std::vector<std::string_view>& behaviors,
    std::span<const ParameterInfo> infos);

/// A file that is shipped for a robot's type, such as `Walk/run-0.onnx`; empty if there is none.
/// @param extension including the dot
[[nodiscard]] std::filesystem::path shippedFile(std::string_view folder, std::string_view kind,
                                                const robot::RobotModel& model,
                                                std::string_view extension);
/// A file of numbers that is shipped for a robot's type, such as `Walk/walk-0.toml`; empty if there
/// is none.
[[nodiscard]] std::filesystem::path shippedNumbers(std::string_view folder, std::string_view kind,
                                                   const robot::RobotModel& model);

/// All numbers of a struct from a file, with defaults for missing ones.
/// Errors: those of `readNumbersFile`.
template <typename Values>
[[nodiscard]] base::Expected<Values> readNumbers(const std::filesystem::path& file,
                                                 const std::vector<std::string_view>& behaviors,
                                                 std::span<const base::NumberInfo<Values>> infos) {
    const std::vector<ParameterInfo> parameters = numberParameters(infos);
    const auto texts = readNumbersFile(file, behaviors, parameters);
    if (!texts) {
        return tl::unexpected(texts.error());
    }
    const auto numbers = Parameters::read(parameters, *texts);
    if (!numbers) {
        return tl::unexpected(numbers.error().inFile(file.string()));
    }
    return numbersOf(*numbers, infos);
}

} // namespace sideline::agents
