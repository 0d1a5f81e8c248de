#pragma once

#include <string>
#include <vector>

#include <QString>

#include "agentcore/monitor/match_frame.h"
#include "logs/match/curves.h"

namespace sideline::widgets {

/// A curve that the user has chosen. It is identified by the name of its signal, so that it finds
/// the same signal in another match, where the joint of that name may have another number.
struct ChosenCurve {
    logs::CurveId id;
    std::string signalName;

    [[nodiscard]] std::string name() const { return logs::curveName(id, signalName); }
    /// The name for display.
    [[nodiscard]] QString nameText() const;
    [[nodiscard]] QString unitText() const;
    /// `ball.x [m]`
    [[nodiscard]] QString nameWithUnit() const;
};

/// One curve against another.
struct ChosenTrack {
    ChosenCurve x;
    ChosenCurve y;

    /// `ball.y against ball.x`
    [[nodiscard]] QString nameText() const;
};

/// All plotted curves.
struct ChosenCurves {
    std::vector<ChosenCurve> curves;
    std::vector<ChosenTrack> tracks;

    [[nodiscard]] bool contains(const logs::CurveId& id) const;
    [[nodiscard]] bool isEmpty() const { return curves.empty() && tracks.empty(); }
    /// All signals needed, each of them once.
    [[nodiscard]] std::vector<logs::SignalId> signalIds() const;
    /// Finds joints and bodies by their names among those of the robots of a frame.
    /// @return whether the needed signals have changed
    bool resolve(const monitor::MatchFrame& frame);
};

} // namespace sideline::widgets
