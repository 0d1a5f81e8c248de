#include "agentcore/localization/vision_report.h"

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

void reportUnplaced(const VisionPoints& vision, const field::FieldModel& field,
                    PoseDiagnostics& diagnostics) {
    for (const auto& seen : vision.landmarks()) {
        diagnostics.observations.push_back(measuredLandmark(seen, field));
    }
    for (const auto& seen : vision.lines()) {
        diagnostics.observations.push_back(measuredLine(seen));
    }
}

void reportVision(const VisionPoints& vision, const CameraBelief& belief, const VisionFit& fit,
                  const field::FieldModel& field, PoseDiagnostics& diagnostics) {
    for (std::size_t i = 0; i < vision.landmarks().size(); ++i) {
        ObservationReport report = measuredLandmark(vision.landmarks()[i], field);
        report.verdict = fit.landmarks[i].verdict;
        report.predicted[0] = perceptOf(polarOf(belief.see(report.known_S[0])));
        report.hasPrediction = true;
        report.squaredSigmas = fit.landmarks[i].squaredSigmas;
        report.dimension = 3;
        report.gate = gateFor(3);
        sum(report, diagnostics);
    }
    for (std::size_t i = 0; i < vision.lines().size(); ++i) {
        const LineMatch& match = fit.lines[i];
        ObservationReport report = measuredLine(vision.lines()[i]);
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
