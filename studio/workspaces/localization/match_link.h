#pragma once

#include <cstddef>
#include <optional>

#include <QObject>
#include <QString>

#include "studio/session/shown_match.h"
#include "studio/workspaces/localization/shown_stream.h"
#include "studio/workspaces/workspace.h"
#include "viewer3d/view/match_view.h"
#include "widgets/common/message_bar.h"
#include "widgets/common/message_topic.h"
#include "widgets/localization/localize_curves.h"
#include "widgets/match/time_ruler.h"

namespace sideline::studio {

/// Connects a stream with the shown match: keeps the intervals of the curves and the ruler the
/// same, and selects the stream's robot. GUI thread only.
class MatchLink : public QObject {
    Q_OBJECT
public:
    /// These objects must outlive the link.
    struct Parts {
        ShownMatch& match;
        viewer3d::MatchView& view;
        widgets::TimeRuler& ruler;
        widgets::LocalizeCurves& curves;
        const ShownStream& shown;
        widgets::MessageBar& messages;
    };
    explicit MatchLink(const Parts& parts);

    /// Returns the request for the match that was made from the stream.
    [[nodiscard]] OpenRequest requestFor(const QString& matchFile) const;
    /// Reports damage to the stream and selects its robot, now that the match is shown.
    void showMatch();
    void withdraw() { m_damage.withdraw(); }
    /// Seeks to this cycle as soon as the match contains it.
    void returnTo(std::size_t cycle) {
        m_returnTo = cycle;
        m_awaitsMatch = true;
    }
    void forgetPlace() { m_returnTo.reset(); }

private:
    void lookAtRobot();
    void seekPlace();

    Parts m_parts;
    widgets::MessageTopic m_damage;        ///< damage to the shown stream
    std::optional<std::size_t> m_returnTo; ///< shown cycle before the stream was read again
    bool m_awaitsMatch = false;
};

} // namespace sideline::studio
