#include "studio/session/ruler_shapes.h"

#include <string>

#include <fmt/format.h>

#include "agentcore/math/angles.h"

namespace sideline::studio {

namespace {

constexpr drawing::Color kRulerColor{255, 214, 90, 255};
constexpr drawing::Color kPartColor{235, 235, 220, 255};
constexpr double kRulerPx = 3.0;
constexpr double kPartPx = 1.0;
constexpr double kEndPx = 8.0;
constexpr double kSmallestPartM = 1e-3;
constexpr double kMillimeterRangeM = 1.0; // below this length, millimeters are shown

// Formats a number; negative zero has no sign.
std::string number(double value, int decimals) {
    const std::string text = fmt::format("{:.{}f}", value, decimals);
    return text == fmt::format("{:.{}f}", -0.0, decimals) ? text.substr(1) : text;
}

// Returns the names of the ends, if they have any, as a line of text.
std::string namesOf(const monitor::RulerReading& reading) {
    if (reading.fromName.empty() && reading.toName.empty()) {
        return {};
    }
    if (reading.toName.empty()) {
        return fmt::format("from {}\n", reading.fromName);
    }
    return fmt::format("{}{}to {}\n", reading.fromName, reading.fromName.empty() ? "" : " ",
                       reading.toName);
}

std::string textOf(const monitor::RulerReading& reading) {
    const int decimals = reading.distanceM() < kMillimeterRangeM ? 3 : 2;
    const Eigen::Vector2d offset = reading.offset_S();
    return fmt::format("{}{} m\ndx {}  dy {}  {}\u00b0", namesOf(reading),
                       number(reading.distanceM(), decimals), number(offset.x(), decimals),
                       number(offset.y(), decimals),
                       number(math::degFromRad(reading.directionRad()), 0));
}

} // namespace

std::vector<drawing::Shape> rulerShapes(const monitor::RulerReading& reading) {
    const auto ground = [](double x, double y) -> Eigen::Vector3d { return {x, y, 0.0}; };
    const Eigen::Vector3d from_S = ground(reading.from_S.x(), reading.from_S.y());
    const Eigen::Vector3d to_S = ground(reading.to_S.x(), reading.to_S.y());
    const Eigen::Vector3d corner_S = ground(reading.to_S.x(), reading.from_S.y());
    std::vector<drawing::Shape> shapes;
    const Eigen::Vector2d offset = reading.offset_S();
    if (offset.cwiseAbs().minCoeff() > kSmallestPartM) {
        shapes.emplace_back(drawing::Line{from_S, corner_S, kPartPx, kPartColor});
        shapes.emplace_back(drawing::Line{corner_S, to_S, kPartPx, kPartColor});
    }
    shapes.emplace_back(drawing::Line{from_S, to_S, kRulerPx, kRulerColor});
    for (const Eigen::Vector3d& end_S : {from_S, to_S}) {
        shapes.emplace_back(drawing::Point{end_S, kEndPx, kRulerColor});
    }
    shapes.emplace_back(drawing::Annotation{0.5 * (from_S + to_S), textOf(reading), kRulerColor});
    return shapes;
}

} // namespace sideline::studio
