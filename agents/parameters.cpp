#include "agents/parameters.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/base/assert.h"
#include "agentcore/base/nearest_name.h"
#include "agentcore/protocol/number_text.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::agents {

namespace {

bool isChoice(const ParameterInfo& info, const std::string& text) {
    const auto isListed = [&](const std::string& one) {
        return std::ranges::find(info.choices, one) != info.choices.end();
    };
    if (info.choices.empty() || !info.takesSeveral) {
        return info.choices.empty() || isListed(text);
    }
    std::istringstream words(text);
    const std::vector<std::string> given{std::istream_iterator<std::string>(words), {}};
    return !given.empty() && std::ranges::all_of(given, isListed);
}

std::optional<ParameterValue> readValue(const ParameterInfo& info, const std::string& text) {
    if (std::holds_alternative<std::string>(info.defaultValue)) {
        return isChoice(info, text) ? std::optional<ParameterValue>(text) : std::nullopt;
    }
    if (std::holds_alternative<bool>(info.defaultValue)) {
        if (text == "true" || text == "false") {
            return text == "true";
        }
        return std::nullopt;
    }
    const auto value = protocol::parseNumber(text);
    if (!value || !std::isfinite(*value) || *value < info.least || *value > info.most) {
        return std::nullopt;
    }
    return *value;
}

// Why a text is not the argument that a parameter requires; empty if it is.
std::string argumentFault(const ParameterInfo& info, const std::string& text) {
    if (!info.argument || text == std::get<std::string>(info.defaultValue)) {
        return {};
    }
    const auto read = argument::Argument::parse(text, *info.argument);
    if (read) {
        return {};
    }
    const base::Error& error = read.error();
    return fmt::format("{} in '{}', character {}: {}; expected {}", info.name, text,
                       error.byteOffset.value_or(0) + 1, error.message, error.expected);
}

std::string unknownKey(std::span<const ParameterInfo> infos, const std::string& key) {
    std::vector<std::string_view> names;
    for (const ParameterInfo& info : infos) {
        names.push_back(info.name);
    }
    const std::string_view meant = base::nearestName(key, names);
    if (!meant.empty()) {
        return fmt::format("unknown parameter '{}'; did you mean '{}'?", key, meant);
    }
    constexpr std::size_t kMaxListed = 40;
    if (names.size() > kMaxListed) {
        return fmt::format(
            "unknown parameter '{}'; `sideline agent list BEHAVIOR` describes all {}", key,
            names.size());
    }
    return names.empty()
               ? fmt::format("unknown parameter '{}'; this behavior has none", key)
               : fmt::format("unknown parameter '{}'; expected {}", key, base::listNames(names));
}

} // namespace

base::Expected<Parameters> Parameters::read(std::span<const ParameterInfo> infos,
                                            const ParameterTexts& texts) {
    Parameters parameters;
    for (const ParameterInfo& info : infos) {
        parameters.m_values.emplace(info.name, info.defaultValue);
    }
    std::vector<std::string> faults;
    for (const auto& [key, text] : texts) {
        const auto info = std::ranges::find(infos, key, &ParameterInfo::name);
        if (info == infos.end()) {
            faults.push_back(unknownKey(infos, key));
        } else if (std::string fault = argumentFault(*info, text); !fault.empty()) {
            faults.push_back(std::move(fault));
        } else if (auto value = readValue(*info, text)) {
            parameters.m_values[key] = std::move(*value);
        } else {
            faults.push_back(fmt::format("invalid value for {}: '{}'; expected {}", key, text,
                                         expectedText(*info)));
        }
    }
    if (!faults.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{}", fmt::join(faults, "; ")));
    }
    return parameters;
}

base::Error unknownName(std::string_view kind, std::string_view name,
                        const std::vector<std::string_view>& names) {
    base::Error error;
    error.code = base::ErrorCode::NotFound;
    error.message = fmt::format("unknown {} '{}'", kind, name);
    error.expected = base::listNames(names);
    return error;
}

base::Expected<Parameters> readParameters(std::string_view kind, std::string_view name,
                                          std::span<const ParameterInfo> infos,
                                          const ParameterTexts& texts) {
    auto parameters = Parameters::read(infos, texts);
    if (!parameters) {
        parameters.error().message =
            fmt::format("{} {}: {}", kind, name, parameters.error().message);
    }
    return parameters;
}

double Parameters::number(std::string_view name) const {
    const auto found = m_values.find(name);
    SIDELINE_ASSERT(found != m_values.end());
    return std::get<double>(found->second);
}

bool Parameters::flag(std::string_view name) const {
    const auto found = m_values.find(name);
    SIDELINE_ASSERT(found != m_values.end());
    return std::get<bool>(found->second);
}

const std::string& Parameters::text(std::string_view name) const {
    const auto found = m_values.find(name);
    SIDELINE_ASSERT(found != m_values.end());
    return std::get<std::string>(found->second);
}

std::optional<argument::Argument> Parameters::argument(const ParameterInfo& info) const {
    const std::string& value = text(info.name);
    SIDELINE_ASSERT(info.argument.has_value());
    if (value.empty()) {
        return std::nullopt;
    }
    auto read = argument::Argument::parse(value, *info.argument);
    SIDELINE_ASSERT(read.has_value());
    return std::move(*read);
}

std::string expectedText(const ParameterInfo& info) {
    if (info.argument) {
        return info.argument->text();
    }
    if (std::holds_alternative<bool>(info.defaultValue)) {
        return "true or false";
    }
    if (std::holds_alternative<std::string>(info.defaultValue)) {
        return info.choices.empty()
                   ? "text"
                   : fmt::format("{}{}", fmt::join(info.choices, ", "),
                                 info.takesSeveral ? "; several may be given" : "");
    }
    const std::string unit = info.unit.empty() ? "" : " " + info.unit;
    const bool hasLeast = std::isfinite(info.least);
    const bool hasMost = std::isfinite(info.most);
    if (hasLeast && hasMost) {
        return fmt::format("{} to {}{}", info.least, info.most, unit);
    }
    return hasLeast  ? fmt::format("at least {}{}", info.least, unit)
           : hasMost ? fmt::format("at most {}{}", info.most, unit)
                     : fmt::format("a number{}", info.unit.empty() ? "" : ", " + info.unit);
}

std::string valueText(const ParameterValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? "true" : "false";
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return fmt::format("{}", *number);
    }
    return std::get<std::string>(value);
}

ParameterTexts withPathsFrom(const std::filesystem::path& folder,
                             std::span<const ParameterInfo> infos, ParameterTexts texts) {
    for (auto& [key, text] : texts) {
        const auto info = std::ranges::find(infos, key, &ParameterInfo::name);
        if (info != infos.end() && info->isPath && !text.empty()) {
            text = (folder / text).lexically_normal().string();
        }
    }
    return texts;
}

base::Expected<std::pair<std::string, std::string>> splitSetting(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("'{}' sets no parameter", text), "KEY=VALUE");
    }
    return std::pair(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
}

base::Expected<ParameterTexts> splitSettings(std::span<const std::string> texts) {
    ParameterTexts settings;
    for (const std::string& text : texts) {
        auto setting = splitSetting(text);
        if (!setting) {
            return tl::unexpected(setting.error());
        }
        settings.push_back(std::move(*setting));
    }
    return settings;
}

} // namespace sideline::agents
