#include "evaluation/belief_message.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"

namespace sideline::evaluation {

namespace {

using base::ErrorCode;
using base::Expected;
using nlohmann::json;

constexpr double kFarthestM = 1000.0;
constexpr double kLargestTurnRad = 7.0; // slightly more than a full turn
constexpr double kLatestS = 1e9;
constexpr double kLargestCycle = 1e15; // integers up to this are exact in a double
constexpr std::size_t kShownBytes = 60;

std::string describe(const json& value) {
    if (value.is_structured()) {
        return fmt::format("an {} of {}", value.type_name(), base::plural(value.size(), "value"));
    }
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() > kShownBytes) {
        text = text.substr(0, kShownBytes) + "...";
    }
    return text;
}

base::Error fault(const std::string& key, const json& value, std::string expected) {
    return base::failure(ErrorCode::InvalidArgument,
                         fmt::format("\"{}\" is {}", key, describe(value)), std::move(expected))
        .value();
}

// Returns the error for malformed JSON; Python and others write NaN, which JSON excludes.
base::Error noJson(std::string_view line, std::size_t byte) {
    base::Error error;
    error.code = ErrorCode::Malformed;
    error.message = "not a JSON object";
    error.expected = "one object per line, such as {\"time\": 12.34, \"pose\": {\"x\": -3.0, "
                     "\"y\": 0.4, \"heading\": 0.1}}";
    for (const std::string_view word : {"NaN", "nan", "Infinity", "inf"}) {
        if (line.substr(byte > 8 ? byte - 8 : 0, 16).find(word) != std::string_view::npos) {
            error.message = fmt::format("\"{}\" is not a JSON number", word);
            error.expected = "a finite number, or null if unknown";
            break;
        }
    }
    error.byteOffset = byte;
    return error;
}

Expected<json> objectIn(std::string_view line) {
    std::string twice; // JSON allows duplicate keys, so check for them here
    std::set<std::string> seen;
    const auto noteKey = [&](int depth, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::key && depth == 1 &&
            !seen.insert(parsed.get<std::string>()).second) {
            twice = parsed.get<std::string>();
        }
        return true;
    };
    json object;
    try {
        object = json::parse(line.begin(), line.end(), noteKey);
    } catch (const json::parse_error& error) {
        return tl::unexpected(noJson(line, error.byte > 0 ? error.byte - 1 : 0));
    } catch (const json::exception&) { // a number outside the range of double
        return base::failure(ErrorCode::Malformed,
                             "the message contains a number that is too large", "finite numbers");
    }
    if (!object.is_object()) {
        return tl::unexpected(noJson(line, 0));
    }
    if (!twice.empty()) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("\"{}\" is given twice", twice), "each key once");
    }
    return object;
}

// Reads the keys of an object one after the other; keeps the first error.
class Taker {
public:
    Taker(const json& object, std::string prefix, std::optional<base::Error>& wrong)
        : m_object(object), m_prefix(std::move(prefix)), m_wrong(wrong) {}

    /// Returns the value of a key; null if it is missing or null.
    const json* value(const char* key) {
        m_known.emplace_back(key);
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }
    std::optional<double> number(const char* key, double low, double high, const char* expected) {
        const json* found = value(key);
        if (found == nullptr) {
            return std::nullopt;
        }
        const double reported = found->is_number() ? found->get<double>() : low - 1.0;
        if (!(reported >= low && reported <= high)) {
            refuse(key, *found, expected);
            return std::nullopt;
        }
        return reported;
    }
    std::string text(const char* key, std::size_t mostBytes) {
        const json* found = value(key);
        if (found == nullptr) {
            return {};
        }
        if (!found->is_string() || found->get_ref<const std::string&>().size() > mostBytes) {
            refuse(key, *found, fmt::format("a string of at most {} bytes", mostBytes));
            return {};
        }
        return found->get<std::string>();
    }
    const json* list(const char* key, std::size_t most, const char* ofWhat) {
        const json* found = value(key);
        if (found != nullptr && (!found->is_array() || found->size() > most)) {
            refuse(key, *found, fmt::format("a list of at most {} {}", most, ofWhat));
            return nullptr;
        }
        return found;
    }
    void refuse(const std::string& key, const json& found, std::string expected) {
        if (!m_wrong) {
            m_wrong = fault(m_prefix + key, found, std::move(expected));
        }
    }
    void fail(std::string message, std::string expected) {
        if (!m_wrong) {
            m_wrong =
                base::failure(ErrorCode::InvalidArgument, std::move(message), std::move(expected))
                    .value();
        }
    }
    /// Reports keys that were not read as unknown.
    void end() {
        for (const auto& [key, ignored] : m_object.items()) {
            if (std::ranges::find(m_known, key) == m_known.end()) {
                fail(
                    fmt::format("unknown key \"{}{}\"", m_prefix, key.substr(0, kShownBytes)),
                    fmt::format("{}; put your own data into \"values\"", fmt::join(m_known, ", ")));
            }
        }
    }

private:
    const json& m_object;
    std::string m_prefix;
    std::optional<base::Error>& m_wrong;
    std::vector<std::string> m_known;
};

bool isNumber(const json& value, double limit) {
    return value.is_number() && std::abs(value.get<double>()) <= limit;
}

// Returns the rotation given by a quaternion w, x, y, z.
std::optional<Eigen::Matrix3d> turnOf(const json& value) {
    if (!value.is_array() || value.size() != 4 ||
        !std::all_of(value.begin(), value.end(),
                     [](const json& each) { return isNumber(each, 2.0); })) {
        return std::nullopt;
    }
    const Eigen::Quaterniond q(value[0].get<double>(), value[1].get<double>(),
                               value[2].get<double>(), value[3].get<double>());
    if (std::abs(q.norm() - 1.0) > 0.02) {
        return std::nullopt;
    }
    return q.normalized().toRotationMatrix();
}

std::optional<BeliefPose> poseOf(Taker& message, std::optional<base::Error>& wrong) {
    constexpr const char* kMeters = "meters, from -1000 to 1000";
    const json* value = message.value("pose");
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_object()) {
        message.refuse("pose", *value, "an object with x, y and heading, or null");
        return std::nullopt;
    }
    Taker taker(*value, "pose.", wrong);
    BeliefPose pose;
    const auto x = taker.number("x", -kFarthestM, kFarthestM, kMeters);
    const auto y = taker.number("y", -kFarthestM, kFarthestM, kMeters);
    pose.zM = taker.number("z", -kFarthestM, kFarthestM, kMeters);
    const auto heading =
        taker.number("heading", -kLargestTurnRad, kLargestTurnRad, "radians, from -2 pi to 2 pi");
    const std::string of = taker.text("of", kMaxBeliefNameBytes);
    if (const json* rotation = taker.value("rotation")) {
        pose.R = turnOf(*rotation);
        if (!pose.R) {
            taker.refuse("rotation", *rotation, "a unit quaternion [w, x, y, z]");
        }
    }
    taker.end();
    if (!of.empty() && of != "torso" && of != "camera") {
        taker.fail(fmt::format("\"pose.of\" is \"{}\"", of), "\"torso\" or \"camera\"");
    }
    if (!x || !y || (!heading && !pose.R)) {
        taker.fail("\"pose\" is not complete", "x, y, and heading or rotation");
        return std::nullopt;
    }
    pose.xM = *x;
    pose.yM = *y;
    pose.headingRad = heading.value_or(0.0);
    pose.isOfCamera = of == "camera";
    return pose;
}

std::optional<Eigen::Matrix3d> covarianceOf(const json& value) {
    if (!value.is_array() || value.size() != 3) {
        return std::nullopt;
    }
    Eigen::Matrix3d matrix;
    for (std::size_t row = 0; row < 3; ++row) {
        if (!value[row].is_array() || value[row].size() != 3) {
            return std::nullopt;
        }
        for (std::size_t column = 0; column < 3; ++column) {
            if (!isNumber(value[row][column], 1e6)) {
                return std::nullopt;
            }
            matrix(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) =
                value[row][column].get<double>();
        }
    }
    const double scale = std::max(matrix.cwiseAbs().maxCoeff(), 1e-12);
    if ((matrix - matrix.transpose()).cwiseAbs().maxCoeff() > 1e-3 * scale) {
        return std::nullopt;
    }
    const Eigen::Matrix3d even = 0.5 * (matrix + matrix.transpose());
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(even, Eigen::EigenvaluesOnly);
    return solver.eigenvalues().minCoeff() < -1e-6 * scale ? std::nullopt : std::optional(even);
}

void takeParticles(Taker& taker, BeliefMessage& message) {
    const json* list = taker.list("particles", kMaxParticles, "particles");
    if (list == nullptr) {
        return;
    }
    message.particles.reserve(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) {
        const json& each = (*list)[i];
        if (!each.is_array() || each.size() != 3 || !isNumber(each[0], kFarthestM) ||
            !isNumber(each[1], kFarthestM) || !isNumber(each[2], kLargestTurnRad)) {
            taker.refuse(fmt::format("particles[{}]", i), each,
                         "[x, y, heading] in meters and radians");
            return;
        }
        message.particles.emplace_back(each[0].get<double>(), each[1].get<double>(),
                                       each[2].get<double>());
    }
}

// Unknown residuals are null.
bool takeResidual(const json& value, Eigen::Vector3d& residual) {
    if (!value.is_array() || value.size() != 3) {
        return false;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (isNumber(value[i], kFarthestM)) {
            residual[static_cast<Eigen::Index>(i)] = value[i].get<double>();
        } else if (!value[i].is_null()) {
            return false;
        }
    }
    return true;
}

void takeLandmarks(Taker& taker, BeliefMessage& message, std::optional<base::Error>& wrong) {
    static constexpr std::array<std::string_view, 8> kNames = {"F1L", "F2L", "F1R", "F2R",
                                                               "G1L", "G2L", "G1R", "G2R"};
    const json* list = taker.list("landmarks", kMaxBeliefLandmarks, "landmarks");
    for (std::size_t i = 0; list != nullptr && i < list->size() && !wrong; ++i) {
        const std::string place = fmt::format("landmarks[{}]", i);
        const json& each = (*list)[i];
        if (!each.is_object()) {
            taker.refuse(place, each, "an object with name, used and residual");
            return;
        }
        Taker one(each, place + ".", wrong);
        BeliefLandmark landmark;
        landmark.name = one.text("name", kMaxBeliefNameBytes);
        if (std::ranges::find(kNames, landmark.name) == kNames.end()) {
            one.fail(fmt::format("\"{}.name\" is \"{}\"", place, landmark.name),
                     fmt::format("one of {}", fmt::join(kNames, ", ")));
        }
        if (const json* used = one.value("used")) {
            if (!used->is_boolean()) {
                one.refuse("used", *used, "true or false");
                return;
            }
            landmark.isUsed = used->get<bool>();
        }
        if (const json* residual = one.value("residual");
            residual != nullptr && !takeResidual(*residual, landmark.residual)) {
            one.refuse("residual", *residual,
                       "[distance in meters, angle to the left, angle up in radians], measured "
                       "minus expected; null if unknown");
        }
        one.end();
        message.landmarks.push_back(std::move(landmark));
    }
}

void takeValues(Taker& taker, BeliefMessage& message) {
    const json* values = taker.value("values");
    if (values == nullptr) {
        return;
    }
    if (!values->is_object() || values->size() > kMaxBeliefValues) {
        taker.refuse("values", *values,
                     fmt::format("an object with at most {} names", kMaxBeliefValues));
        return;
    }
    for (const auto& [name, value] : values->items()) {
        if (name.empty() || name.size() > kMaxBeliefNameBytes) {
            taker.fail("a name in \"values\" is too long or empty",
                       fmt::format("1 to {} bytes", kMaxBeliefNameBytes));
            return;
        }
        if (value.is_number()) {
            message.values.push_back({name, value.get<double>()});
        } else if (value.is_boolean()) {
            message.values.push_back({name, value.get<bool>() ? 1.0 : 0.0});
        } else if (value.is_string() &&
                   value.get_ref<const std::string&>().size() <= kMaxBeliefNameBytes) {
            message.values.push_back({name, value.get<std::string>()});
        } else if (!value.is_null()) {
            taker.refuse("values." + name, value,
                         fmt::format("a number, true, false, or a string of at most {} bytes",
                                     kMaxBeliefNameBytes));
            return;
        }
    }
}

} // namespace

Expected<BeliefMessage> parseBelief(std::string_view line) {
    if (line.size() > kMaxBeliefBytes) {
        return base::failure(ErrorCode::LimitExceeded,
                             fmt::format("the message has {} bytes", line.size()),
                             fmt::format("at most {}", kMaxBeliefBytes));
    }
    const auto object = objectIn(line);
    if (!object) {
        return tl::unexpected(object.error());
    }
    std::optional<base::Error> wrong;
    Taker taker(*object, "", wrong);
    BeliefMessage message;
    message.timeS = taker.number("time", 0.0, kLatestS, "server time in seconds");
    message.gameTimeS = taker.number("game_time", 0.0, kLatestS, "game clock in seconds");
    if (const auto cycle =
            taker.number("cycle", 0.0, kLargestCycle, "a number of cycles, counted from 0")) {
        message.cycle = static_cast<std::uint64_t>(*cycle);
        if (static_cast<double>(*message.cycle) != *cycle) {
            taker.refuse("cycle", *cycle, "a whole number, counted from 0");
        }
    }
    message.estimator = taker.text("name", kMaxBeliefNameBytes);
    message.team = taker.text("team", kMaxBeliefNameBytes);
    if (const auto unum = taker.number("unum", 1.0, 99.0, "a number from 1 to 99")) {
        message.unum = static_cast<int>(*unum);
    }
    const std::string frame = taker.text("frame", kMaxBeliefNameBytes);
    if (!frame.empty() && frame != "field" && frame != "server") {
        taker.fail(fmt::format("\"frame\" is \"{}\"", frame), "\"field\" or \"server\"");
    }
    message.frame = frame == "server" ? BeliefFrame::Server : BeliefFrame::Field;
    message.pose = poseOf(taker, wrong);
    if (const json* covariance = taker.value("covariance")) {
        message.covariance = covarianceOf(*covariance);
        if (!message.covariance) {
            taker.refuse("covariance", *covariance,
                         "three rows of three numbers over x, y (meters) and heading (radians), "
                         "symmetric, without negative eigenvalues");
        }
    }
    takeParticles(taker, message);
    takeLandmarks(taker, message, wrong);
    takeValues(taker, message);
    message.percepts = taker.text("percepts", kMaxBeliefBytes);
    taker.end();
    if (!message.timeS && !message.cycle) {
        taker.fail("no time given", "time (server time) or cycle");
    }
    if (wrong) {
        return tl::unexpected(*wrong);
    }
    return message;
}

} // namespace sideline::evaluation
