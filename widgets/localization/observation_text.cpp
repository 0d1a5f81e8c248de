#include "widgets/localization/observation_text.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "agentcore/localization/vision_noise.h"
#include "agentcore/math/angles.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using localization::ObservationKind;
using localization::ObservationReport;
using localization::Verdict;
using protocol::Polar;

QString tr(const char* text) {
    return QCoreApplication::translate("Observation", text);
}

const QString kNoValue = QStringLiteral("\u2013");
const QString kDegrees = QStringLiteral("\u00b0");

QString fixed(double value, int decimals, const QString& unit) {
    if (!std::isfinite(value)) {
        return kNoValue;
    }
    const bool isZero = std::abs(value) < 0.5 * std::pow(10.0, -decimals); // no "-0"
    return QString::number(isZero ? 0.0 : value, 'f', decimals) + unit;
}

QString withSign(double value, int decimals, const QString& unit) {
    const QString text = fixed(value, decimals, unit);
    return std::isfinite(value) && !text.startsWith(QLatin1Char('-')) ? QLatin1Char('+') + text
                                                                      : text;
}

double differenceDeg(double measuredDeg, double predictedDeg) {
    return math::degFromRad(math::wrapRad(math::radFromDeg(measuredDeg - predictedDeg)));
}

QString verdictNote(const ObservationReport& report) {
    switch (report.verdict) {
    case Verdict::Refused:
        return tr("Rejected: farther from the expected value than the gate allows.");
    case Verdict::Unmatched:
        return tr("Unmatched: it fits none of the field lines, or several.");
    case Verdict::Unused:
        return tr("Not used: the method does not use this kind of observation.");
    case Verdict::Used:
        break;
    }
    return {};
}

void addRows(ObservationTip& tip, const ObservationReport& report, std::size_t end,
             const QString& which) {
    const Polar& seen = report.measured[end];
    const Polar& expected = report.predicted[end];
    const bool has = report.hasPrediction;
    const PolarSigmas noise = noiseAt(has ? expected : seen);
    const auto row = [&](const QString& what, const QString& measured, const QString& predicted,
                         const QString& difference, double sigmas) {
        tip.rows.push_back({which + what, measured, has ? predicted : kNoValue,
                            has ? difference : kNoValue,
                            has ? withSign(sigmas, 1, QStringLiteral(" \u03c3")) : kNoValue});
    };
    const QString m = QStringLiteral(" m");
    const double farM = seen.distanceM - expected.distanceM;
    row(tr("distance"), fixed(seen.distanceM, 2, m), fixed(expected.distanceM, 3, m),
        withSign(farM * 1000.0, 0, QStringLiteral(" mm")), farM / noise.distanceM);
    const double leftDeg = differenceDeg(seen.thetaDeg, expected.thetaDeg);
    row(tr("theta"), fixed(seen.thetaDeg, 2, kDegrees), fixed(expected.thetaDeg, 3, kDegrees),
        withSign(leftDeg, 3, kDegrees), leftDeg / noise.thetaDeg);
    const double upDeg = differenceDeg(seen.phiDeg, expected.phiDeg);
    row(tr("phi"), fixed(seen.phiDeg, 2, kDegrees), fixed(expected.phiDeg, 3, kDegrees),
        withSign(upDeg, 3, kDegrees), upDeg / noise.phiDeg);
}

} // namespace

QString ObservationTip::text() const {
    QStringList lines;
    if (!title.isEmpty()) {
        lines << title;
    }
    for (const Row& row : rows) {
        lines << QStringList(row.begin(), row.end()).join(QLatin1Char('\t'));
    }
    return (lines + notes).join(QLatin1Char('\n'));
}

bool isFinite(const Polar& polar) {
    return std::isfinite(polar.distanceM) && std::isfinite(polar.thetaDeg) &&
           std::isfinite(polar.phiDeg);
}

QString observationTitle(const ObservationReport& report, const field::FieldModel& field) {
    const QString name = nameOfObservation(report, field);
    if (!name.isEmpty()) {
        return name;
    }
    return QStringLiteral("%1 %2")
        .arg(QLatin1String(localization::nameOf(report.kind)))
        .arg(report.index);
}

ObservationTip describeObservation(const ObservationReport& report,
                                   const field::FieldModel& field) {
    ObservationTip tip;
    tip.title = observationTitle(report, field) + QStringLiteral(" \u2013 ") +
                QLatin1String(localization::nameOf(report.verdict));
    if (report.pointCount > 0) {
        tip.rows.push_back(
            {QString(), tr("measured"), tr("expected"), tr("difference"), tr("noise")});
    }
    const auto ends = static_cast<std::size_t>(std::clamp(report.pointCount, 0, 2));
    for (std::size_t end = 0; end < ends; ++end) {
        addRows(tip, report, end, ends == 2 ? tr(end == 0 ? "end 1 " : "end 2 ") : QString());
    }
    if (report.dimension > 0) {
        QString sum = tr("Combined: %1 sigma").arg(fixed(sigmasOf(report), 2, {}));
        if (report.gate > 0.0) {
            sum += tr(", gate at %1").arg(fixed(std::sqrt(report.gate / report.dimension), 2, {}));
        }
        tip.notes << sum;
    }
    if (report.isCut[0] || report.isCut[1]) {
        tip.notes << tr("The edge of the view cuts the line at %1: only the distance from the line "
                        "counts there.")
                         .arg(report.isCut[0] && report.isCut[1] ? tr("both ends")
                              : report.isCut[0]                  ? tr("end 1")
                                                                 : tr("end 2"));
    }
    const QString verdict = verdictNote(report);
    if (!verdict.isEmpty()) {
        tip.notes << verdict;
    }
    return tip;
}

QString polarText(const Polar& polar) {
    return fixed(polar.distanceM, 2, QStringLiteral(" m  ")) +
           fixed(polar.thetaDeg, 2, kDegrees + QStringLiteral("  ")) +
           fixed(polar.phiDeg, 2, kDegrees);
}

QString innovationText(const Polar& measured, const Polar& predicted) {
    return withSign((measured.distanceM - predicted.distanceM) * 1000.0, 0,
                    QStringLiteral(" mm  ")) +
           withSign(differenceDeg(measured.thetaDeg, predicted.thetaDeg), 2,
                    kDegrees + QStringLiteral("  ")) +
           withSign(differenceDeg(measured.phiDeg, predicted.phiDeg), 2, kDegrees);
}

PolarSigmas noiseAt(const Polar& polar) {
    const localization::VisionNoise noise;
    // Standard deviation of rounding, which is uniform over a step.
    const double rounding = 1.0 / std::sqrt(12.0);
    return {std::hypot(noise.distanceRatio * polar.distanceM, noise.distanceStepM * rounding),
            math::degFromRad(std::hypot(noise.sidewaysRad, noise.angleStepRad * rounding)),
            math::degFromRad(std::hypot(noise.upwardsRad, noise.angleStepRad * rounding))};
}

QString visionAgeText(double ageS) {
    constexpr double kNowS = 0.001;
    return std::abs(ageS) < kNowS || !std::isfinite(ageS)
               ? tr("vision frame of this cycle")
               : tr("vision frame %1 ms old").arg(std::lround(ageS * 1000.0));
}

QString noVisionText(const LocalizeInstant* instant) {
    if (instant == nullptr) {
        return tr("Nothing to show yet: open an agent's recorded stream, or start an agent.");
    }
    if (instant->chosen < 0 ||
        static_cast<std::size_t>(instant->chosen) >= instant->beliefs.size()) {
        return tr("Select an estimator to see how it uses what the robot sees.");
    }
    if (!instant->hasVision) {
        return tr("No vision yet: the camera reports every third cycle.");
    }
    return {};
}

QString visionText(const LocalizeInstant* instant) {
    const QString none = noVisionText(instant);
    if (!none.isEmpty()) {
        return none;
    }
    const localization::PoseDiagnostics& vision = instant->vision;
    const auto used = std::ranges::count(vision.observations, Verdict::Used,
                                         &localization::ObservationReport::verdict);
    QString text = tr("Cycle %1, %2: %3, %4 used")
                       .arg(instant->cycle)
                       .arg(visionAgeText(instant->visionAgeS))
                       .arg(QObject::tr("%n observations", nullptr,
                                        static_cast<int>(vision.observations.size())))
                       .arg(used);
    if (vision.dimension > 0) {
        text += tr(", combined %1 sigma")
                    .arg(fixed(std::sqrt(vision.squaredSigmas / vision.dimension), 1, {}));
    }
    text += QStringLiteral("; ") + QLatin1String(localization::nameOf(vision.stage));
    if (vision.note != nullptr && *vision.note != '\0') {
        text += QStringLiteral(": ") + toQt(vision.note);
    }
    return text;
}

std::vector<ObservationKey> keysOf(const localization::PoseDiagnostics& vision) {
    std::vector<ObservationKey> keys;
    keys.reserve(vision.observations.size());
    for (const ObservationReport& report : vision.observations) {
        ObservationKey key{report.kind, report.index, 0};
        if (report.kind == ObservationKind::Line) {
            key.which = report.fieldLine >= 0 ? report.fieldLine : -1;
        }
        key.repeat = static_cast<int>(std::ranges::count_if(keys, [&](const ObservationKey& other) {
            return other.kind == key.kind && other.which == key.which;
        }));
        keys.push_back(key);
    }
    return keys;
}

std::optional<ObservationKey> keyOf(const localization::PoseDiagnostics& vision, int observation) {
    if (observation < 0 || static_cast<std::size_t>(observation) >= vision.observations.size()) {
        return std::nullopt;
    }
    return keysOf(vision)[static_cast<std::size_t>(observation)];
}

int indexOf(const localization::PoseDiagnostics& vision, const ObservationKey& key) {
    const std::vector<ObservationKey> keys = keysOf(vision);
    const auto found = std::ranges::find(keys, key);
    return found == keys.end() ? -1 : static_cast<int>(found - keys.begin());
}

} // namespace sideline::widgets
