#include "series/expectation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"

namespace sideline::series {

namespace {

constexpr std::string_view kGames = "games";
constexpr std::string_view kPerPlayer = "_per_player";
constexpr std::array<std::string_view, 6> kComparisons = {"<=", ">=", "==", "!=", "<", ">"};

enum class Over { Mean, Least, Most, Total };
enum class StatisticSide { Both, Left, Right, First, Second };

// A parsed quantity name of a condition.
struct Quantity {
    Over over = Over::Mean;
    StatisticSide side = StatisticSide::Both;
    std::size_t statistic = 0;
    bool isPerPlayer = false;
};

bool cut(std::string_view& name, std::string_view ending) {
    const bool ends = name.ends_with(ending);
    name.remove_suffix(ends ? ending.size() : 0);
    return ends;
}

std::optional<Quantity> quantityOf(std::string_view name) {
    Quantity quantity;
    for (const auto& [beginning, over] :
         {std::pair{"least_", Over::Least}, {"most_", Over::Most}, {"total_", Over::Total}}) {
        if (name.starts_with(beginning)) {
            quantity.over = over;
            name.remove_prefix(std::string_view(beginning).size());
            break;
        }
    }
    quantity.isPerPlayer = cut(name, kPerPlayer);
    for (const auto& [ending, side] : {std::pair{"_left", StatisticSide::Left},
                                       {"_right", StatisticSide::Right},
                                       {"_a", StatisticSide::First},
                                       {"_b", StatisticSide::Second}}) {
        if (cut(name, ending)) {
            quantity.side = side;
            break;
        }
    }
    const auto& all = gameStatistics();
    const auto it = std::ranges::find(all, name, &StatisticInfo::name);
    if (it == all.end()) {
        return std::nullopt;
    }
    quantity.statistic = static_cast<std::size_t>(it - all.begin());
    return quantity;
}

double inGame(const PlayedGame& played, StatisticSide side, std::size_t statistic) {
    const BothSides& values = played.result.values[statistic];
    switch (side) {
    case StatisticSide::Left:
        return values.left;
    case StatisticSide::Right:
        return values.right;
    case StatisticSide::First:
        return values.of(played.firstSide());
    case StatisticSide::Second:
        return values.left + values.right - values.of(played.firstSide());
    case StatisticSide::Both:
        break;
    }
    return values.left + values.right;
}

double valueOf(std::string_view name, const std::vector<PlayedGame>& games) {
    if (name == kGames) {
        return static_cast<double>(games.size());
    }
    const Quantity quantity = quantityOf(name).value_or(Quantity());
    std::vector<double> values;
    for (const PlayedGame& played : games) {
        double value = inGame(played, quantity.side, quantity.statistic);
        if (quantity.isPerPlayer) {
            value /= inGame(played, quantity.side, statisticIndex("players"));
        }
        if (std::isfinite(value)) {
            values.push_back(value);
        }
    }
    if (values.empty()) {
        return kUnknown;
    }
    double total = 0.0;
    for (const double value : values) {
        total += value;
    }
    switch (quantity.over) {
    case Over::Least:
        return *std::ranges::min_element(values);
    case Over::Most:
        return *std::ranges::max_element(values);
    case Over::Total:
        return total;
    case Over::Mean:
        break;
    }
    return total / static_cast<double>(values.size());
}

// Turns names into parameters of motion expressions, which start with `$`.
std::string withDollars(std::string_view text) {
    const auto isWord = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool begins =
            isWord(text[i]) && (i == 0 || !(isWord(text[i - 1]) || text[i - 1] == '.'));
        if (begins && std::isdigit(static_cast<unsigned char>(text[i])) == 0) {
            result += '$';
        }
        result += text[i];
    }
    return result;
}

base::Expected<keyframe::Value> readSide(std::string_view text) {
    auto value = keyframe::Value::parse(withDollars(text));
    if (!value) {
        return base::failure(base::ErrorCode::Malformed,
                             fmt::format("invalid expression: {}", value.error().message),
                             value.error().expected);
    }
    for (const std::string& name : value->parameters()) {
        if (name != kGames && !quantityOf(name)) {
            std::vector<std::string_view> names = {kGames};
            for (const StatisticInfo& info : gameStatistics()) {
                names.emplace_back(info.name);
            }
            return base::failure(
                base::ErrorCode::InvalidArgument, fmt::format("unknown statistic `{}`", name),
                base::listNames(names) + ", with _a, _b, _left or _right, then _per_player");
        }
    }
    return value;
}

double evaluate(const keyframe::Value& value, const std::vector<PlayedGame>& games) {
    if (value.isNumber()) {
        return value.number();
    }
    keyframe::Parameters parameters;
    for (const std::string& name : value.parameters()) {
        parameters[name] = valueOf(name, games);
    }
    return value.evaluate(parameters).value_or(kUnknown);
}

bool compare(double left, std::string_view comparison, double right) {
    if (!std::isfinite(left) || !std::isfinite(right)) {
        return false;
    }
    return comparison == "<"    ? left < right
           : comparison == "<=" ? left <= right
           : comparison == ">"  ? left > right
           : comparison == ">=" ? left >= right
           : comparison == "==" ? left == right
                                : left != right;
}

} // namespace

base::Expected<Expectation> Expectation::parse(std::string_view text) {
    constexpr const char* kExample = "a comparison such as `goals_a >= 1`";
    const std::size_t at = text.find_first_of("<>=!");
    std::string_view comparison;
    for (const std::string_view each : kComparisons) {
        if (at != std::string_view::npos && comparison.empty() &&
            text.substr(at).starts_with(each)) {
            comparison = each;
        }
    }
    if (comparison.empty() ||
        text.find_first_of("<>=!", at + comparison.size()) != std::string_view::npos) {
        return base::failure(base::ErrorCode::Malformed,
                             fmt::format("`{}` is not a condition", text), kExample);
    }
    auto left = readSide(text.substr(0, at));
    auto right = readSide(text.substr(at + comparison.size()));
    if (!left || !right) {
        base::Error error = !left ? left.error() : right.error();
        error.message = fmt::format("`{}`: {}", text, error.message);
        return tl::unexpected(std::move(error));
    }
    Expectation expectation;
    expectation.m_text = text;
    expectation.m_left = std::move(*left);
    expectation.m_right = std::move(*right);
    expectation.m_comparison = comparison;
    return expectation;
}

Expectation::Outcome Expectation::judge(const std::vector<PlayedGame>& games) const {
    Outcome outcome{evaluate(m_left, games), evaluate(m_right, games), false};
    outcome.holds = !games.empty() && compare(outcome.left, m_comparison, outcome.right);
    return outcome;
}

} // namespace sideline::series
