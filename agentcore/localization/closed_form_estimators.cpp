#include "agentcore/localization/closed_form_estimators.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <optional>
#include <utility>

#include <Eigen/Geometry>

#include "agentcore/localization/camera.h"
#include "agentcore/localization/closed_form_fits.h"
#include "agentcore/localization/closed_form_parts.h"
#include "agentcore/localization/gyro_tracker.h"
#include "agentcore/math/angles.h"

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;

constexpr int kBlindCycles = 25; // half a second; vision frames arrive every third cycle
// Number of messages after which a beamed robot is upright at the requested pose.
constexpr int kBeamCycles = 3;
constexpr std::size_t kDefaultObservations = 64;

Matrix3d turned(double angleRad) {
    return Eigen::AngleAxisd(angleRad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
}

// The torso's forward axis is y.
Matrix3d uprightFacing(double headingRad) {
    return turned(headingRad - 0.5 * math::kPi);
}

// A pose found by a method, and the observations that it is based on.
struct Found {
    math::Pose X_ST;
    std::bitset<SeenParts::kMaxLandmarks> landmarks; ///< landmarks of the field that were used
    bool usesLines = false;
    const char* note = "";
};

Found foundBy(const math::Pose& X_ST, const SeenParts& seen, const char* note) {
    Found found{X_ST, {}, false, note};
    for (const KnownPoint& point : seen.landmarks()) {
        found.landmarks.set(point.index);
    }
    return found;
}

// State from which a method can continue.
struct Carried {
    GyroTracker& orientation; ///< continues from the last orientation found; upright at the start
    bool hasGyro = false;     ///< whether this cycle has a gyro percept
    bool hasSide = false;     ///< whether the initial orientation faced the other goal
};

class FieldNormalFix {
public:
    static constexpr bool kCarriesByGyro = true;
    std::optional<Found> locate(const SeenParts& seen, const Carried& /*carried*/) {
        const auto X_ST = fitByFieldNormal(seen);
        if (!X_ST) {
            return std::nullopt;
        }
        Found found = foundBy(*X_ST, seen, "plane of the lines and pairs of landmarks");
        found.usesLines = true;
        return found;
    }
    void reset() {}
};

class UmeyamaFix {
public:
    static constexpr bool kCarriesByGyro = true;
    std::optional<Found> locate(const SeenParts& seen, const Carried& /*carried*/) {
        const auto X_ST = fitByUmeyama(seen);
        return X_ST ? std::optional(foundBy(*X_ST, seen, "fit of three or more landmarks"))
                    : std::nullopt;
    }
    void reset() {}
};

class GyroFix {
public:
    static constexpr bool kCarriesByGyro = true;
    std::optional<Found> locate(const SeenParts& seen, const Carried& carried) {
        if (seen.landmarks().empty() || !carried.orientation.isKnown() || !carried.hasGyro ||
            !findHeading(seen, carried)) {
            return std::nullopt;
        }
        const Matrix3d R_ST = carried.orientation.R_ST();
        return foundBy({R_ST, meanPosition_S(seen.landmarks(), R_ST)}, seen, "gyro and landmarks");
    }
    void reset() { m_hasHeading = false; }
    /// Adopts an orientation found by another method.
    void trust() { m_hasHeading = true; }

private:
    bool findHeading(const SeenParts& seen, const Carried& carried) {
        if (m_hasHeading) {
            return true;
        }
        const Matrix3d R_ST = carried.orientation.R_ST();
        if (const auto turnRad = missingTurnRad(seen.landmarks(), R_ST)) {
            carried.orientation.set(turned(*turnRad) * R_ST);
            m_hasHeading = true;
        }
        return m_hasHeading || carried.hasSide;
    }

    bool m_hasHeading = false;
};

class MagmaFix {
public:
    static constexpr bool kCarriesByGyro = true;
    std::optional<Found> locate(const SeenParts& seen, const Carried& carried) {
        auto found = m_fieldNormal.locate(seen, carried);
        if (!found) {
            found = m_umeyama.locate(seen, carried);
        }
        if (found) {
            m_gyro.trust();
            return found;
        }
        return m_gyro.locate(seen, carried);
    }
    void reset() { m_gyro.reset(); }

private:
    FieldNormalFix m_fieldNormal;
    UmeyamaFix m_umeyama;
    GyroFix m_gyro;
};

class ThreeFlagsFix {
public:
    static constexpr bool kCarriesByGyro = false;
    std::optional<Found> locate(const SeenParts& seen, const Carried& /*carried*/) {
        const auto fit = fitByThreeFlags(seen);
        if (!fit) {
            return std::nullopt;
        }
        Found found{fit->X_ST, {}, false, "distances of three corner flags"};
        for (const std::size_t flag : fit->flags) {
            found.landmarks.set(flag);
        }
        return found;
    }
    void reset() {}
};

void reportVision(const PoseInput& input, const std::optional<Found>& found,
                  PoseDiagnostics& diagnostics) {
    diagnostics.observations.reserve(kDefaultObservations);
    for (const protocol::SeenObject& object : input.percepts->vision->objects) {
        const auto landmark =
            std::ranges::find(input.field->landmarks(), object.name, &field::Landmark::name);
        if (landmark == input.field->landmarks().end() || !isSensible(object.polar)) {
            continue;
        }
        const auto index = static_cast<std::size_t>(landmark - input.field->landmarks().begin());
        ObservationReport& report = diagnostics.observations.emplace_back();
        report.kind = landmark->kind == field::LandmarkKind::CornerFlag
                          ? ObservationKind::CornerFlag
                          : ObservationKind::GoalPost;
        const bool isUsed =
            found && index < SeenParts::kMaxLandmarks && found->landmarks.test(index);
        report.verdict = isUsed ? Verdict::Used : Verdict::Unused;
        report.index = static_cast<int>(index);
        report.pointCount = 1;
        report.measured[0] = object.polar;
        report.known_S[0] = landmark->p_S;
    }
    const auto& lines = input.percepts->vision->lines;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (isSensible(lines[i].first) && isSensible(lines[i].second)) {
            ObservationReport& report = diagnostics.observations.emplace_back();
            report.kind = ObservationKind::Line;
            report.verdict = found && found->usesLines ? Verdict::Used : Verdict::Unused;
            report.index = static_cast<int>(i);
            report.pointCount = 2;
            report.measured = {lines[i].first, lines[i].second};
        }
    }
}

/// Maintains a pose and replaces it with the result of a closed form in each vision frame.
template <typename Fix>
class ClosedForm final : public PoseEstimator {
public:
    PoseEstimate update(const PoseInput& input) override {
        if (m_model.get() != input.model) {
            chooseModel(*input.model);
        }
        if (input.diagnostics != nullptr) {
            input.diagnostics->clear();
        }
        ++m_cyclesSinceVision;
        if (m_camera.isValid()) {
            hearSide(*input.percepts);
            correct(input);
        }
        PoseEstimate estimate;
        estimate.cyclesSinceVision = m_cyclesSinceVision;
        if (m_isValid) {
            estimate.isValid = true;
            estimate.X_ST = {m_orientation.R_ST(), m_position_S};
        }
        if (input.diagnostics != nullptr) {
            input.diagnostics->stage = stage();
        }
        return estimate;
    }

    void reset() override {
        m_fix.reset();
        m_orientation.forget();
        m_isValid = false;
        m_cyclesSinceVision = 0;
        m_untilUpright = kBeamCycles;
    }

    [[nodiscard]] std::unique_ptr<PoseEstimator> clone() const override {
        return std::make_unique<ClosedForm>(*this);
    }

private:
    void chooseModel(const robot::RobotModel& model) {
        reset();
        m_untilUpright = 0;
        m_model = model.shared();
        m_camera =
            model.percepts().vision.hasStaticAxes ? robot::BodyId::none() : model.cameraBody();
    }

    void hearSide(const protocol::Percepts& percepts) {
        const bool isRight = percepts.ownSide == "right";
        if (m_sideHeadingRad || (!isRight && percepts.ownSide != "left")) {
            return;
        }
        m_sideHeadingRad = isRight ? math::kPi : 0.0;
        if (m_orientation.isKnown() && !m_isValid) {
            m_orientation.set(turned(*m_sideHeadingRad) * m_orientation.R_ST());
        }
    }

    // Called at the start and after a beam.
    void startUpright() {
        if (m_orientation.isKnown()) {
            return;
        }
        m_untilUpright = std::max(m_untilUpright - 1, 0);
        if (m_untilUpright == 0) {
            m_orientation.set(uprightFacing(m_sideHeadingRad.value_or(0.0)));
        }
    }

    void correct(const PoseInput& input) {
        const bool hasGyro =
            Fix::kCarriesByGyro && m_orientation.turn(*input.percepts, input.stepS);
        startUpright();
        if (!input.percepts->vision || input.jointAnglesRad.size() < input.model->joints().size()) {
            return;
        }
        const math::Pose X_TC = cameraInTorso(*input.model, m_camera, input.jointAnglesRad);
        std::optional<Found> found;
        if (X_TC.R.allFinite() && X_TC.p.allFinite()) {
            m_seen.collect(*input.percepts->vision, *input.field, X_TC);
            found = m_fix.locate(m_seen, {m_orientation, hasGyro, m_sideHeadingRad.has_value()});
        }
        if (found && found->X_ST.R.allFinite() && found->X_ST.p.allFinite()) {
            m_orientation.set(found->X_ST.R);
            m_position_S = found->X_ST.p;
            m_isValid = true;
            m_cyclesSinceVision = 0;
        }
        if (input.diagnostics != nullptr) {
            reportVision(input, found, *input.diagnostics);
            input.diagnostics->note = found ? found->note : "too few observations";
        }
    }

    [[nodiscard]] PoseStage stage() const {
        if (!m_isValid) {
            return PoseStage::Searching;
        }
        return m_cyclesSinceVision > kBlindCycles ? PoseStage::Blind : PoseStage::Tracking;
    }

    robot::RobotModelPtr m_model;
    robot::BodyId m_camera;
    Fix m_fix;
    SeenParts m_seen;
    GyroTracker m_orientation;
    Eigen::Vector3d m_position_S = Eigen::Vector3d::Zero();
    std::optional<double> m_sideHeadingRad; ///< heading of a robot that faces the other goal
    bool m_isValid = false;
    int m_cyclesSinceVision = 0;
    int m_untilUpright = 0; ///< remaining messages until the robot is upright
};

} // namespace

std::unique_ptr<PoseEstimator> makeClosedForm(Method method) {
    switch (method) {
    case Method::Gyro:
        return std::make_unique<ClosedForm<GyroFix>>();
    case Method::Umeyama:
        return std::make_unique<ClosedForm<UmeyamaFix>>();
    case Method::FieldNormal:
        return std::make_unique<ClosedForm<FieldNormalFix>>();
    case Method::Magma:
        return std::make_unique<ClosedForm<MagmaFix>>();
    case Method::ThreeFlags:
        return std::make_unique<ClosedForm<ThreeFlagsFix>>();
    case Method::Fusion:
        break;
    }
    return nullptr;
}

} // namespace sideline::localization
