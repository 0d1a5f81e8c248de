#include "agentcore/localization/diagnostics.h"

namespace sideline::localization {

void PoseDiagnostics::clear() {
    stage = PoseStage::Searching;
    observations.clear();
    squaredSigmas = 0.0;
    dimension = 0;
    candidates_ST.clear();
    note = "";
}

const char* nameOf(ObservationKind kind) {
    switch (kind) {
    case ObservationKind::CornerFlag:
        return "corner flag";
    case ObservationKind::GoalPost:
        return "goal post";
    case ObservationKind::Line:
        return "line";
    case ObservationKind::Foot:
        return "foot";
    }
    return "";
}

const char* nameOf(Verdict verdict) {
    switch (verdict) {
    case Verdict::Used:
        return "used";
    case Verdict::Refused:
        return "refused";
    case Verdict::Unmatched:
        return "unmatched";
    case Verdict::Unused:
        return "not used";
    }
    return "";
}

const char* nameOf(PoseStage stage) {
    switch (stage) {
    case PoseStage::Searching:
        return "searching";
    case PoseStage::Tracking:
        return "tracking";
    case PoseStage::Blind:
        return "blind";
    case PoseStage::Doubtful:
        return "doubtful";
    }
    return "";
}

} // namespace sideline::localization
