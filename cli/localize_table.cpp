#include "cli/localize_table.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "agentcore/math/angles.h"

namespace sideline::cli {

namespace {

using evaluation::Distribution;
using evaluation::ErrorScore;
using evaluation::RunScore;
using Json = nlohmann::ordered_json;

enum class Best : std::uint8_t { Lowest, Highest, None };

// A column of a table: one value per method, in the order of the rows.
struct Column {
    std::string group; // title above several columns; empty: that of the column to the left
    std::string title;
    int decimals = 1;
    Best best = Best::Lowest;
    std::vector<std::optional<double>> values;
};

// Returns the best of the printed values; nullopt if all are equal.
std::optional<double> bestOf(const Column& column) {
    std::optional<double> best;
    std::size_t count = 0;
    bool differs = false;
    const double scale = std::pow(10.0, column.decimals);
    for (const auto& value : column.values) {
        if (!value || column.best == Best::None) {
            continue;
        }
        const double rounded = std::round(*value * scale);
        differs = differs || (best && rounded != *best);
        best = !best                         ? rounded
               : column.best == Best::Lowest ? std::min(*best, rounded)
                                             : std::max(*best, rounded);
        ++count;
    }
    return count > 1 && differs ? best : std::nullopt;
}

std::vector<std::string> cellsOf(const Column& column) {
    const auto best = bestOf(column);
    const double scale = std::pow(10.0, column.decimals);
    std::vector<std::string> cells;
    for (const auto& value : column.values) {
        const bool isBest = value && best && std::round(*value * scale) == *best;
        cells.push_back(value
                            ? fmt::format("{:.{}f}{}", *value, column.decimals, isBest ? '*' : ' ')
                            : std::string("- "));
    }
    return cells;
}

// Formats right-aligned columns under their titles, with groups above.
std::string tableOf(const std::vector<std::string>& rows, const std::vector<Column>& columns) {
    std::size_t first = 0;
    for (const std::string& row : rows) {
        first = std::max(first, row.size());
    }
    std::string groups(first, ' ');
    std::string titles(first, ' ');
    std::vector<std::string> lines;
    for (const std::string& row : rows) {
        lines.push_back(fmt::format("{:<{}}", row, first));
    }
    for (const Column& column : columns) {
        const auto cells = cellsOf(column);
        std::size_t width = column.title.size() + 1;
        for (const std::string& cell : cells) {
            width = std::max(width, cell.size());
        }
        const std::string gap(column.group.empty() ? 1 : 3, ' ');
        if (!column.group.empty()) { // the title begins above its first column
            groups.resize(std::max(groups.size(), titles.size()), ' ');
            groups += gap + column.group;
            // A title that is wider than its columns shifts the following ones.
            const std::size_t over = groups.size() - column.group.size();
            if (titles.size() + gap.size() < over) {
                const std::size_t missing = over - titles.size() - gap.size();
                titles.append(missing, ' ');
                for (std::string& line : lines) {
                    line.append(missing, ' ');
                }
            }
        }
        titles += fmt::format("{}{:>{}} ", gap, column.title, width - 1);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            lines[i] += fmt::format("{}{:>{}}", gap, cells[i], width);
        }
    }
    std::string text;
    const auto add = [&](std::string line) {
        line.erase(line.find_last_not_of(' ') + 1);
        text += "  " + line + '\n';
    };
    add(groups);
    add(titles);
    for (const std::string& line : lines) {
        add(line);
    }
    return text;
}

std::optional<double> ifAny(const Distribution& of, double value) {
    return of.count > 0 ? std::optional(value) : std::nullopt;
}

using Value = std::function<std::optional<double>(const RunScore&)>;

class TableBuilder {
public:
    explicit TableBuilder(const std::vector<MethodResult>& methods) : m_methods(methods) {}

    void add(std::string group, std::string title, int decimals, const Value& value,
             Best best = Best::Lowest) {
        Column column{std::move(group), std::move(title), decimals, best, {}};
        for (const MethodResult& method : m_methods) {
            column.values.push_back(value(method.score));
        }
        const bool hasAny =
            std::ranges::any_of(column.values, [](const auto& each) { return each.has_value(); });
        if (hasAny) {
            m_columns.push_back(std::move(column));
        }
    }
    void addActivity(const std::string& name, ErrorScore RunScore::*part) {
        add(name, "mean", 1, [part](const RunScore& score) {
            return ifAny((score.*part).groundM, (score.*part).groundM.mean * 1e3);
        });
        add({}, "p95", 1, [part](const RunScore& score) {
            return ifAny((score.*part).groundM, (score.*part).groundM.p95 * 1e3);
        });
        add({}, "deg", 3, [part](const RunScore& score) {
            return ifAny((score.*part).headingRad, math::degFromRad((score.*part).headingRad.mean));
        });
    }
    [[nodiscard]] bool isEmpty() const { return m_columns.empty(); }
    [[nodiscard]] std::string text(const std::string& corner) const {
        std::vector<std::string> rows;
        for (const MethodResult& method : m_methods) {
            rows.push_back(method.name);
        }
        const std::string table = tableOf(rows, m_columns);
        return corner.empty() ? table : corner + '\n' + table;
    }

private:
    const std::vector<MethodResult>& m_methods;
    std::vector<Column> m_columns;
};

std::optional<double> worstRecovery(const RunScore& score) {
    return score.recoveryS.empty() ? std::nullopt
                                   : std::optional(std::ranges::max(score.recoveryS));
}

std::string mainTable(const std::vector<MethodResult>& methods) {
    TableBuilder table(methods);
    const auto add = [&](const char* group, const char* title, int decimals, double scale,
                         Distribution ErrorScore::*part, double Distribution::*figure) {
        table.add(group, title, decimals, [=](const RunScore& score) {
            const Distribution& of = score.all.*part;
            return ifAny(of, scale * of.*figure);
        });
    };
    constexpr double kMm = 1e3;
    constexpr double kDeg = 180.0 / math::kPi;
    add("2D error, mm", "mean", 1, kMm, &ErrorScore::groundM, &Distribution::mean);
    add("", "RMSE", 1, kMm, &ErrorScore::groundM, &Distribution::rms);
    add("", "p95", 1, kMm, &ErrorScore::groundM, &Distribution::p95);
    add("", "max", 0, kMm, &ErrorScore::groundM, &Distribution::max);
    add("3D error, mm", "mean", 1, kMm, &ErrorScore::spaceM, &Distribution::mean);
    add("", "RMSE", 1, kMm, &ErrorScore::spaceM, &Distribution::rms);
    add("", "p95", 1, kMm, &ErrorScore::spaceM, &Distribution::p95);
    add("heading, deg", "mean", 3, kDeg, &ErrorScore::headingRad, &Distribution::mean);
    add("", "p95", 3, kDeg, &ErrorScore::headingRad, &Distribution::p95);
    add("", "max", 2, kDeg, &ErrorScore::headingRad, &Distribution::max);
    table.add(
        "valid", "%", 1, [](const RunScore& score) { return 100.0 * score.validRatio; },
        Best::Highest);
    table.add("time, us", "mean", 1, [](const RunScore& score) { return score.microseconds; });
    table.add("", "p99", 1, [](const RunScore& score) { return score.p99Microseconds; });
    table.add(
        "NEES", "/dof", 2, [](const RunScore& score) { return score.meanSquaredSigmas; },
        Best::None);
    table.add(
        "", "in 95 %", 1,
        [](const RunScore& score) {
            return score.consistentRatio ? std::optional(*score.consistentRatio * 100.0)
                                         : std::nullopt;
        },
        Best::None);
    table.add(
        "misfit", "sigmas", 2, [](const RunScore& score) { return score.residualSigmas; },
        Best::None);
    return table.text({});
}

std::string activityTable(const std::vector<MethodResult>& methods) {
    TableBuilder table(methods);
    table.addActivity("vision", &RunScore::vision);
    table.addActivity("standing", &RunScore::standing);
    table.addActivity("walking", &RunScore::walking);
    table.addActivity("fallen", &RunScore::fallen);
    table.addActivity("offset unknown", &RunScore::unlearned);
    table.addActivity("offset learned", &RunScore::learned);
    table.add("found again", "worst s", 2, worstRecovery);
    const bool wasMoved = std::ranges::any_of(methods, [](const MethodResult& method) {
        return !method.score.recoveryS.empty() || method.score.unrecovered > 0;
    });
    table.add("", "never", 0, [wasMoved](const RunScore& score) {
        return wasMoved ? std::optional(static_cast<double>(score.unrecovered)) : std::nullopt;
    });
    return table.isEmpty() ? std::string() : table.text("2D error in mm, heading in degrees");
}

std::string ballText(const evaluation::BallScore& ball) {
    const auto line = [](const char* name, const Distribution& place, const Distribution& speed) {
        return place.count == 0
                   ? std::string()
                   : fmt::format("  {:<11} {:>6.1f} mean {:>6.1f} p95 cm   {:>6.3f} mean {:>6.3f} "
                                 "p95 m/s   ({} cycles)\n",
                                 name, 100.0 * place.mean, 100.0 * place.p95, speed.mean, speed.p95,
                                 place.count);
    };
    return fmt::format("ball of the world model, position and velocity; known in {:.1f} %\n{}{}",
                       100.0 * ball.knownRatio, line("seen", ball.seenM, ball.seenMps),
                       line("remembered", ball.rememberedM, ball.rememberedMps));
}

std::string offsetText(const LocalizeResult& result) {
    std::string text;
    const auto mm = [](const Eigen::Vector3d& p) {
        return fmt::format("({:.2f}, {:.2f}, {:.2f})", 1e3 * p.x(), 1e3 * p.y(), 1e3 * p.z());
    };
    if (result.cameraOffset_CM) {
        text = fmt::format("camera offset, mm: true {}", mm(*result.cameraOffset_CM));
    }
    for (const MethodResult& method : result.methods) {
        if (method.learnedOffset_CM) {
            text += text.empty() ? "camera offset, mm: " : "; ";
            text += fmt::format("{} estimated {} +- {:.2f}", method.name,
                                mm(*method.learnedOffset_CM), 1e3 * method.learnedOffsetSigmaM);
        }
    }
    return text.empty() ? text : text + '\n';
}

Json jsonOf(const Distribution& of, double scale) {
    return {{"count", of.count},           {"mean", scale * of.mean}, {"rmse", scale * of.rms},
            {"median", scale * of.median}, {"p95", scale * of.p95},   {"max", scale * of.max}};
}

Json jsonOf(const ErrorScore& score) {
    constexpr double kDeg = 180.0 / math::kPi;
    return {{"groundMm", jsonOf(score.groundM, 1e3)},
            {"spaceMm", jsonOf(score.spaceM, 1e3)},
            {"heightMm", jsonOf(score.heightM, 1e3)},
            {"headingDeg", jsonOf(score.headingRad, kDeg)}};
}

Json jsonOf(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json jsonOf(const Eigen::Vector3d& p, double scale) {
    return Json::array({scale * p.x(), scale * p.y(), scale * p.z()});
}

Json jsonOf(const MethodResult& method) {
    const RunScore& score = method.score;
    Json json{{"method", method.word},
              {"cycles", score.cycles},
              {"validShare", score.validRatio},
              {"us", jsonOf(score.microseconds)},
              {"p99Us", jsonOf(score.p99Microseconds)},
              {"nees", jsonOf(score.meanSquaredSigmas)},
              {"inRegionShare", jsonOf(score.consistentRatio)},
              {"residualSigmas", jsonOf(score.residualSigmas)},
              {"recoveryS", score.recoveryS},
              {"unrecovered", score.unrecovered},
              {"all", jsonOf(score.all)},
              {"vision", jsonOf(score.vision)},
              {"standing", jsonOf(score.standing)},
              {"walking", jsonOf(score.walking)},
              {"fallen", jsonOf(score.fallen)},
              {"offsetUnknown", jsonOf(score.unlearned)},
              {"offsetLearned", jsonOf(score.learned)}};
    if (method.learnedOffset_CM) {
        json["cameraOffsetMm"] = jsonOf(*method.learnedOffset_CM, 1e3);
        json["cameraOffsetSigmaMm"] = 1e3 * method.learnedOffsetSigmaM;
    }
    return json;
}

// Combines the figures of several streams, with equal weight per cycle.
class Pool {
public:
    void add(const Distribution& of) {
        const auto count = static_cast<double>(of.count);
        m_count += count;
        m_sum += count * of.mean;
        m_squares += count * of.rms * of.rms;
        m_max = std::max(m_max, of.max);
    }
    [[nodiscard]] Distribution result() const {
        Distribution result;
        result.count = static_cast<std::size_t>(m_count);
        if (result.count > 0) {
            result.mean = m_sum / m_count;
            result.rms = std::sqrt(m_squares / m_count);
            result.max = m_max;
        }
        return result;
    }

private:
    double m_count = 0.0;
    double m_sum = 0.0;
    double m_squares = 0.0;
    double m_max = 0.0;
};

RunScore pooled(const std::vector<const RunScore*>& scores) {
    RunScore result;
    Pool ground;
    Pool space;
    Pool heading;
    double judged = 0.0;
    double timed = 0.0;
    for (const RunScore* score : scores) {
        const auto cycles = static_cast<double>(score->cycles);
        ground.add(score->all.groundM);
        space.add(score->all.spaceM);
        heading.add(score->all.headingRad);
        result.cycles += score->cycles;
        result.validRatio += cycles * score->validRatio;
        if (score->microseconds) {
            result.microseconds = result.microseconds.value_or(0.0) + cycles * *score->microseconds;
            timed += cycles;
        }
        if (score->meanSquaredSigmas && score->consistentRatio) {
            const auto count = static_cast<double>(score->all.groundM.count);
            judged += count;
            result.meanSquaredSigmas =
                result.meanSquaredSigmas.value_or(0.0) + count * *score->meanSquaredSigmas;
            result.consistentRatio =
                result.consistentRatio.value_or(0.0) + count * *score->consistentRatio;
        }
        result.recoveryS.insert(result.recoveryS.end(), score->recoveryS.begin(),
                                score->recoveryS.end());
        result.unrecovered += score->unrecovered;
    }
    result.all = {ground.result(), space.result(), heading.result(), {}};
    if (result.cycles > 0) {
        result.validRatio /= static_cast<double>(result.cycles);
    }
    if (timed > 0.0) {
        *result.microseconds /= timed;
    }
    if (judged > 0.0) {
        *result.meanSquaredSigmas /= judged;
        *result.consistentRatio /= judged;
    }
    return result;
}

} // namespace

std::string textOf(const LocalizeResult& result) {
    std::string text = fmt::format("{}: {}, {} cycles, {:.1f} s\n", result.name, result.about,
                                   result.cycles, result.durationS);
    if (!result.damage.empty()) {
        text += fmt::format("ends early: {}\n", result.damage);
    }
    text +=
        result.truthCycles == 0
            ? std::string("no ground truth: reports only how often a pose was valid, how well it "
                          "fits the observations, and the time taken\n")
            : fmt::format("ground truth: {} ({} cycles)\n", result.truthSource, result.truthCycles);
    text += mainTable(result.methods);
    if (result.truthCycles > 0) {
        text += activityTable(result.methods);
    }
    text += offsetText(result);
    if (result.ball) {
        text += ballText(*result.ball);
    }
    return text;
}

std::string summaryOf(const std::vector<LocalizeResult>& results) {
    std::vector<MethodResult> methods;
    for (const LocalizeResult& result : results) {
        for (const MethodResult& method : result.methods) {
            if (std::ranges::find(methods, method.word, &MethodResult::word) == methods.end()) {
                methods.push_back({method.name, method.word, {}, {}, 0.0});
            }
        }
    }
    for (MethodResult& method : methods) {
        std::vector<const RunScore*> parts;
        for (const LocalizeResult& result : results) {
            const auto part = std::ranges::find(result.methods, method.word, &MethodResult::word);
            if (part != result.methods.end()) {
                parts.push_back(&part->score);
            }
        }
        method.score = pooled(parts);
    }
    TableBuilder table(methods);
    const auto add = [&](const char* group, const char* title, int decimals, double scale,
                         Distribution ErrorScore::*part, double Distribution::*figure) {
        table.add(group, title, decimals, [=](const RunScore& score) {
            const Distribution& of = score.all.*part;
            return ifAny(of, scale * of.*figure);
        });
    };
    constexpr double kDeg = 180.0 / math::kPi;
    add("2D error, mm", "mean", 1, 1e3, &ErrorScore::groundM, &Distribution::mean);
    add("", "RMSE", 1, 1e3, &ErrorScore::groundM, &Distribution::rms);
    add("", "max", 0, 1e3, &ErrorScore::groundM, &Distribution::max);
    add("3D error, mm", "mean", 1, 1e3, &ErrorScore::spaceM, &Distribution::mean);
    add("", "RMSE", 1, 1e3, &ErrorScore::spaceM, &Distribution::rms);
    add("heading, deg", "mean", 3, kDeg, &ErrorScore::headingRad, &Distribution::mean);
    add("", "max", 2, kDeg, &ErrorScore::headingRad, &Distribution::max);
    table.add(
        "valid", "%", 1, [](const RunScore& score) { return 100.0 * score.validRatio; },
        Best::Highest);
    table.add("time, us", "mean", 1, [](const RunScore& score) { return score.microseconds; });
    table.add(
        "NEES", "/dof", 2, [](const RunScore& score) { return score.meanSquaredSigmas; },
        Best::None);
    table.add("found again", "worst s", 2, worstRecovery);
    return table.text(fmt::format("all {} combined", results.size()));
}

Json jsonOf(const LocalizeResult& result) {
    Json json{{"name", result.name},
              {"about", result.about},
              {"cycles", result.cycles},
              {"durationS", result.durationS},
              {"truth", {{"source", result.truthSource}, {"cycles", result.truthCycles}}}};
    if (!result.damage.empty()) {
        json["damage"] = result.damage;
    }
    if (result.cameraOffset_CM) {
        json["cameraOffsetMm"] = jsonOf(*result.cameraOffset_CM, 1e3);
    }
    json["methods"] = Json::array();
    for (const MethodResult& method : result.methods) {
        json["methods"].push_back(jsonOf(method));
    }
    if (result.ball) {
        json["ball"] = {{"knownShare", result.ball->knownRatio},
                        {"seenM", jsonOf(result.ball->seenM, 1.0)},
                        {"rememberedM", jsonOf(result.ball->rememberedM, 1.0)},
                        {"seenMps", jsonOf(result.ball->seenMps, 1.0)},
                        {"rememberedMps", jsonOf(result.ball->rememberedMps, 1.0)}};
    }
    return json;
}

} // namespace sideline::cli
