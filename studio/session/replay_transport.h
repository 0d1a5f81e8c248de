#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "logs/match/match_log.h"
#include "logs/replay/replay_clock.h"
#include "studio/session/replay_stops.h"

namespace sideline::studio {

/// The time of a replay: plays, seeks and steps through the frames of a log, and follows the end of
/// one that grows. Without a log nothing happens. GUI thread only.
class ReplayTransport : public QObject {
    Q_OBJECT
public:
    explicit ReplayTransport(QObject* parent = nullptr);

    /// Stands at the beginning of a log.
    void open(std::shared_ptr<const logs::MatchLog> log);
    /// Follows a log that grows; nothing is reported before `takeGrowth`.
    void openGrowing(std::shared_ptr<const logs::MatchLog> log);
    /// Reports nothing.
    void close();
    /// Looks at what has been added to a log that grows; done by itself from then on.
    void takeGrowth();
    /// More is known of the log.
    void refreshDuration();

    /// Whether the log grows.
    [[nodiscard]] bool isGrowing() const { return m_isGrowing; }
    /// Whether the clock stays at the end of a growing log.
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    [[nodiscard]] const logs::ReplayClock& clock() const { return m_clock; }
    /// Frame that the clock stands on.
    [[nodiscard]] logs::FrameNumber frame() const;
    /// How often it was sought, as `logs::FrameRequest` has it.
    [[nodiscard]] std::uint32_t seeks() const { return m_seeks; }

    // As `MatchPlayer` has them.
    void setFollowing(bool isFollowing);
    void setPlaying(bool playing);
    void play(bool isForward);
    void setSpeed(double speed);
    void seekTime(double recordTimeS);
    void seekFrame(logs::FrameNumber frame);
    void step(int frames);
    void jump(double seconds) { seekTime(m_clock.timeS() + seconds); }
    bool jumpToEvent(bool forward, std::uint32_t kinds, double leadS);
    void goToEvent(const logs::Event& event, std::uint32_t kinds, double leadS);
    void setLoop(std::optional<logs::LoopRange> loop);
    void setPauseFrames(std::vector<logs::FrameNumber> frames) {
        m_stops.setPauseFrames(std::move(frames));
    }
    /// Stands still where it is, if it plays: frames cannot be had.
    void halt();

Q_SIGNALS:
    void frameWanted(); ///< the clock is on another frame, or elsewhere between two
    void playbackChanged();
    void followingChanged(bool isFollowing);
    /// A log that grows has more, or is known better. Reported less often than it happens: whoever
    /// listens may draw all of it.
    void grew();
    void ended(); ///< the log does not grow any more; reported before all that follows from it

private:
    void tick();
    void standOn(logs::FrameNumber frame);
    void noteSeek();
    void jumpTo(const logs::EventStop& stop);
    void leaveHead();
    void takeLength(const std::shared_ptr<const logs::LogIndex>& index);
    void takeEnd();

    std::shared_ptr<const logs::MatchLog> m_log;
    logs::ReplayClock m_clock;
    ReplayStops m_stops;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
    std::uint32_t m_seeks = 0;
    bool m_isGrowing = false;
    bool m_isFollowing = false;
    std::shared_ptr<const logs::LogIndex> m_knownIndex; ///< of a growing log, at the last tick
    std::shared_ptr<const logs::LogAnalysis> m_knownAnalysis; ///< the same
    bool m_hasGrown = false;                                  ///< since `grew` was reported
    QElapsedTimer m_sinceReport;
};

} // namespace sideline::studio
