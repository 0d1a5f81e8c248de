#include "simulator/mujoco/field_mjcf.h"

#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace sideline::simulator::mujoco {

namespace {

// The bars and nets of a goal, relative to the middle of its line.
class GoalWriter {
public:
    GoalWriter(const WorldSettings& settings, double direction, std::string& out)
        : m_depthM(direction * settings.field.goalDepthM),
          m_halfWidthM(settings.field.goalWidthM / 2.0),
          m_heightM(settings.field.goalHeightM),
          m_radiusM(settings.goalPostRadiusM),
          m_direction(direction),
          m_out(out) {}

    void write() {
        for (const double xM : {0.0, m_depthM}) {
            for (const double side : {-1.0, 1.0}) {
                bar(xM, side * m_halfWidthM, m_heightM / 2.0, m_heightM / 2.0, "1 0 0 0");
            }
        }
        constexpr std::string_view kAcross = "0 0 0.7071068 0.7071068";
        const double halfDepthM = std::abs(m_depthM) / 2.0;
        const std::string left = fmt::format("0 {} 0 0.7071068", 0.7071068 * m_direction);
        const std::string right = fmt::format("0 {} 0 0.7071068", -0.7071068 * m_direction);
        bar(0.0, 0.0, m_heightM, m_halfWidthM, kAcross);
        bar(m_depthM, 0.0, m_heightM, m_halfWidthM, kAcross);
        bar(m_depthM / 2.0, -m_halfWidthM, m_heightM, halfDepthM, left);
        bar(m_depthM / 2.0, m_halfWidthM, m_heightM, halfDepthM, right);
        bar(m_depthM, 0.0, 0.0, m_halfWidthM, kAcross);
        bar(m_depthM / 2.0, -m_halfWidthM, 0.0, halfDepthM, left);
        bar(m_depthM / 2.0, m_halfWidthM, 0.0, halfDepthM, right);
        net(m_depthM / 2.0, 0.0, m_heightM, halfDepthM, m_halfWidthM, m_radiusM);
        net(m_depthM, 0.0, m_heightM / 2.0, m_radiusM, m_halfWidthM, m_heightM / 2.0);
        for (const double side : {-1.0, 1.0}) {
            net(m_depthM / 2.0, side * m_halfWidthM, m_heightM / 2.0, halfDepthM, m_radiusM,
                m_heightM / 2.0);
        }
    }

private:
    void bar(double xM, double yM, double zM, double halfM, std::string_view turn) {
        fmt::format_to(std::back_inserter(m_out),
                       "<geom type=\"cylinder\" pos=\"{} {} {}\" size=\"{} {}\" quat=\"{}\"/>\n",
                       xM, yM, zM, m_radiusM, halfM, turn);
    }
    void net(double xM, double yM, double zM, double halfXM, double halfYM, double halfZM) {
        fmt::format_to(std::back_inserter(m_out),
                       "<geom type=\"box\" pos=\"{} {} {}\" size=\"{} {} {}\"/>\n", xM, yM, zM,
                       halfXM, halfYM, halfZM);
    }

    double m_depthM;
    double m_halfWidthM;
    double m_heightM;
    double m_radiusM;
    double m_direction;
    std::string& m_out;
};

} // namespace

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
        GoalWriter(settings, direction, out).write();
        out += "</body>\n";
    }
    out += "</worldbody>\n</mujoco>\n";
    return out;
}

} // namespace sideline::simulator::mujoco
