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

/// Decisions of all players of a match over the time of its log: read from a session in the
/// background, player by player, or taken from a live match as it runs. GUI thread only.
class DecisionHistory : public QObject {
    Q_OBJECT
public:
    explicit DecisionHistory(QObject* parent = nullptr);

    /// Reads a session and cancels the previous read; no effect if this session has already been
    /// read.
    /// @param log match log of the session
    /// @param isStream the match is built from the frames of an agent, see `logs::streamTrack`
    void read(const std::filesystem::path& session, const std::shared_ptr<logs::MatchLog>& log,
              bool isStream);
    /// Shows the agents of a live match that report to this program.
    /// @param recordTimeOf converts a time of the steady clock to record time; empty while the
    ///     conversion is not possible
    using RecordTimeOf = std::function<std::optional<double>(std::chrono::nanoseconds)>;
    void follow(RecordTimeOf recordTimeOf);
    /// Adds new decisions of the live match. Must also be called while the match is not shown, so
    /// that decisions do not pile up.
    void update(DecisionTap& tap);
    /// Clears the decisions of the live match when a new match begins.
    void forgetLive();
    /// Clears the rows. @param why reason, for display
    void clear(const QString& why);

    /// Never null.
    [[nodiscard]] const widgets::DecisionRowsPtr& rows() const { return m_rows; }
    /// Why there are no rows, for display.
    [[nodiscard]] const QString& why() const { return m_why; }
    /// Number of players that are still to be read.
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
    std::filesystem::path m_session; ///< session that is shown or being read
    std::weak_ptr<logs::MatchLog> m_log;
    int m_unread = 0;
    bool m_isLive = false;
    RecordTimeOf m_recordTimeOf;
    std::map<game::PlayerId, LiveRow> m_live;
    /// Rows of the live match, up to the newest span whose time in the log is available.
    std::map<game::PlayerId, widgets::DecisionRow> m_liveRows;
    widgets::DecisionRowsPtr m_rows;
    QString m_why;
};

} // namespace sideline::studio
