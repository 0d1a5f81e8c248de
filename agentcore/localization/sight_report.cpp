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

} // namespace

void reportSight(const SightPoints& sight, const CameraBelief& belief, const SightFit& fit,
                 const field::FieldModel& field, PoseDiagnostics& diagnostics) {
    for (std::size_t i = 0; i < sight.landmarks().size(); ++i) {
        const auto& seen = sight.landmarks()[i];
        const field::Landmark& known = field.landmarks()[static_cast<std::size_t>(seen.landmark)];
        ObservationReport report;
        report.kind = known.kind == field::LandmarkKind::CornerFlag ? ObservationKind::CornerFlag
                                                                    : ObservationKind::GoalPost;
        report.verdict = fit.landmarks[i].verdict;
        report.index = seen.landmark;
        report.pointCount = 1;
        report.measured[0] = seen.point.percept;
        report.predicted[0] = perceptOf(polarOf(belief.see(known.p_S)));
        report.hasPrediction = true;
        report.known_S[0] = known.p_S;
        report.squaredSigmas = fit.landmarks[i].squaredSigmas;
        report.dimension = 3;
        report.gate = gateFor(3);
        sum(report, diagnostics);
    }
    for (std::size_t i = 0; i < sight.lines().size(); ++i) {
        const auto& seen = sight.lines()[i];
        const LineMatch& match = fit.lines[i];
        ObservationReport report;
        report.kind = ObservationKind::Line;
        report.verdict = match.verdict;
        report.index = seen.index;
        report.fieldLine = match.fieldLine;
        report.pointCount = 2;
        report.isCut = match.isCut;
        report.known_S = knownEnds(match, field);
        report.hasPrediction = match.fieldLine >= 0;
        for (std::size_t end = 0; end < 2; ++end) {
            report.measured[end] = seen.ends[end].percept;
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
