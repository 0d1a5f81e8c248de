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

/// Computes the statistics of a match, and of a part of it, in the background. First results are
/// available after a fraction of a second and are extended until the log ends, even while the log
/// grows. GUI thread only.
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
        Idle,    ///< no log, or not active
        Waiting, ///< the log is not completely indexed yet
        Counting,
        Stopped, ///< stopped by the user
        Done,    ///< counted up to the present end of the log
        Failed,
    };

    explicit MatchStatisticsJob(QObject* parent = nullptr);
    ~MatchStatisticsJob() override;

    /// Sets the log to compute statistics of; null for none.
    /// @return false if this is already the current log; then nothing changes
    bool setLog(std::shared_ptr<const logs::MatchLog> log);
    /// Starts or stops counting; results are kept while inactive.
    void setActive(bool isActive);
    /// Computes the statistics of this part as well; if not set, those of the whole match only.
    void setSpan(std::optional<Span> span);
    /// Continues after the log has grown, or more of it was indexed.
    void follow();
    /// Stops counting; `resume` continues it.
    void stop();
    void resume();

    /// Null before the first result.
    [[nodiscard]] const widgets::MatchNumbersPtr& whole() const { return m_whole.numbers; }
    /// Statistics of the part; null before the first result, and without a part.
    [[nodiscard]] const widgets::MatchNumbersPtr& part() const { return m_part.numbers; }
    [[nodiscard]] State state() const { return m_state; }
    /// Progress of the current count, 0 to 100.
    [[nodiscard]] int percent() const { return m_percent; }

Q_SIGNALS:
    void numbersChanged();
    void stateChanged();
    void failed(const QString& text);

private:
    struct Count {
        /// Null before the count begins, and while it runs.
        std::shared_ptr<logs::LogCounter> counter;
        logs::FrameNumber first = 0;
        logs::FrameNumber next = 0;
        widgets::MatchNumbersPtr numbers;
    };
    struct Counted;

    void startNext();
    bool count(Count& count, const logs::LogParts& parts, logs::FrameNumber first,
               logs::FrameNumber end);
    void take(Count& count, const base::Expected<Counted>& counted);
    void setState(State state, int percent = 0);

    std::shared_ptr<const logs::MatchLog> m_log;
    std::optional<Span> m_span;
    int m_spans = 0; ///< number of parts set so far
    Count m_whole;
    Count m_part;
    bool m_isActive = false;
    State m_state = State::Idle;
    int m_percent = 0;
    QTimer m_growth; ///< delays further counting after a log has grown
    BackgroundTask m_task;
};

} // namespace sideline::studio
