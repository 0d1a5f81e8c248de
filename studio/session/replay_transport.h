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

/// Controls the time of a replay: plays, seeks and steps through the frames of a log, and follows
/// the end of a growing one. Has no effect without a log. GUI thread only.
class ReplayTransport : public QObject {
    Q_OBJECT
public:
    explicit ReplayTransport(QObject* parent = nullptr);

    /// Opens a log at its beginning.
    void open(std::shared_ptr<const logs::MatchLog> log);
    /// Opens a growing log and follows it; emits nothing before `takeGrowth`.
    void openGrowing(std::shared_ptr<const logs::MatchLog> log);
    /// Closes the log; emits nothing.
    void close();
    /// Processes additions to a growing log; after the first call this happens automatically.
    void takeGrowth();
    /// Updates the duration after more of the log was indexed.
    void refreshDuration();

    [[nodiscard]] bool isGrowing() const { return m_isGrowing; }
    /// Whether the clock stays at the end of a growing log.
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    [[nodiscard]] const logs::ReplayClock& clock() const { return m_clock; }
    /// Returns the frame at the clock.
    [[nodiscard]] logs::FrameNumber frame() const;
    /// Number of seeks so far, for `logs::FrameRequest`.
    [[nodiscard]] std::uint32_t seeks() const { return m_seeks; }

    // See `MatchPlayer`.
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
    /// Pauses at the current time, because frames cannot be read.
    void stopPlaying();

Q_SIGNALS:
    void frameRequested(); ///< the clock has moved to another frame, or between two frames
    void playbackChanged();
    void followingChanged(bool isFollowing);
    /// Emitted when a growing log has new frames or better estimates. Emitted at a limited rate,
    /// because receivers may redraw the whole log.
    void grew();
    void ended(); ///< the log stopped growing; emitted before any reaction to that

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
    std::shared_ptr<const logs::LogIndex> m_knownIndex; ///< index of a growing log at the last tick
    std::shared_ptr<const logs::LogAnalysis> m_knownAnalysis; ///< analysis at the last tick
    bool m_hasGrown = false;                                  ///< growth not yet reported by `grew`
    QElapsedTimer m_sinceReport;
};

} // namespace sideline::studio
