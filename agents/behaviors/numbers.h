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

/// The numbers of a struct, as parameters of a behavior; usual: those of a default one.
template <typename Values>
[[nodiscard]] std::vector<ParameterInfo> numberParameters(
    std::span<const base::NumberInfo<Values>> infos) {
    std::vector<ParameterInfo> parameters;
    const Values usual;
    for (const base::NumberInfo<Values>& info : infos) {
        parameters.push_back({std::string(info.name), std::string(info.description),
                              usual.*info.value, std::string(info.unit), info.least, info.most});
    }
    return parameters;
}

/// Reads what `numberParameters` describes.
template <typename Values>
[[nodiscard]] Values numbersOf(const Parameters& parameters,
                               std::span<const base::NumberInfo<Values>> infos) {
    Values numbers;
    for (const base::NumberInfo<Values>& info : infos) {
        numbers.*info.value = parameters.number(info.name);
    }
    return numbers;
}

/// A file of numbers, as `sideline train` writes it, and as a team file describes a player:
/// `behavior = "walk"`, `set = { step = 0.2, ... }`; it may have a table `measured` as well.
/// @param behaviors one of which it must be for
/// @param infos the others that the behavior has, and that the file sets, are left out
/// Errors: NotFound, Malformed, InvalidArgument for a number out of its range and for one that the
/// behavior does not have, with the one that was meant; with file and line.
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

/// What a file of numbers says was measured: its table `measured`; the usual values of what it does
/// not say.
/// Errors: those of `readNumbersFile`; InvalidArgument for what `infos` do not know.
[[nodiscard]] base::Expected<Parameters> readMeasures(
    const std::filesystem::path& file, const std::vector<std::string_view>& behaviors,
    std::span<const ParameterInfo> infos);

/// A file that is shipped for a robot's type, such as `Walk/run-0.onnx`; empty if there is none.
/// @param extension with its point
[[nodiscard]] std::filesystem::path shippedFile(std::string_view folder, std::string_view kind,
                                                const robot::RobotModel& model,
                                                std::string_view extension);
/// A file of numbers that is shipped for a robot's type, such as `Walk/walk-0.toml`; empty if there
/// is none.
[[nodiscard]] std::filesystem::path shippedNumbers(std::string_view folder, std::string_view kind,
                                                   const robot::RobotModel& model);

/// All numbers of a struct out of a file; those that it does not set are the usual ones.
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
