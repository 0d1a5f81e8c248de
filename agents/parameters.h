#pragma once

#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "agentcore/argument/argument.h"
#include "agentcore/base/error.h"

namespace sideline::agents {

/// A number (in the unit of its description), a switch or a string.
using ParameterValue = std::variant<double, bool, std::string>;

/// A parameter of a behavior. Its type is that of its default.
struct ParameterInfo {
    std::string name;        ///< name, such as `search-speed`
    std::string description; ///< one line
    ParameterValue defaultValue;
    std::string unit = {}; ///< unit of a number, such as `deg/s`; may be empty
    double least = -std::numeric_limits<double>::infinity(); ///< minimum of a number
    double most = std::numeric_limits<double>::infinity();
    bool isPath = false; ///< whether a string is a path; paths in a file are relative to its folder
    std::vector<std::string> choices = {}; ///< allowed values of a string; if empty, any
    bool takesSeveral = false;             ///< whether several choices may be given, separated by
                                           ///< spaces
    /// Of a string: it is an argument, computed in each cycle. An empty default: it may be omitted.
    std::optional<argument::Requirement> argument = {};
};

/// Strings `key=value` as entered by a user, in order.
using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

/// The values of all parameters of a behavior, set or default.
class Parameters {
public:
    /// Reads the settings of a user.
    ///
    /// Errors: InvalidArgument listing all errors: an unknown key (with a suggestion), a value of
    /// another type or out of range. Any thread.
    [[nodiscard]] static base::Expected<Parameters> read(std::span<const ParameterInfo> infos,
                                                         const ParameterTexts& texts);

    /// @param name name of an existing parameter of that type
    [[nodiscard]] double number(std::string_view name) const;
    [[nodiscard]] bool flag(std::string_view name) const;
    [[nodiscard]] const std::string& text(std::string_view name) const;
    /// The argument of a parameter with `ParameterInfo::argument`; nullopt if it is omitted.
    [[nodiscard]] std::optional<argument::Argument> argument(const ParameterInfo& info) const;

private:
    std::map<std::string, ParameterValue, std::less<>> m_values;
};

/// The error of an unknown name.
[[nodiscard]] base::Error unknownName(std::string_view kind, std::string_view name,
                                      const std::vector<std::string_view>& names);

/// Finds a named entry in a list (of behaviors, tasks, ...).
/// @param infos entries with a `name`
/// @param kind their kind, such as `task`
/// Errors: NotFound with the existing names.
template <typename Info>
[[nodiscard]] base::Expected<const Info*> findNamed(std::span<const Info> infos,
                                                    std::string_view kind, std::string_view name) {
    std::vector<std::string_view> names;
    for (const Info& info : infos) {
        if (info.name == name) {
            return &info;
        }
        names.push_back(info.name);
    }
    return tl::unexpected(unknownName(kind, name, names));
}
/// `Parameters::read`, with the owner of the parameters in errors, such as `task get-up`.
[[nodiscard]] base::Expected<Parameters> readParameters(std::string_view kind,
                                                        std::string_view name,
                                                        std::span<const ParameterInfo> infos,
                                                        const ParameterTexts& texts);

/// Formatted as `0.2 to 4 m`, `true or false`, `front, back`, `text`.
[[nodiscard]] std::string expectedText(const ParameterInfo& info);
/// A value as a user would enter it.
[[nodiscard]] std::string valueText(const ParameterValue& value);

/// The same settings with the paths among them made relative to a folder instead of to the working
/// directory.
[[nodiscard]] ParameterTexts withPathsFrom(const std::filesystem::path& folder,
                                           std::span<const ParameterInfo> infos,
                                           ParameterTexts texts);

/// Splits `key=value`. Errors: InvalidArgument without a `=` after a key.
[[nodiscard]] base::Expected<std::pair<std::string, std::string>> splitSetting(
    std::string_view text);
/// Like the function above, for several strings.
[[nodiscard]] base::Expected<ParameterTexts> splitSettings(std::span<const std::string> texts);

} // namespace sideline::agents
