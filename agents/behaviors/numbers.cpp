#include "agents/behaviors/numbers.h"

#include <map>
#include <optional>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/toml_section.h"
#include "agentcore/robot/nao.h"
#include "motions/library/library.h"

namespace sideline::agents {

namespace fs = std::filesystem;

namespace {

// What a file sets, or has measured.
using Scalars = std::map<std::string, std::string>;

base::Expected<Scalars> readTable(const fs::path& file, std::vector<std::string_view> behaviors,
                                  std::string_view table, std::string_view example) {
    constexpr std::size_t kMaxFileBytes = 1U << 20U;
    const auto text = base::readTextFile(
        file, kMaxFileBytes,
        fmt::format("a file for {}, as sideline train writes it", behaviors.front()));
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
    static_cast<void>(keys.choice("behavior", behaviors));
    auto set = keys.scalarMap("set");
    auto measured = keys.scalarMap("measured");
    keys.finish();
    std::optional<Scalars>& found = table == "set" ? set : measured;
    if (errors.empty() && !found) {
        errors.push_back(base::failure(base::ErrorCode::Malformed,
                                       fmt::format("the file has no table {}", table), expected)
                             .value());
    }
    if (!errors.empty()) {
        return tl::unexpected(errors.front().inFile(file.string()));
    }
    return std::move(*found);
}

std::string exampleOf(const ParameterInfo& info) {
    return fmt::format("{} = {}", info.name, valueText(info.usual));
}

} // namespace

base::Expected<ParameterTexts> readNumbersFile(const fs::path& file,
                                               const std::vector<std::string_view>& behaviors,
                                               std::span<const ParameterInfo> infos) {
    const auto set = readTable(file, behaviors, "set", exampleOf(infos.front()));
    if (!set) {
        return tl::unexpected(set.error());
    }
    ParameterTexts numbers;
    for (const ParameterInfo& info : infos) {
        if (const auto found = set->find(info.name); found != set->end()) {
            numbers.emplace_back(found->first, found->second);
        }
    }
    return numbers;
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
    auto read = Parameters::read(infos, ParameterTexts(measured->begin(), measured->end()));
    if (!read) {
        return tl::unexpected(read.error().inFile(file.string()));
    }
    return read;
}

fs::path shippedNumbers(std::string_view folder, std::string_view kind,
                        const robot::RobotModel& model) {
    const auto type = robot::naoTypeNumberOf(model);
    const fs::path file =
        keyframe::ownMotionsFolder() / folder / fmt::format("{}-{}.toml", kind, type.value_or(0));
    std::error_code ignored;
    return type && fs::is_regular_file(file, ignored) ? file : fs::path();
}

} // namespace sideline::agents
