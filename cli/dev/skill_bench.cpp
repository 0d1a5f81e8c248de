// `sideline-dev skill bench`: measures how well robots walk, stop, get up, kick and score.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/math/quantile.h"
#include "agentcore/robot/nao.h"
#include "cli/dev/dev_commands.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/sample_set.h"
#include "cli/skill_command.h"
#include "cli/skill_server.h"
#include "training/server/server_bench.h"
#include "training/skill/skill_bench.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using training::SkillRow;

struct SkillBenchArguments {
    std::vector<std::string> robots = {"nao0", "nao1", "nao2", "nao3", "nao4"};
    training::SkillBenchSettings settings;
    SkillServerArguments server;
    std::string csv;
    bool mayReplace = false;
    bool isJson = false;
};

// @param before failures of the preceding row: rows of the same trials print them only once
void printSkill(const SkillRow& row, const std::vector<training::TrialFailure>& before) {
    const auto failures =
        row.failures == before ? std::vector<training::TrialFailure>() : row.failures;
    if (std::isfinite(row.total)) {
        std::cout << fmt::format("{:<44}{:>10.3g}\n", row.name, row.total) << std::flush;
        printFailures(failures, static_cast<std::size_t>(row.trials), 4);
        return;
    }
    const std::string name = row.unit.empty() ? row.name : row.name + ", " + row.unit;
    std::cout << fmt::format("{:<44}{:>10.3g}{:>10.3g}{:>10.3g}{:>9} of {}\n", name,
                             math::quantileOf(row.sorted, 0.5), math::quantileOf(row.sorted, 0.05),
                             math::quantileOf(row.sorted, 0.95), row.sorted.size(), row.trials)
              << std::flush;
    printFailures(failures, static_cast<std::size_t>(row.trials), 4);
}

Json jsonOf(const SkillRow& row) {
    Json json = {{"name", row.name}, {"unit", row.unit}, {"trials", row.trials}};
    for (const training::FailureGroup& group : training::groupFailures(row.failures)) {
        Json each = {{"reason", training::failureName(group.kind)},
                     {"trials", group.count},
                     {"medianS", group.medianS}};
        if (group.medianValue) {
            each["medianValue"] = *group.medianValue;
        }
        json["failures"].push_back(std::move(each));
    }
    if (std::isfinite(row.total)) {
        json["total"] = row.total;
        return json;
    }
    json["succeeded"] = row.sorted.size();
    if (!row.sorted.empty()) {
        json["median"] = math::quantileOf(row.sorted, 0.5);
        json["p5"] = math::quantileOf(row.sorted, 0.05);
        json["p95"] = math::quantileOf(row.sorted, 0.95);
    }
    return json;
}

base::Expected<std::vector<SkillRow>> benchOne(const SkillBenchArguments& arguments,
                                               const robot::RobotModelPtr& model,
                                               const std::function<void(const SkillRow&)>& onRow) {
    if (!arguments.server.isGiven()) {
        return training::benchSkills(model, arguments.settings, onRow);
    }
    auto settings = serverSettingsOf(arguments.server);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    settings->bench = arguments.settings;
    return training::benchSkillsOnServer(model, robot::naoTypeNumberOf(*model).value_or(0),
                                         *settings, onRow);
}

std::string withoutCommas(std::string text) {
    std::erase(text, ',');
    return text;
}

// Adds all values for `sideline-dev sim compare`; the success of a trial is a separate measure.
void addSamples(SampleSet& set, const std::string& robot, const SkillRow& row) {
    if (std::isfinite(row.total)) {
        return;
    }
    const std::string experiment = withoutCommas(fmt::format("{} {}", robot, row.name));
    for (const double value : row.sorted) {
        set.add(experiment, withoutCommas(row.unit), value);
    }
    for (int i = 0; i < row.trials; ++i) {
        set.add(experiment, "good", i < static_cast<int>(row.sorted.size()) ? 1.0 : 0.0);
    }
}

int benchAll(const SkillBenchArguments& arguments) {
    base::OutputSet outputs(arguments.mayReplace);
    if (!areFree(outputs, {arguments.csv})) {
        return kExitFailed;
    }
    SampleSet samples("skills");
    Json all = Json::array();
    const int status = forEachRobot(
        arguments.robots,
        [&](const std::string& name, const robot::RobotModelPtr& model) -> base::Expected<void> {
            if (!arguments.isJson) {
                std::cout << fmt::format("{:<44}{:>10}{:>10}{:>10}{:>12}\n", name, "median", "5 %",
                                         "95 %", "good");
            }
            std::vector<training::TrialFailure> before;
            const auto rows = benchOne(arguments, model, [&](const SkillRow& row) {
                if (!arguments.isJson) {
                    printSkill(row, std::exchange(before, row.failures));
                }
            });
            if (!rows) {
                return tl::unexpected(rows.error());
            }
            Json json = {{"robot", name}, {"rows", Json::array()}};
            for (const SkillRow& row : *rows) {
                addSamples(samples, name, row);
                json["rows"].push_back(jsonOf(row));
            }
            all.push_back(std::move(json));
            return {};
        });
    if (status == kExitGood && arguments.isJson) {
        std::cout << all.dump(2) << '\n';
    }
    const bool isWritten = status != kExitGood || arguments.csv.empty() ||
                           writeTo(outputs, arguments.csv, [&](std::ostream& out) {
                               samples.write(out);
                               return base::Expected<void>();
                           });
    return isWritten ? status : kExitFailed;
}

} // namespace

void addSkillBench(CLI::App& skill, int& status) {
    CLI::App* bench = skill.add_subcommand(
        "bench", "Measure walking, getting up, kicking and scoring in simulation or on a server");
    auto arguments = std::make_shared<SkillBenchArguments>();
    arguments->settings.workers = std::max(1U, std::thread::hardware_concurrency());
    bench->add_option("--robot", arguments->robots, "nao0 to nao4, ... (may be repeated)")
        ->delimiter(',')
        ->capture_default_str();
    bench
        ->add_option("--trials", arguments->settings.trials,
                     "trials per row; ten times as many for getting up and kicks, five times as "
                     "many for pushes, dribbles and shots")
        ->capture_default_str()
        ->check(CLI::Range(1, 100000));
    bench->add_option("--seed", arguments->settings.seed, "seed of all trials")
        ->capture_default_str();
    bench->add_option("--gait", arguments->settings.gait, "gait file")->check(CLI::ExistingFile);
    bench->add_option("--sprint", arguments->settings.sprint, "gait file for the sprint, or none");
    CLI::Option* workers = bench->add_option("--workers", arguments->settings.workers, "threads")
                               ->capture_default_str()
                               ->check(CLI::Range(1, 1024));
    CLI::Option* exact = bench->add_flag("--exact", arguments->settings.isExact,
                                         "use ODE's own solver instead of the fast one");
    CLI::Option* server = addSkillServerOptions(*bench, arguments->server);
    server->excludes(workers)->excludes(exact);
    bench->add_option("--rows", arguments->settings.rows,
                      "only rows whose name contains one of these words, such as turn");
    bench->add_option(
        "--csv", arguments->csv,
        "also write all values to this file, for `sideline-dev sim compare --samples`");
    addForceOption(*bench, arguments->mayReplace);
    bench->add_flag("--json", arguments->isJson, "print JSON");
    bench->callback([arguments, &status] { status = benchAll(*arguments); });
}

} // namespace sideline::cli
