#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>

#include "logs/match/match_log.h"
#include "logs/session/decision_spans.h"
#include "studio/session/background_task.h"
#include "studio/session/decision_tap.h"
#include "widgets/decide/decision_rows.h"

namespace sideline::studio {

/// What all players of a match did, in the time of its log: read from a session in the background,
/// player by player, or of a live match as it goes on. GUI thread only.
class DecisionHistory : public QObject {
    Q_OBJECT
public:
    explicit DecisionHistory(QObject* parent = nullptr);

    /// Reads a session. The one before is given up; the same one again changes nothing.
    /// @param log its match @param isStream the match is made of an agent's frames, see
    ///     `logs::streamTrack`
    void read(const std::filesystem::path& session, const std::shared_ptr<logs::MatchLog>& log,
              bool isStream);
    /// Shows a live match, as far as its agents report here.
    /// @param recordTimeOf record time of an instant of the steady clock; nothing if that is not
    ///     known yet
    using RecordTimeOf = std::function<std::optional<double>(std::chrono::nanoseconds)>;
    void follow(RecordTimeOf recordTimeOf);
    /// Takes what has come of the live match; also while it is not shown, so that nothing piles up.
    void update(DecisionTap& tap);
    /// Another live match begins.
    void forgetLive();
    /// Nothing is shown. @param why for display
    void clear(const QString& why);

    /// Never null.
    [[nodiscard]] const widgets::DecisionRowsPtr& rows() const { return m_rows; }
    /// Why there are none, for display.
    [[nodiscard]] const QString& why() const { return m_why; }
    /// Players that are still to be read.
    [[nodiscard]] int unread() const { return m_unread; }

Q_SIGNALS:
    void changed();

private:
    struct LiveRow {
        std::string team;
        std::vector<logs::DecisionSpan> spans;
    };
    void show(std::vector<widgets::DecisionRow> rows);
    void showLive();
    void add(widgets::DecisionRow row);

    BackgroundTask m_reading{BackgroundTask::Policy::InOrder};
    std::filesystem::path m_session; ///< that is read, or was
    std::weak_ptr<logs::MatchLog> m_log;
    int m_unread = 0;
    bool m_isLive = false;
    RecordTimeOf m_recordTimeOf;
    std::map<game::PlayerId, LiveRow> m_live;
    std::map<game::PlayerId, widgets::DecisionRow> m_liveRows; ///< in the log's time, as far known
    widgets::DecisionRowsPtr m_rows;
    QString m_why;
};

} // namespace sideline::studio
