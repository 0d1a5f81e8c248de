#include "agentcore/localization/sight_report.h"

namespace sideline::localization {

namespace {

void sum(const ObservationReport& report, PoseDiagnostics& diagnostics) {
    if (report.verdict == Verdict::Used) {
        diagnostics.squaredSigmas += report.squaredSigmas;
        diagnostics.dimension += report.dimension;
    }
    diagnostics.observations.push_back(report);
}

template <typename Seen>
ObservationReport measuredLandmark(const Seen& seen, const field::FieldModel& field) {
    const field::Landmark& known = field.landmarks()[static_cast<std::size_t>(seen.landmark)];
    ObservationReport report;
    report.kind = known.kind == field::LandmarkKind::CornerFlag ? ObservationKind::CornerFlag
                                                                : ObservationKind::GoalPost;
    report.index = seen.landmark;
    report.pointCount = 1;
    report.measured[0] = seen.point.percept;
    report.known_S[0] = known.p_S;
    return report;
}

template <typename Seen>
ObservationReport measuredLine(const Seen& seen) {
    ObservationReport report;
    report.kind = ObservationKind::Line;
    report.index = seen.index;
    report.pointCount = 2;
    report.measured = {seen.ends[0].percept, seen.ends[1].percept};
    return report;
}

} // namespace

void reportUnplaced(const SightPoints& sight, const field::FieldModel& field,
                    PoseDiagnostics& diagnostics) {
    for (const auto& seen : sight.landmarks()) {
        diagnostics.observations.push_back(measuredLandmark(seen, field));
    }
    for (const auto& seen : sight.lines()) {
        diagnostics.observations.push_back(measuredLine(seen));
    }
}

void reportSight(const SightPoints& sight, const CameraBelief& belief, const SightFit& fit,
                 const field::FieldModel& field, PoseDiagnostics& diagnostics) {
    for (std::size_t i = 0; i < sight.landmarks().size(); ++i) {
        ObservationReport report = measuredLandmark(sight.landmarks()[i], field);
        report.verdict = fit.landmarks[i].verdict;
        report.predicted[0] = perceptOf(polarOf(belief.see(report.known_S[0])));
        report.hasPrediction = true;
        report.squaredSigmas = fit.landmarks[i].squaredSigmas;
        report.dimension = 3;
        report.gate = gateFor(3);
        sum(report, diagnostics);
    }
    for (std::size_t i = 0; i < sight.lines().size(); ++i) {
        const LineMatch& match = fit.lines[i];
        ObservationReport report = measuredLine(sight.lines()[i]);
        report.verdict = match.verdict;
        report.fieldLine = match.fieldLine;
        report.isCut = match.isCut;
        report.known_S = knownEnds(match, field);
        report.hasPrediction = match.fieldLine >= 0;
        for (std::size_t end = 0; end < 2; ++end) {
            report.predicted[end] = report.hasPrediction
                                        ? perceptOf(polarOf(belief.see(report.known_S[end])))
                                        : protocol::Polar{};
        }
        report.squaredSigmas = match.squaredSigmas;
        report.dimension = match.dimension;
        report.gate = gateFor(match.dimension);
        sum(report, diagnostics);
    }
}

} // namespace sideline::localization
