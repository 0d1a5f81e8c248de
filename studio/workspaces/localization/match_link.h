#pragma once

#include <QObject>

#include "studio/session/shown_match.h"
#include "studio/workspaces/localization/shown_stream.h"
#include "viewer3d/view/match_view.h"
#include "widgets/localization/localize_curves.h"
#include "widgets/match/time_ruler.h"

namespace sideline::studio {

/// Connects a stream with the match on the screen: the same interval in curves and ruler, and the
/// same robot. GUI thread only.
class MatchLink : public QObject {
    Q_OBJECT
public:
    /// All must outlive the link.
    struct Parts {
        ShownMatch& match;
        viewer3d::MatchView& view;
        widgets::TimeRuler& ruler;
        widgets::LocalizeCurves& curves;
        const ShownStream& shown;
    };
    explicit MatchLink(const Parts& parts);

    /// Selects the robot of the stream in its match, from the stream's first vision frame on.
    void lookAtRobot();

private:
    Parts m_parts;
};

} // namespace sideline::studio
