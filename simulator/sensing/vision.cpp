#include "simulator/sensing/vision.h"

#include <algorithm>
#include <cmath>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"
#include "simulator/sensing/seen_report.h"
#include "simulator/sensing/view_window.h"

namespace sideline::simulator {

namespace {

using Eigen::Matrix3f;
using Eigen::Vector3f;
using math::degFromRad;

constexpr double kDistanceSigmaPercent = 0.0965;
constexpr double kThetaSigmaDeg = 0.1480;
constexpr double kPhiSigmaDeg = 0.1225;
constexpr double kCalibrationErrorM = 0.005;
constexpr double kMinVisibleM = 0.1;

// The order in which the server's `soccer.rsg` creates landmarks.
constexpr std::array<std::string_view, 8> kSceneOrder = {"G1L", "G2L", "G2R", "G1R",
                                                         "F1L", "F2L", "F1R", "F2R"};

// Normally distributed with sigma 1 (polar method of Marsaglia), without cached values.
double drawNormal(base::Rng& rng) {
    while (true) {
        const double x = rng.uniform(-1.0, 1.0);
        const double y = rng.uniform(-1.0, 1.0);
        const double square = x * x + y * y;
        if (square > 0.0 && square < 1.0) {
            return x * std::sqrt(-2.0 * std::log(square) / square);
        }
    }
}

// A position as reported to the right team: rotated by 180 degrees.
Vector3f flipped(const Vector3f& p_S, game::Side side) {
    return side == game::Side::Right ? Vector3f(-p_S.x(), -p_S.y(), p_S.z()) : p_S;
}

float headingDeg(const Vector3f& direction) {
    const auto rad = static_cast<float>(
        std::atan2(static_cast<double>(direction.y()), static_cast<double>(direction.x())));
    return static_cast<float>(degFromRad(static_cast<double>(rad)));
}

// One vision frame of one agent.
// @tparam Report `SeenAsText` or `SeenAsValues`
template <typename Report>
class Look {
public:
    Look(const VisionScene& scene, const Viewer& viewer, const robot::VisionSettings& settings,
         const SensorSwitches& switches, const Vector3f& calibrationErrorM, base::Rng& rng,
         Report& report)
        : m_scene(scene),
          m_viewer(viewer),
          m_settings(settings),
          m_switches(switches),
          m_error(calibrationErrorM),
          m_R_CS(viewer.X_SCamera.R.cast<float>().transpose()),
          m_p_SCamera(viewer.X_SCamera.p.cast<float>()),
          m_rng(rng),
          m_report(report),
          m_hasNoise(settings.hasNoise && switches.visionNoise) {
        if (settings.cone && switches.restrictsViewToCone) {
            m_window.emplace(*settings.cone);
        }
    }

    void report() {
        m_report.begin();
        for (const VisionScene::TrackedObject& landmark : m_scene.landmarks()) {
            reportObject(landmark.name, landmark.p_S);
        }
        reportObject("B", m_scene.p_SBall());
        for (const VisionScene::Player& player : m_scene.players()) {
            if (m_settings.cone) {
                reportPlayerInParts(player);
            } else {
                reportPlayerAsPoints(player);
            }
        }
        reportGroundTruth();
        if (m_settings.seesLines) {
            for (const VisionScene::Line& line : m_scene.lines()) {
                reportLine(line);
            }
        }
        m_report.end();
    }

private:
    [[nodiscard]] std::optional<PolarPoint> locate(const Vector3f& p_S) const {
        const Vector3f relative_S = p_S - m_p_SCamera;
        if (!m_settings.cone) {
            return m_settings.hasStaticAxes ? locateAllAroundStatic(relative_S)
                                            : locateAllAround(relative_S);
        }
        return m_settings.hasStaticAxes ? locateStatic(relative_S) : locateInCone(relative_S);
    }

    [[nodiscard]] static bool isTooNear(const Vector3f& relative) {
        return static_cast<double>(relative.norm()) <= kMinVisibleM;
    }

    [[nodiscard]] std::optional<PolarPoint> locateInCone(const Vector3f& relative_S) const {
        if (isTooNear(relative_S)) {
            return std::nullopt;
        }
        const Vector3f relative_C = m_R_CS * relative_S + m_error;
        if (m_window && !m_window->mayContain(relative_C)) {
            return std::nullopt;
        }
        const PolarPoint polar = polarFromCamera(relative_C);
        return !m_window || m_window->contains(polar) ? std::optional(polar) : std::nullopt;
    }

    // With static axes the server uses the opening angles as half angles, and the distance without
    // the calibration error.
    [[nodiscard]] std::optional<PolarPoint> locateStatic(const Vector3f& relative_S) const {
        const std::optional<PolarPoint> polar = directionStatic(relative_S, relative_S + m_error);
        const auto isWithin = [&](float angleDeg, double halfRad) {
            return static_cast<double>(std::abs(angleDeg)) <= 2.0 * degFromRad(halfRad);
        };
        return polar && (!m_window || (isWithin(polar->thetaDeg, m_settings.cone->halfWidthRad) &&
                                       isWithin(polar->phiDeg, m_settings.cone->halfHeightRad)))
                   ? polar
                   : std::nullopt;
    }

    // The older perceptor adds the calibration error along the axes of the field, and after
    // computing the distance.
    [[nodiscard]] std::optional<PolarPoint> locateAllAround(const Vector3f& relative_S) const {
        const Vector3f noisy_S = relative_S + m_error;
        if (isTooNear(noisy_S)) {
            return std::nullopt;
        }
        PolarPoint polar = polarFromCamera(m_R_CS * noisy_S);
        polar.distanceM = relative_S.norm();
        return polar;
    }

    [[nodiscard]] std::optional<PolarPoint> locateAllAroundStatic(
        const Vector3f& relative_S) const {
        return directionStatic(relative_S, flipped(relative_S, m_viewer.side) + m_error);
    }

    [[nodiscard]] static std::optional<PolarPoint> directionStatic(const Vector3f& relative_S,
                                                                   const Vector3f& noisy) {
        if (isTooNear(noisy)) {
            return std::nullopt;
        }
        const float distanceM = relative_S.norm();
        const double fromUpRad = std::acos(static_cast<double>(noisy.z() / distanceM));
        return PolarPoint{distanceM, headingDeg(noisy),
                          static_cast<float>(90.0 - degFromRad(fromUpRad))};
    }

    [[nodiscard]] PolarPoint withNoise(PolarPoint polar) {
        if (!m_hasNoise) {
            return polar;
        }
        const auto add = [&](float& value, double sigma) {
            value = static_cast<float>(static_cast<double>(value) + drawNormal(m_rng) * sigma);
        };
        add(polar.distanceM, kDistanceSigmaPercent * static_cast<double>(polar.distanceM) / 100.0);
        add(polar.thetaDeg, kThetaSigmaDeg);
        add(polar.phiDeg, kPhiSigmaDeg);
        return polar;
    }

    void reportObject(std::string_view name, const Vector3f& p_S) {
        if (const std::optional<PolarPoint> polar = locate(p_S)) {
            m_report.object(name, withNoise(*polar));
        }
    }

    // A player without a team or without any visible part is omitted.
    void reportPlayerInParts(const VisionScene::Player& player) {
        if (player.team.empty()) {
            return;
        }
        bool hasBegun = false;
        for (const VisionScene::TrackedObject& part : m_scene.parts(player)) {
            const std::optional<PolarPoint> polar = locate(part.p_S);
            if (!polar) {
                continue;
            }
            if (!hasBegun) {
                m_report.beginPlayer(player.team, player.id.unum.value());
                hasBegun = true;
            }
            m_report.part(part.name, withNoise(*polar));
        }
        if (hasBegun) {
            m_report.endPlayer();
        }
    }

    // The older perceptor reports a player's torso; body parts, which newer robots have, and
    // players without a team are reported without a name.
    void reportPlayerAsPoints(const VisionScene::Player& player) {
        if (const std::optional<PolarPoint> polar = locate(player.p_STorso)) {
            m_report.beginPlayer(player.team, player.id.unum.value());
            m_report.place(withNoise(*polar));
            m_report.endPlayer();
        }
        for (const VisionScene::TrackedObject& part : m_scene.parts(player)) {
            if (const std::optional<PolarPoint> polar = locate(part.p_S)) {
                m_report.unnamedPart(part.name, withNoise(*polar));
            }
        }
    }

    void reportGroundTruth() {
        if (m_settings.reportsOwnPosition || m_switches.groundTruth) {
            m_report.point("mypos", flipped(m_p_SCamera, m_viewer.side));
        }
        if (m_settings.reportsOwnOrientation || m_switches.groundTruth) {
            m_report.heading("myorien",
                             headingDeg(flipped(m_R_CS.row(1).transpose(), m_viewer.side)));
        }
        if (m_settings.reportsBallPosition || m_switches.groundTruth) {
            m_report.point("ballpos", flipped(m_scene.p_SBall(), m_viewer.side));
        }
    }

    void reportLine(const VisionScene::Line& line) {
        const Vector3f begin_C = m_R_CS * (line.begin_S - m_p_SCamera) + m_error;
        const Vector3f end_C = m_R_CS * (line.end_S - m_p_SCamera) + m_error;
        const std::optional<SeenLine> seen =
            m_window ? m_window->clip(begin_C, end_C)
                     : SeenLine{polarFromCamera(begin_C), polarFromCamera(end_C)};
        if (seen) {
            const PolarPoint begin =
                withNoise(seen->begin); // its noise is drawn before that of the other end
            m_report.line(begin, withNoise(seen->end));
        }
    }

    const VisionScene& m_scene;
    const Viewer& m_viewer;
    const robot::VisionSettings& m_settings;
    const SensorSwitches& m_switches;
    Vector3f m_error;
    Matrix3f m_R_CS;
    Vector3f m_p_SCamera;
    base::Rng& m_rng;
    Report& m_report;
    bool m_hasNoise;
    std::optional<ViewWindow> m_window; ///< not set for an unlimited field of view
};

} // namespace

VisionScene::VisionScene(const field::FieldModel& field) {
    for (const std::string_view name : kSceneOrder) {
        for (const field::Landmark& landmark : field.landmarks()) {
            if (landmark.name == name) {
                m_landmarks.push_back({landmark.name, landmark.p_S.cast<float>()});
            }
        }
    }
    for (const field::LineSegment& line : field.lines()) {
        const auto onGround = [](const Eigen::Vector2d& p) {
            return Vector3f(static_cast<float>(p.x()), static_cast<float>(p.y()), 0.0F);
        };
        m_lines.push_back({onGround(line.from_S), onGround(line.to_S)});
    }
}

void VisionScene::beginCycle(const Eigen::Vector3d& p_SBall) {
    m_p_SBall = p_SBall.cast<float>();
    m_players.clear();
    m_parts.clear();
}

void VisionScene::addPlayer(const game::PlayerId& id, std::string_view team,
                            const Eigen::Vector3d& p_STorso) {
    Player& player = m_players.append();
    player.id = id;
    player.team = team;
    player.p_STorso = p_STorso.cast<float>();
    player.firstPart = m_parts.size();
    player.partCount = 0;
}

void VisionScene::addPart(std::string_view name, const Eigen::Vector3d& p_S) {
    SIDELINE_ASSERT(!m_players.empty());
    m_parts.push_back({name, p_S.cast<float>()});
    ++m_players.back().partCount;
}

bool seesInCycle(const robot::VisionSettings& settings, std::uint32_t cyclesConnected) {
    return cyclesConnected % static_cast<std::uint32_t>(std::max(1, settings.intervalCycles)) == 0;
}

VisionSensor::VisionSensor(std::uint64_t seed) : m_rng(seed), m_calibrationErrorM() {
    for (float& error : m_calibrationErrorM) {
        error = static_cast<float>(m_rng.uniform(-kCalibrationErrorM, kCalibrationErrorM));
    }
}

Eigen::Vector3d VisionSensor::calibrationErrorM() const {
    return Vector3f(m_calibrationErrorM.data()).cast<double>();
}

template <typename Report>
void VisionSensor::look(const VisionScene& scene, const Viewer& viewer,
                        const robot::VisionSettings& settings, const SensorSwitches& switches,
                        Report& report) {
    const bool hasError = settings.hasNoise && switches.visionCalibrationError;
    const Vector3f error =
        hasError ? Vector3f(m_calibrationErrorM.data()) : Vector3f(Vector3f::Zero());
    Look<Report>(scene, viewer, settings, switches, error, m_rng, report).report();
}

void VisionSensor::see(const VisionScene& scene, const Viewer& viewer,
                       const robot::VisionSettings& settings, const SensorSwitches& switches,
                       std::string& out) {
    SeenAsText report(out, switches.visionQuantization);
    look(scene, viewer, settings, switches, report);
}

bool VisionSensor::see(const VisionScene& scene, const Viewer& viewer,
                       const robot::VisionSettings& settings, const SensorSwitches& switches,
                       protocol::VisionPercept& vision) {
    if (!switches.visionQuantization) {
        return false;
    }
    SeenAsValues report(vision);
    look(scene, viewer, settings, switches, report);
    return report.isWhole();
}

} // namespace sideline::simulator
