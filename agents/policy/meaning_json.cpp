#include "agents/policy/meaning_json.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agents/policy/policy_fault.h"

namespace sideline::agents {

using base::ErrorCode;
using decision::ActionKind;
using decision::ObservationKind;
using decision::ObservationTerm;
using decision::PolicyInterface;
using Json = nlohmann::ordered_json;

namespace {

[[noreturn]] void failWord(const char* what, const std::string& word,
                           const std::vector<std::string_view>& words) {
    failPolicy(ErrorCode::Malformed, fmt::format("unknown {} '{}'", what, word),
               base::listNames(words));
}

ObservationTerm termOf(const Json& json) {
    checkKeys(json, "an observation term", {"term", "scale"});
    const auto word = json.at("term").get<std::string>();
    const auto kind = decision::observationKindOf(word);
    if (!kind) {
        std::vector<std::string_view> words;
        for (const ObservationKind each : decision::observationKinds()) {
            words.push_back(wordOf(each));
        }
        failWord("observation", word, words);
    }
    return {*kind, json.value("scale", 1.0)};
}

void readAction(const Json& json, PolicyInterface& meaning) {
    checkKeys(json, "an action", {"kind", "joints", "scale", "offsetRad", "clip", "motion"});
    const auto word = json.at("kind").get<std::string>();
    const auto kind = decision::actionKindOf(word);
    if (!kind) {
        failWord("kind of action", word,
                 {wordOf(ActionKind::JointTargets), wordOf(ActionKind::JointSpeeds),
                  wordOf(ActionKind::Residual)});
    }
    meaning.action = *kind;
    meaning.joints = json.at("joints").get<std::vector<std::string>>();
    if (const auto scale = json.find("scale"); scale != json.end()) {
        meaning.scale = scale->is_array() ? scale->get<std::vector<double>>()
                                          : std::vector{scale->get<double>()};
    }
    meaning.offsetRad = json.value("offsetRad", std::vector<double>());
    meaning.clip = json.value("clip", meaning.clip);
    meaning.motion = json.value("motion", std::string());
}

Json meaningJson(const PolicyInterface& meaning) {
    Json json = Json::object();
    if (!meaning.robot.empty()) {
        json["robot"] = meaning.robot;
    }
    if (!meaning.note.empty()) {
        json["note"] = meaning.note;
    }
    if (!meaning.start.empty()) {
        json["start"] = meaning.start;
    }
    Json terms = Json::array();
    for (const ObservationTerm& term : meaning.observation) {
        Json each = {{"term", wordOf(term.kind)}};
        if (term.scale != 1.0) {
            each["scale"] = term.scale;
        }
        terms.push_back(std::move(each));
    }
    json["observation"] = std::move(terms);
    if (!meaning.observedJoints.empty()) {
        json["observedJoints"] = meaning.observedJoints;
    }
    if (meaning.periodS > 0.0) {
        json["periodS"] = meaning.periodS;
    }
    Json action = {{"kind", wordOf(meaning.action)}, {"joints", meaning.joints}};
    action["scale"] = meaning.scale.size() == 1 ? Json(meaning.scale.front()) : Json(meaning.scale);
    if (!meaning.offsetRad.empty()) {
        action["offsetRad"] = meaning.offsetRad;
    }
    if (std::isfinite(meaning.clip)) {
        action["clip"] = meaning.clip;
    }
    if (!meaning.motion.empty()) {
        action["motion"] = meaning.motion;
    }
    json["action"] = std::move(action);
    return json;
}

} // namespace

void checkKeys(const Json& json, const char* what, const std::vector<std::string_view>& keys) {
    if (!json.is_object()) {
        failPolicy(ErrorCode::Malformed, fmt::format("{} is not an object", what),
                   fmt::format("an object with {}", base::listNames(keys)));
    }
    for (const auto& [key, value] : json.items()) {
        if (std::ranges::find(keys, key) == keys.end()) {
            failPolicy(ErrorCode::Malformed, fmt::format("unknown key '{}' of {}", key, what),
                       base::listNames(keys));
        }
    }
}

Json parseJson(std::string_view text) {
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& error) {
        const bool isCut = error.byte >= text.size();
        failPolicy(isCut ? ErrorCode::Truncated : ErrorCode::Malformed,
                   fmt::format("{} at byte {}",
                               isCut ? "unexpected end of text" : "this is not JSON", error.byte));
    } catch (const Json::exception&) { // the library does not report which number
        failPolicy(ErrorCode::Malformed, "it contains a number that is too large",
                   "finite numbers");
    }
}

std::string meaningText(const PolicyInterface& meaning) {
    return meaningJson(meaning).dump(-1, ' ', false, Json::error_handler_t::replace);
}

PolicyInterface readMeaning(const Json& json) {
    PolicyInterface meaning;
    try {
        checkKeys(json, "a policy description",
                  {"robot", "note", "start", "observation", "observedJoints", "periodS", "action"});
        meaning.robot = json.value("robot", std::string());
        meaning.note = json.value("note", std::string());
        meaning.start = json.value("start", std::string());
        for (const Json& term : json.at("observation")) {
            meaning.observation.push_back(termOf(term));
        }
        meaning.observedJoints = json.value("observedJoints", std::vector<std::string>());
        meaning.periodS = json.value("periodS", 0.0);
        readAction(json.at("action"), meaning);
    } catch (const Json::exception& error) {
        failPolicy(ErrorCode::Malformed,
                   fmt::format("incomplete policy description: {}", error.what()),
                   "as in docs/policies.md");
    }
    orFail(decision::check(meaning));
    return meaning;
}

} // namespace sideline::agents
