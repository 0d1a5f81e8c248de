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
        widgets::MessageBar& messages;
    };
    explicit MatchLink(const Parts& parts);

    /// Asks for the match that was made of the stream.
    [[nodiscard]] OpenRequest requestFor(const QString& matchFile) const;
    /// The match is on the screen: reports what is wrong with the stream, and shows its robot.
    void showMatch();
    void withdraw() { m_damage.withdraw(); }
    /// Goes to this cycle as soon as the match has it.
    void returnTo(std::size_t cycle) {
        m_returnTo = cycle;
        m_awaitsMatch = true;
    }
    void forgetPlace() { m_returnTo.reset(); }

private:
    void lookAtRobot();
    void seekPlace();

    Parts m_parts;
    widgets::MessageTopic m_damage;        ///< of the stream that is shown
    std::optional<std::size_t> m_returnTo; ///< the cycle that was shown before it was read again
    bool m_awaitsMatch = false;
};

} // namespace sideline::studio
