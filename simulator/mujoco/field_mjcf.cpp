#include "simulator/mujoco/field_mjcf.h"

#include <iterator>
#include <span>
#include <string>

#include <fmt/format.h>

namespace sideline::simulator::mujoco {

namespace {

std::string numbersOf(std::span<const double> values) {
    return fmt::format("{}", fmt::join(values, " "));
}

} // namespace

std::vector<GoalPart> goalParts(const WorldSettings& settings, double direction) {
    const double depthM = direction * settings.field.goalDepthM;
    const double halfDepthM = settings.field.goalDepthM / 2.0;
    const double halfWidthM = settings.field.goalWidthM / 2.0;
    const double heightM = settings.field.goalHeightM;
    const double radiusM = settings.goalPostRadiusM;
    constexpr std::array kAcross = {0.0, 0.0, 0.7071068, 0.7071068};
    const std::array left = {0.0, 0.7071068 * direction, 0.0, 0.7071068};
    const std::array right = {0.0, -0.7071068 * direction, 0.0, 0.7071068};
    std::vector<GoalPart> parts;
    const auto bar = [&](double xM, double yM, double zM, double halfM,
                         const std::array<double, 4>& turn) {
        parts.push_back({true, {xM, yM, zM}, {radiusM, halfM, 0.0}, turn});
    };
    const auto net = [&](double xM, double yM, double zM, std::array<double, 3> halfM) {
        parts.push_back({false, {xM, yM, zM}, halfM, {1.0, 0.0, 0.0, 0.0}});
    };
    for (const double xM : {0.0, depthM}) {
        for (const double side : {-1.0, 1.0}) {
            bar(xM, side * halfWidthM, heightM / 2.0, heightM / 2.0, {1.0, 0.0, 0.0, 0.0});
        }
    }
    bar(0.0, 0.0, heightM, halfWidthM, kAcross);
    bar(depthM, 0.0, heightM, halfWidthM, kAcross);
    bar(depthM / 2.0, -halfWidthM, heightM, halfDepthM, left);
    bar(depthM / 2.0, halfWidthM, heightM, halfDepthM, right);
    bar(depthM, 0.0, 0.0, halfWidthM, kAcross);
    bar(depthM / 2.0, -halfWidthM, 0.0, halfDepthM, left);
    bar(depthM / 2.0, halfWidthM, 0.0, halfDepthM, right);
    net(depthM / 2.0, 0.0, heightM, {halfDepthM, halfWidthM, radiusM});
    net(depthM, 0.0, heightM / 2.0, {radiusM, halfWidthM, heightM / 2.0});
    for (const double side : {-1.0, 1.0}) {
        net(depthM / 2.0, side * halfWidthM, heightM / 2.0, {halfDepthM, radiusM, heightM / 2.0});
    }
    return parts;
}

std::string fieldMjcf(const WorldSettings& settings) {
    const double halfLengthM = settings.field.lengthM / 2.0;
    std::string out = fmt::format(
        "<mujoco model=\"field\">\n<compiler angle=\"radian\"/>\n"
        "<option timestep=\"{0}\" density=\"1.2\" viscosity=\"0.00002\"/>\n<worldbody>\n"
        "<geom name=\"pitch\" type=\"plane\" size=\"{1} {2} {3}\"/>\n"
        "<body name=\"ball\" pos=\"0 0 {4}\">\n<freejoint name=\"ball-root\"/>\n"
        "<geom name=\"ball\" type=\"sphere\" size=\"{4}\" mass=\"{5}\" friction=\"0.4 0.01 0.01\" "
        "condim=\"6\" priority=\"1\" solref=\"-5000 -20\"/>\n</body>\n",
        settings.stepS, halfLengthM, settings.field.widthM / 2.0, settings.field.heightM / 2.0,
        settings.ballRadiusM, settings.ballMassKg);
    for (const double direction : {-1.0, 1.0}) {
        fmt::format_to(std::back_inserter(out), "<body name=\"goal-{}\" pos=\"{} 0 0\">\n",
                       direction < 0.0 ? "left" : "right", direction * halfLengthM);
        for (const GoalPart& part : goalParts(settings, direction)) {
            fmt::format_to(
                std::back_inserter(out), "<geom type=\"{}\" pos=\"{}\" size=\"{}\" quat=\"{}\"/>\n",
                part.isBar ? "cylinder" : "box", numbersOf(part.p_GoalM),
                numbersOf(std::span(part.halfM).first(part.isBar ? 2 : 3)), numbersOf(part.turn));
        }
        out += "</body>\n";
    }
    out += "</worldbody>\n</mujoco>\n";
    return out;
}

} // namespace sideline::simulator::mujoco
