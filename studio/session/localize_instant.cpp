#include "studio/session/localize_instant.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/world/ball_prediction.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::LocalizeInstant;
using widgets::LocalizeQuantity;

constexpr std::size_t kTrailCycles = 200;
constexpr std::size_t kTrailStep = 3;
constexpr std::size_t kErrorHoldCycles = 15; // live ground truth arrives with monitor frames only
constexpr std::size_t kHoldCycles = 5;       // values of vision frames are held until the next one
constexpr double kPathS = 4.0;
constexpr double kPathStepS = 0.25;
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
const QColor kBallColor(0xff, 0xa8, 0x2e);
const QColor kOwnColor(0x26, 0x56, 0xff);
const QColor kOtherColor(0xe8, 0x2a, 0x2a);

QPointF onGround(const Eigen::Vector3d& p) {
    return {p.x(), p.y()};
}

std::vector<QPointF> trailOf(const evaluation::AnnotatedStream& stream, const LocalizeRun& run,
                             std::size_t cycle) {
    std::vector<QPointF> trail;
    const auto& cycles = stream.stream().cycles();
    for (std::size_t i = cycle - std::min(cycle, kTrailCycles); i <= cycle; ++i) {
        if (cycles[i].isBeamed) {
            trail.clear();
        }
        if ((cycle - i) % kTrailStep == 0 && run.run->estimates()[i].isValid) {
            trail.push_back(run.cameras_S[i]);
        }
    }
    return trail;
}

std::optional<widgets::TruthMark> truthMark(const evaluation::AnnotatedStream& stream,
                                            std::size_t cycle) {
    const auto newest = stream.truthAt(cycle);
    if (!newest) {
        return std::nullopt;
    }
    const evaluation::TruthInstant& truth = *stream.truth.at(*newest);
    widgets::TruthMark mark{truth.p_SCamera, truth.headingRad, {}};
    for (std::size_t i = cycle - std::min(cycle, kTrailCycles); i <= cycle; ++i) {
        if (stream.stream().cycles()[i].isBeamed) {
            mark.trail_S.clear();
        }
        if (const auto* there = stream.truth.at(i)) {
            mark.trail_S.push_back(onGround(there->p_SCamera));
        }
    }
    return mark;
}

widgets::ObjectMark ballMark(const evaluation::AnnotatedStream& stream, std::size_t cycle,
                             const evaluation::TruthInstant* truth) {
    const world::BallBelief& ball = stream.things(cycle).ball;
    const math::Pose X_SF = stream.X_SF();
    widgets::ObjectMark mark;
    mark.name = QObject::tr("Ball");
    mark.color = kBallColor;
    mark.isBall = true;
    mark.p_S = X_SF * ball.p_F;
    mark.velocity_SMps = X_SF.R * ball.velocity_FMps;
    mark.covariance_S =
        (X_SF.R * ball.covariance.topLeftCorner<3, 3>() * X_SF.R.transpose()).topLeftCorner<2, 2>();
    mark.ageS = ball.ageS;
    if (ball.velocity_FMps.head<2>().norm() > 0.1) {
        for (double s = 0.0; s <= kPathS; s += kPathStepS) {
            mark.path_S.push_back(onGround(X_SF * world::predictBall(ball, s).p_F));
        }
    }
    if (truth != nullptr) {
        mark.truth_S = truth->p_SBall;
    }
    return mark;
}

widgets::ObjectMark playerMark(const evaluation::AnnotatedStream& stream,
                               const world::PlayerBelief& player,
                               const evaluation::TruthInstant* truth) {
    const math::Pose X_SF = stream.X_SF();
    const game::Side own = stream.stream().robot().side;
    const game::Side other = own == game::Side::Right ? game::Side::Left : game::Side::Right;
    widgets::ObjectMark mark;
    mark.name = player.isTeammate ? QObject::tr("Teammate") : QObject::tr("Opponent");
    if (player.unum > 0) {
        mark.name += QStringLiteral(" %1").arg(player.unum);
    }
    mark.color = player.isTeammate ? kOwnColor : kOtherColor;
    mark.p_S = X_SF * player.p_F;
    mark.velocity_SMps = X_SF.R * player.velocity_FMps;
    mark.covariance_S = Eigen::Matrix2d::Identity() * player.positionSigmaM * player.positionSigmaM;
    mark.ageS = player.ageS;
    mark.isFallen = player.isFallen;
    if (player.hasHeading) {
        const Eigen::Vector3d ahead =
            X_SF.R * Eigen::Vector3d(std::cos(player.headingRad), std::sin(player.headingRad), 0.0);
        mark.headingRad = std::atan2(ahead.y(), ahead.x());
    }
    if (truth != nullptr && player.unum > 0) {
        const auto there = truth->p_SPlayers.find(
            {player.isTeammate ? own : other, game::UniformNumber(player.unum)});
        if (there != truth->p_SPlayers.end()) {
            mark.truth_S = there->second;
        }
    }
    return mark;
}

void takeVision(const evaluation::AnnotatedStream& stream, const LocalizeEstimator& chosen,
                std::size_t cycle, LocalizeInstant& instant) {
    const auto vision = stream.visionAt(cycle);
    if (!vision) {
        return;
    }
    const localization::PoseEstimate& belief = chosen.run->run->estimates()[*vision];
    instant.hasVision = true;
    instant.visionAgeS = stream.recordTimeS[cycle] - stream.recordTimeS[*vision];
    if (belief.isValid) {
        instant.X_SCAtVision = belief.X_ST * stream.X_TC(*vision);
    }
    instant.cameraOffset_CM = belief.cameraOffset_CM;
    if (const auto* truth = stream.truth.at(*vision); truth != nullptr && truth->X_ST) {
        instant.truth_SCAtVision = *truth->X_ST * stream.X_TC(*vision);
    }
    chosen.run->run->explain(stream.stream(), *vision, instant.vision);
}

} // namespace

std::optional<widgets::BeliefError> errorAt(const LocalizeRun& run, std::size_t cycle) {
    for (std::size_t back = 0; back <= std::min(cycle, kErrorHoldCycles); ++back) {
        if (const auto& error = run.errors[cycle - back]) {
            return widgets::BeliefError{error->groundM, error->headingRad};
        }
    }
    return std::nullopt;
}

std::string tableOf(const evaluation::AnnotatedStream& stream,
                    std::span<const LocalizeEstimator> estimators) {
    std::string out = "cycle,time_s,truth_x_m,truth_y_m,truth_z_m,truth_heading_deg";
    for (const LocalizeEstimator& estimator : estimators) {
        std::string name = estimator.name.toStdString();
        std::ranges::replace(name, ',', ';');
        for (const char* column :
             {"x_m", "y_m", "z_m", "heading_deg", "sigma_m", "error_m", "heading_error_deg"}) {
            out += fmt::format(",{} {}", name, column);
        }
    }
    out += '\n';
    for (std::size_t i = 0; i < stream.cycleCount(); ++i) {
        out += fmt::format("{},{:.3f}", i, stream.recordTimeS[i]);
        const evaluation::TruthInstant* truth = stream.truth.at(i);
        out += truth != nullptr ? fmt::format(",{:.4f},{:.4f},{:.4f},{:.4f}", truth->p_SCamera.x(),
                                              truth->p_SCamera.y(), truth->p_SCamera.z(),
                                              math::degFromRad(truth->headingRad))
                                : ",,,,";
        for (const LocalizeEstimator& estimator : estimators) {
            if (!estimator.run || i >= estimator.run->run->estimates().size() ||
                !estimator.run->run->estimates()[i].isValid) {
                out += ",,,,,,,";
                continue;
            }
            const localization::PoseEstimate& estimate = estimator.run->run->estimates()[i];
            const math::Pose X_SC = estimate.X_ST * stream.X_TC(i);
            out += fmt::format(",{:.4f},{:.4f},{:.4f},{:.4f},{:.5f}", X_SC.p.x(), X_SC.p.y(),
                               X_SC.p.z(), math::degFromRad(math::forwardHeadingRad(X_SC.R)),
                               estimate.positionSigmaM);
            const auto& error = estimator.run->errors[i];
            out += error ? fmt::format(",{:.5f},{:.5f}", error->groundM,
                                       math::degFromRad(error->headingRad))
                         : ",,";
        }
        out += '\n';
    }
    return out;
}

std::shared_ptr<const LocalizeRun> runOver(const evaluation::AnnotatedStream& stream,
                                           const BeliefSource& source,
                                           const evaluation::ContinueCheck& keepsGoing) {
    std::unique_ptr<evaluation::PoseRun> poses;
    if (source.reported) {
        auto reported = std::make_unique<evaluation::BeliefRun>(stream.field());
        for (const evaluation::BeliefMessage& message : *source.reported) {
            reported->add(message);
        }
        poses = std::move(reported);
    } else {
        poses = std::make_unique<evaluation::EstimatorRun>(source.setup, stream.field());
    }
    auto run = std::make_shared<LocalizeRun>(std::move(poses));
    bool isStopped = false;
    run->run->advance(stream.stream(), [&](std::size_t done) {
        isStopped = keepsGoing && !keepsGoing(static_cast<double>(done) /
                                              static_cast<double>(stream.cycleCount()));
        return !isStopped;
    });
    if (isStopped) {
        return nullptr;
    }
    continueRun(stream, *run);
    return run;
}

void continueRun(const evaluation::AnnotatedStream& stream, LocalizeRun& run) {
    // A reported belief may arrive after its cycle.
    const std::size_t first = run.run->advance(stream.stream());
    run.errors.resize(std::min(first, run.errors.size()));
    run.cameras_S.resize(std::min(first, run.cameras_S.size()));
    evaluation::addErrors(stream.stream(), *run.run, stream.truth, run.errors);
    for (std::size_t i = run.cameras_S.size(); i < run.run->estimates().size(); ++i) {
        run.cameras_S.push_back(onGround((run.run->estimates()[i].X_ST * stream.X_TC(i)).p));
    }
}

QStringList valuesAt(const LocalizeRun& run, std::size_t cycle) {
    QStringList values;
    if (const evaluation::BeliefRun* reported = run.reported()) {
        for (const evaluation::BeliefValue& value : reported->values(cycle)) {
            const double* number = std::get_if<double>(&value.value);
            values << QStringLiteral("%1: %2").arg(
                widgets::toQt(value.name), number != nullptr
                                               ? QString::number(*number, 'g', 5)
                                               : widgets::toQt(std::get<std::string>(value.value)));
        }
    }
    return values;
}

LocalizeInstant makeInstant(const evaluation::AnnotatedStream& stream,
                            std::span<const LocalizeEstimator> estimators, int chosen,
                            std::size_t cycle) {
    LocalizeInstant instant;
    instant.cycle = cycle;
    instant.timeS = stream.recordTimeS[cycle];
    const auto& cone = stream.stream().model().percepts().vision.cone;
    if (cone) {
        instant.halfViewWidthRad = cone->halfWidthRad;
        instant.halfViewHeightRad = cone->halfHeightRad;
    }
    instant.truth = truthMark(stream, cycle);
    for (const LocalizeEstimator& estimator : estimators) {
        const bool isChosen = estimator.id == chosen;
        if (!estimator.run || (!estimator.isShown && !isChosen) ||
            cycle >= estimator.run->run->estimates().size()) {
            continue;
        }
        widgets::BeliefMark mark;
        mark.id = estimator.id;
        mark.name = estimator.name;
        mark.color = estimator.color;
        mark.estimate = estimator.run->run->estimates()[cycle];
        mark.X_SC = mark.estimate.X_ST * stream.X_TC(cycle);
        mark.error = errorAt(*estimator.run, cycle);
        mark.trail_S = trailOf(stream, *estimator.run, cycle);
        if (isChosen) {
            instant.chosen = static_cast<int>(instant.beliefs.size());
            takeVision(stream, estimator, cycle, instant);
        }
        instant.beliefs.push_back(std::move(mark));
    }
    const auto newest = stream.truthAt(cycle);
    const evaluation::TruthInstant* truth = newest ? stream.truth.at(*newest) : nullptr;
    if (stream.things(cycle).ball.isKnown) {
        instant.things.push_back(ballMark(stream, cycle, truth));
    }
    for (const world::PlayerBelief& player : stream.things(cycle).players) {
        instant.things.push_back(playerMark(stream, player, truth));
    }
    return instant;
}

std::shared_ptr<const widgets::LocalizeCurveSet> makeCurves(
    const evaluation::AnnotatedStream& stream, std::span<const LocalizeEstimator> estimators) {
    auto set = std::make_shared<widgets::LocalizeCurveSet>();
    set->timeS = stream.recordTimeS;
    set->timeS.resize(stream.cycleCount());
    for (std::size_t i = 0; i < stream.cycleCount(); ++i) {
        if (stream.stream().cycles()[i].isBeamed) {
            set->beamsS.push_back(set->timeS[i]);
        }
    }
    for (const LocalizeEstimator& estimator : estimators) {
        if (!estimator.run || !estimator.isShown) {
            continue;
        }
        const LocalizeRun& run = *estimator.run;
        const std::size_t count = std::min(run.run->estimates().size(), stream.cycleCount());
        const auto add = [&](LocalizeQuantity quantity, bool isHeld, auto valueAt) {
            widgets::LocalizeCurve curve{estimator.id,
                                         estimator.name,
                                         estimator.color,
                                         estimator.isRemovable,
                                         quantity,
                                         {},
                                         {}};
            curve.values.assign(set->timeS.size(), kNone);
            std::size_t age = kHoldCycles;
            for (std::size_t i = 0; i < count; ++i, ++age) {
                const std::optional<double> value = valueAt(i);
                if (value && std::isfinite(*value)) {
                    curve.values[i] = static_cast<float>(*value);
                    age = 0;
                } else if (isHeld && i > 0 && age < kHoldCycles) {
                    curve.values[i] = curve.values[i - 1];
                }
            }
            set->curves.push_back(std::move(curve));
        };
        const auto error = [&run](double evaluation::PoseError::*member) {
            return [&run, member](std::size_t i) {
                return run.errors[i] ? std::optional(*run.errors[i].*member) : std::nullopt;
            };
        };
        const auto sigma = [&run](double localization::PoseEstimate::*member) {
            return [&run, member](std::size_t i) -> std::optional<double> {
                const localization::PoseEstimate& estimate = run.run->estimates()[i];
                return estimate.isValid && estimate.hasCovariance ? std::optional(estimate.*member)
                                                                  : std::nullopt;
            };
        };
        add(LocalizeQuantity::GroundErrorM, true, error(&evaluation::PoseError::groundM));
        add(LocalizeQuantity::HeadingErrorRad, true, error(&evaluation::PoseError::headingRad));
        add(LocalizeQuantity::HeightErrorM, true, error(&evaluation::PoseError::heightM));
        add(LocalizeQuantity::GroundSigmaM, false,
            sigma(&localization::PoseEstimate::positionSigmaM));
        add(LocalizeQuantity::HeadingSigmaRad, false,
            sigma(&localization::PoseEstimate::headingSigmaRad));
        add(LocalizeQuantity::Residual, true, [&run](std::size_t i) -> std::optional<double> {
            const auto& residual = run.run->residuals()[i];
            return residual ? std::optional<double>(*residual) : std::nullopt;
        });
        if (const evaluation::BeliefRun* reported = run.reported()) {
            for (const std::string& name : reported->numberNames()) {
                add(LocalizeQuantity::Value, false,
                    [reported, &name](std::size_t i) { return reported->number(i, name); });
                set->curves.back().valueName = widgets::toQt(name);
            }
        }
    }
    return set;
}

std::optional<widgets::EstimatorScore> makeScore(const evaluation::AnnotatedStream& stream,
                                                 const LocalizeRun& run, const CycleRange& range) {
    if (stream.truth.isEmpty()) {
        return std::nullopt;
    }
    const evaluation::RunScore score = evaluation::scoreOf(stream.stream(), *run.run, stream.truth,
                                                           run.errors, range.from, range.to);
    if (score.all.groundM.count == 0) {
        return std::nullopt;
    }
    widgets::EstimatorScore result;
    result.meanM = score.all.groundM.mean;
    result.p95M = score.all.groundM.p95;
    result.maxM = score.all.groundM.max;
    result.headingMeanRad = score.all.headingRad.mean;
    result.validRatio = score.validRatio;
    result.microseconds = score.microseconds;
    result.consistency = score.meanSquaredSigmas;
    return result;
}

evaluation::EstimatorSetup setupOf(const widgets::EstimatorVariant& variant) {
    evaluation::EstimatorSetup setup;
    setup.method = variant.method;
    setup.options.noise = localization::VisionNoise().scaled(variant.assumedNoise);
    setup.options.learnsCameraOffset = variant.learnsCameraOffset;
    setup.filter.cornerFlags = variant.cornerFlags;
    setup.filter.goalPosts = variant.goalPosts;
    setup.filter.lines = variant.lines;
    setup.filter.gyro = variant.gyro;
    setup.filter.accelerometer = variant.accelerometer;
    setup.filter.feet = variant.feet;
    setup.filter.addedNoise = variant.addedNoise;
    setup.filter.visionEvery = variant.visionEvery;
    return setup;
}

} // namespace sideline::studio
