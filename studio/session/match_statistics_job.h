#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <QObject>
#include <QTimer>

#include "logs/analysis/log_counter.h"
#include "logs/match/match_log.h"
#include "studio/session/background_task.h"
#include "widgets/analysis/match_numbers.h"

namespace sideline::studio {

/// Counts in the background what happens in a match, and in a part of it. There are numbers after
/// a fraction of a second, which grow until the log ends; those of a log that grows go on growing.
/// GUI thread only.
class MatchStatisticsJob : public QObject {
    Q_OBJECT
public:
    /// A part of the match, in record time.
    struct Span {
        double fromS = 0.0;
        double toS = 0.0;
        [[nodiscard]] bool operator==(const Span&) const = default;
    };
    enum class State : std::uint8_t {
        Idle,    ///< no log, or nobody looks
        Waiting, ///< for the log to be read
        Counting,
        Stopped, ///< by the user
        Done,    ///< as far as the log goes
        Failed,
    };

    explicit MatchStatisticsJob(QObject* parent = nullptr);
    ~MatchStatisticsJob() override;

    /// Counts this log from now on; null for none.
    /// @return false if it is the same as before, which changes nothing
    bool setLog(std::shared_ptr<const logs::MatchLog> log);
    /// Whether somebody looks: else nothing is counted, and what was stays.
    void setActive(bool isActive);
    /// Counts this part as well; nothing: only the whole.
    void setSpan(std::optional<Span> span);
    /// The log has grown, or is read further.
    void follow();
    /// Stops where it is; `resume` goes on.
    void stop();
    void resume();

    /// Null before there are some.
    [[nodiscard]] const widgets::MatchNumbersPtr& whole() const { return m_whole.numbers; }
    /// Of the part; null before there are some, and without one.
    [[nodiscard]] const widgets::MatchNumbersPtr& part() const { return m_part.numbers; }
    [[nodiscard]] State state() const { return m_state; }
    /// Of what is being counted.
    [[nodiscard]] int percent() const { return m_percent; }

Q_SIGNALS:
    void numbersChanged();
    void stateChanged();
    void failed(const QString& text);

private:
    struct Count {
        std::shared_ptr<logs::LogCounter> counter; ///< null before it begins, and at work
        logs::FrameNumber first = 0;
        logs::FrameNumber next = 0;
        widgets::MatchNumbersPtr numbers;
    };
    struct Counted;

    void goOn();
    bool count(Count& count, const logs::LogParts& parts, logs::FrameNumber first,
               logs::FrameNumber end);
    void take(Count& count, const base::Expected<Counted>& counted);
    void setState(State state, int percent = 0);

    std::shared_ptr<const logs::MatchLog> m_log;
    std::optional<Span> m_span;
    int m_spans = 0; ///< that were set so far
    Count m_whole;
    Count m_part;
    bool m_isActive = false;
    State m_state = State::Idle;
    int m_percent = 0;
    QTimer m_growth; ///< until a log that has grown is counted further
    BackgroundTask m_task;
};

} // namespace sideline::studio
