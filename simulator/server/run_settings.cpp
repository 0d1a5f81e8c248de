#include "simulator/server/run_settings.h"

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/json_depth.h"
#include "simulator/referee/rules_file.h"
#include "simulator/start/recorded_start.h"

namespace sideline::simulator {

namespace {

using base::ErrorCode;
using base::Expected;
using Json = nlohmann::ordered_json;

// Defines the fields of the settings once, for writing and reading.
template <typename Dimensions, typename Visit>
void eachDimension(Dimensions& field, const Visit& visit) {
    visit("length", field.lengthM);
    visit("width", field.widthM);
    visit("height", field.heightM);
    visit("goal_width", field.goalWidthM);
    visit("goal_depth", field.goalDepthM);
    visit("goal_height", field.goalHeightM);
    visit("penalty_length", field.penaltyLengthM);
    visit("penalty_width", field.penaltyWidthM);
    visit("circle_radius", field.circleRadiusM);
    visit("border", field.borderM);
}

template <typename Switches, typename Visit>
void eachSwitch(Switches& sensors, const Visit& visit) {
    visit("vision_noise", sensors.visionNoise);
    visit("vision_calibration_error", sensors.visionCalibrationError);
    visit("vision_quantization", sensors.visionQuantization);
    visit("restricts_view_to_cone", sensors.restrictsViewToCone);
    visit("ground_truth", sensors.groundTruth);
}

} // namespace

std::string settingsToJson(const SimulationSettings& settings) {
    Json json;
    json["seed"] = settings.seed;
    json["solver"] = settings.solver == Solver::Exact ? "exact" : "fast";
    eachDimension(settings.field,
                  [&](const char* key, double value) { json["field"][key] = value; });
    eachSwitch(settings.sensors,
               [&](const char* key, bool value) { json["sensors"][key] = value; });
    json["rules"] = Json::parse(rulesToJson(settings.rules));
    if (settings.start) {
        json["start"] = textOf(*settings.start);
    }
    return json.dump();
}

bool isOfOtherFamily(std::string_view text) {
    const Json json = Json::parse(text, base::kNotTooDeep, false);
    return json.is_object() && json.contains("family");
}

Expected<SimulationSettings> settingsFromJson(std::string_view text,
                                              const robot::RobotCatalog& robots) {
    SimulationSettings settings;
    settings.robots = robots;
    try {
        const Json json = Json::parse(text, base::kNotTooDeep);
        settings.seed = json.at("seed").get<std::uint64_t>();
        const auto solver = json.at("solver").get<std::string>();
        if (solver != "exact" && solver != "fast") {
            return base::failure(ErrorCode::InvalidArgument,
                                 fmt::format("unknown solver '{}'", solver), "exact or fast");
        }
        settings.solver = solver == "exact" ? Solver::Exact : Solver::Fast;
        eachDimension(settings.field, [&](const char* key, double& value) {
            value = json.at("field").at(key).get<double>();
        });
        eachSwitch(settings.sensors, [&](const char* key, bool& value) {
            value = json.at("sensors").at(key).get<bool>();
        });
        auto rules = rulesFromJson(json.at("rules").dump(), {});
        if (!rules) {
            return tl::unexpected(rules.error());
        }
        settings.rules = *rules;
        if (json.contains("start")) {
            auto start = recordedStart(parseStart(json.at("start").get<std::string>(), {},
                                                  settings.field, settings.robots));
            if (!start) {
                return tl::unexpected(std::move(start.error()));
            }
            settings.start = std::move(*start);
        }
    } catch (const Json::exception& fault) {
        return base::failure(ErrorCode::Malformed,
                             fmt::format("the settings cannot be read: {}", fault.what()),
                             "settings as written by the recorder");
    }
    return settings;
}

} // namespace sideline::simulator
