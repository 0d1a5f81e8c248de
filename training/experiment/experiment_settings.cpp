#include "training/experiment/experiment_settings.h"

#include <array>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/toml_section.h"

namespace sideline::training {

namespace {

using base::TomlSection;
using base::tomlText;

constexpr int kFileVersion = 1;
constexpr std::uint64_t kMaxFileBytes = 1U << 20U;
constexpr std::array<std::pair<std::string_view, Summary>, 4> kSummaries = {
    {{"mean", Summary::Mean},
     {"median", Summary::Median},
     {"worst", Summary::Worst},
     {"mean-less-deviation", Summary::MeanLessDeviation}}};

template <typename T>
void take(std::optional<T> value, T& into) {
    if (value) {
        into = std::move(*value);
    }
}

// Reads all scalars of a table except the reserved keys.
agents::ParameterTexts others(TomlSection& parent, std::string_view key,
                              std::initializer_list<std::string_view> own) {
    agents::ParameterTexts texts;
    if (const auto all = parent.scalarMap(key)) {
        for (const auto& [name, text] : *all) {
            if (std::find(own.begin(), own.end(), name) == own.end()) {
                texts.emplace_back(name, text);
            }
        }
    }
    return texts;
}

class Reader {
public:
    Reader(const toml::table& table, const std::filesystem::path& file)
        : m_table(table), m_file(file) {}

    tl::expected<ExperimentSettings, SettingsErrors> read();

private:
    void readTop();
    void readChange();
    void readBehavior(const toml::table& table);
    void readTrials(const toml::table& table);
    void readNamed(std::string_view key, std::string& name, agents::ParameterTexts& settings,
                   std::string_view example);

    const toml::table& m_table;
    std::filesystem::path m_file;
    SettingsErrors m_errors;
    ExperimentSettings m_settings;
    TomlSection m_top{m_table, {}, m_errors};
};

tl::expected<ExperimentSettings, SettingsErrors> Reader::read() {
    readTop();
    readChange();
    readNamed("task", m_settings.task, m_settings.taskSettings, "name = \"get-up\"");
    if (m_top.has("optimizer")) {
        readNamed("optimizer", m_settings.optimizer, m_settings.optimizerSettings,
                  "name = \"cma-es\"");
    }
    if (const toml::table* trials = m_top.section("trials")) {
        readTrials(*trials);
    }
    m_top.finish();
    if (!m_errors.empty()) {
        for (base::Error& error : m_errors) {
            error = error.inFile(std::filesystem::absolute(m_file).string());
        }
        return tl::unexpected(std::move(m_errors));
    }
    return std::move(m_settings);
}

void Reader::readTop() {
    m_settings.file = m_file;
    m_settings.name = m_file.stem().string();
    const auto version = m_top.integer("sideline-experiment", 1, 1000000);
    if (!version || *version != kFileVersion) {
        m_top.fail(m_top.lineOf("sideline-experiment"),
                   version ? fmt::format("unsupported experiment version {}", *version)
                           : "the version of the experiment is missing",
                   fmt::format("sideline-experiment = {}", kFileVersion));
        if (version) {
            m_errors.back().code = base::ErrorCode::UnsupportedFormat;
        }
    }
    take(m_top.text("name"), m_settings.name);
    if (const auto seed = m_top.integer("seed", 0, std::numeric_limits<int>::max())) {
        m_settings.seed = static_cast<std::uint64_t>(*seed);
    }
    take(m_top.integer("generations", 1, 1000000), m_settings.generations);
    m_settings.target = m_top.number("target", -1e12, 1e12);
    take(m_top.texts("robots"), m_settings.robots);
    take(m_top.texts("objectives"), m_settings.objectives);
    if (m_settings.robots.empty()) {
        m_top.fail(m_top.lineOf("robots"), "no robot given", "names such as \"nao0\"");
    }
}

void Reader::readChange() {
    if (m_top.has("program")) {
        m_settings.change.isProgram = true;
        m_settings.change.programSettings = others(m_top, "program", {});
        return;
    }
    if (const toml::table* behavior = m_top.section("behavior")) {
        readBehavior(*behavior);
        return;
    }
    const toml::table* table = m_top.section("motion");
    if (table == nullptr) {
        m_top.fail(m_top.line(), "nothing to optimize",
                   "a table [motion] with name = \"getup-front\", or [behavior], [program]");
        return;
    }
    TomlSection keys(*table, "motion", m_errors);
    Change& change = m_settings.change;
    MotionFreedom& freedom = change.freedom;
    if (const auto name = keys.text("name")) {
        change.motion = *name;
    } else if (!keys.has("name")) {
        keys.fail(keys.line(), "the motion has no name", "name = \"getup-front\", or a file");
    }
    take(keys.texts("joints"), freedom.joints);
    take(keys.texts("keyframes"), freedom.keyframes);
    take(keys.flag("angles"), freedom.angles);
    take(keys.number("angle-range", 0.01, 360.0), freedom.angleRangeDeg);
    take(keys.flag("times"), freedom.times);
    take(keys.number("time-factor", 1.001, 100.0), freedom.timeFactor);
    take(keys.flag("speeds"), freedom.speeds);
    take(keys.number("speed-factor", 1.001, 100.0), freedom.speedFactor);
    take(keys.flag("gains"), freedom.gains);
    take(keys.number("gain-factor", 1.001, 100.0), freedom.gainFactor);
    take(keys.flag("parameters"), freedom.parameters);
    take(keys.flag("symmetric"), freedom.keepsSymmetry);
    take(keys.flag("holds"), freedom.keepsHolds);
    keys.finish();
}

// Scalars set parameters, pairs of numbers are ranges.
void Reader::readBehavior(const toml::table& table) {
    Change& change = m_settings.change;
    TomlSection keys(table, "behavior", m_errors);
    if (const auto name = keys.text("name")) {
        change.behavior = *name;
    } else if (!keys.has("name")) {
        keys.fail(keys.line(), "the behavior has no name", "name = \"stand-and-look\"");
    }
    toml::table scalars = table;
    for (const auto& [key, node] : table) {
        if (const toml::array* pair = node.as_array()) {
            scalars.erase(key.str());
            const auto minimum = pair->size() == 2 ? pair->get(0)->value<double>() : std::nullopt;
            const auto maximum = pair->size() == 2 ? pair->get(1)->value<double>() : std::nullopt;
            if (!minimum || !maximum || !(*minimum < *maximum)) {
                keys.fail(keys.lineOf(key.str()), fmt::format("invalid range of {}", key.str()),
                          "minimum and maximum, such as [20, 90]");
                continue;
            }
            change.behaviorRanges.push_back({std::string(key.str()), *minimum, *maximum});
        }
    }
    const toml::table wrapped{{"behavior", std::move(scalars)}};
    TomlSection rest(wrapped, {}, m_errors);
    change.behaviorSettings = others(rest, "behavior", {"name"});
}

void Reader::readNamed(std::string_view key, std::string& name, agents::ParameterTexts& settings,
                       std::string_view example) {
    const toml::table* table = m_top.section(key);
    if (table == nullptr) {
        if (!m_top.has(key)) {
            m_top.fail(m_top.line(), fmt::format("the {} is missing", key),
                       fmt::format("a table [{}] with {}", key, example));
        }
        return;
    }
    TomlSection keys(*table, std::string(key), m_errors);
    if (const auto text = keys.text("name")) {
        name = *text;
    } else if (!keys.has("name") && name.empty()) { // the optimizer has a default
        keys.fail(keys.line(), fmt::format("the {} has no name", key), std::string(example));
    }
    settings = others(m_top, key, {"name"});
}

void Reader::readTrials(const toml::table& table) {
    TomlSection keys(table, "trials", m_errors);
    TrialPlan& plan = m_settings.trials;
    take(keys.integer("count", 1, 100000), plan.count);
    if (const auto seeds = keys.choice("seeds", {"fixed", "generation"})) {
        plan.fixedSeeds = *seeds == "fixed";
    }
    std::vector<std::string_view> names;
    for (const auto& [name, summary] : kSummaries) {
        names.push_back(name);
    }
    if (const auto chosen = keys.choice("fitness", names)) {
        for (const auto& [name, summary] : kSummaries) {
            plan.summary = name == *chosen ? summary : plan.summary;
        }
    }
    take(keys.integer("race-after", 0, 100000), plan.raceAfter);
    take(keys.integer("hard", 0, 100000), plan.hard);
    take(keys.integer("scout", 0, 100000), plan.scout);
    if (plan.hard > plan.count || (plan.hard > 0 && plan.fixedSeeds)) {
        keys.fail(keys.line(), fmt::format("{} hard trials", plan.hard),
                  plan.fixedSeeds ? std::string("0 when seeds = \"fixed\"")
                                  : fmt::format("at most count = {}", plan.count));
    }
    take(keys.integer("validate", 1, 100000), plan.validate);
    take(keys.flag("exact"), plan.isExact);
    keys.finish();
}

void addSettings(std::string& text, const agents::ParameterTexts& settings) {
    for (const auto& [key, value] : settings) {
        text += fmt::format("{} = {}\n", key, scalarText(value));
    }
}

} // namespace

std::string scalarText(const std::string& value) {
    const toml::parse_result parsed = toml::parse("x = " + value);
    const bool isScalar =
        parsed && parsed.table()["x"].is_value() && !parsed.table()["x"].is_string();
    return isScalar ? value : tomlText(value);
}

std::string_view summaryName(Summary summary) {
    for (const auto& [name, value] : kSummaries) {
        if (value == summary) {
            return name;
        }
    }
    return "mean";
}

tl::expected<ExperimentSettings, SettingsErrors> parseExperiment(
    std::string_view text, const std::filesystem::path& file) {
    const toml::parse_result parsed = toml::parse(text, file.string());
    if (!parsed) {
        base::Error error;
        error.code = base::ErrorCode::Malformed;
        error.message = std::string(parsed.error().description());
        error.expected = "TOML";
        error.file = std::filesystem::absolute(file).string();
        error.line = parsed.error().source().begin.line;
        return tl::unexpected(SettingsErrors{std::move(error)});
    }
    return Reader(parsed.table(), file).read();
}

tl::expected<ExperimentSettings, SettingsErrors> readExperiment(const std::filesystem::path& file) {
    const auto text = base::readTextFile(file, kMaxFileBytes, "an experiment file");
    if (!text) {
        return tl::unexpected(SettingsErrors{text.error()});
    }
    return parseExperiment(*text, file);
}

std::string textOf(const SettingsErrors& errors) {
    std::string text;
    for (const base::Error& error : errors) {
        text += (text.empty() ? "" : "\n") + error.toString();
    }
    return text;
}

std::string textOf(const ExperimentSettings& settings) {
    std::string text = fmt::format(
        "sideline-experiment = {}\nname = {}\nseed = {}\ngenerations = {}\nrobots = {}\n",
        kFileVersion, tomlText(settings.name), settings.seed, settings.generations,
        tomlText(settings.robots));
    if (settings.target) {
        text += fmt::format("target = {}\n", *settings.target);
    }
    if (!settings.objectives.empty()) {
        text += fmt::format("objectives = {}\n", tomlText(settings.objectives));
    }
    if (!settings.change.behavior.empty()) {
        text += fmt::format("\n[behavior]\nname = {}\n", tomlText(settings.change.behavior));
        addSettings(text, settings.change.behaviorSettings);
        for (const Change::Range& range : settings.change.behaviorRanges) {
            text += fmt::format("{} = [{}, {}]\n", range.name, range.minimum, range.maximum);
        }
    } else if (settings.change.isProgram) {
        text += "\n[program]\n";
        addSettings(text, settings.change.programSettings);
    } else {
        const MotionFreedom& freedom = settings.change.freedom;
        text += fmt::format("\n[motion]\nname = {}\n", tomlText(settings.change.motion));
        if (!freedom.joints.empty()) {
            text += fmt::format("joints = {}\n", tomlText(freedom.joints));
        }
        if (!freedom.keyframes.empty()) {
            text += fmt::format("keyframes = {}\n", tomlText(freedom.keyframes));
        }
        text +=
            fmt::format("angles = {}\nangle-range = {}\ntimes = {}\ntime-factor = {}\n"
                        "speeds = {}\nspeed-factor = {}\ngains = {}\ngain-factor = {}\n"
                        "parameters = {}\nsymmetric = {}\nholds = {}\n",
                        freedom.angles, freedom.angleRangeDeg, freedom.times, freedom.timeFactor,
                        freedom.speeds, freedom.speedFactor, freedom.gains, freedom.gainFactor,
                        freedom.parameters, freedom.keepsSymmetry, freedom.keepsHolds);
    }
    text += fmt::format("\n[task]\nname = {}\n", tomlText(settings.task));
    addSettings(text, settings.taskSettings);
    text += fmt::format("\n[optimizer]\nname = {}\n", tomlText(settings.optimizer));
    addSettings(text, settings.optimizerSettings);
    const TrialPlan& plan = settings.trials;
    text += fmt::format("\n[trials]\ncount = {}\nseeds = {}\nfitness = {}\nrace-after = {}\n"
                        "hard = {}\nscout = {}\nvalidate = {}\nexact = {}\n",
                        plan.count, tomlText(plan.fixedSeeds ? "fixed" : "generation"),
                        tomlText(summaryName(plan.summary)), plan.raceAfter, plan.hard, plan.scout,
                        plan.validate, plan.isExact);
    return text;
}

} // namespace sideline::training
