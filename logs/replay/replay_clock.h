#pragma once

#include <optional>

namespace sideline::logs {

/// A loop between two instants, record time in seconds; `beginS` before `endS`.
struct LoopRange {
    double beginS = 0.0;
    double endS = 0.0;
};

/// Time of a replay: runs forward or backward through the record time of a log.
///
/// A value without threads or timers: the owner passes in the elapsed real time.
class ReplayClock {
public:
    static constexpr double kMaxSpeed = 16.0;

    /// Sets the range of record time, 0 to `durationS`.
    void setDurationS(double durationS);
    [[nodiscard]] double durationS() const { return m_durationS; }

    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Seeks; clamped to the log. After a seek out of the loop, looping resumes when the clock next
    /// crosses its boundary.
    void setTimeS(double timeS);

    /// Speed relative to real time; negative runs backward. Clamped to +-16; 0 pauses.
    void setSpeed(double speed);
    [[nodiscard]] double speed() const { return m_speed; }
    void setPlaying(bool playing);
    [[nodiscard]] bool isPlaying() const { return m_playing; }

    /// Sets a loop, or clears it. A range shorter than 1 ms clears it.
    void setLoop(std::optional<LoopRange> loop);
    [[nodiscard]] const std::optional<LoopRange>& loop() const { return m_loop; }

    /// Advances by `elapsedS` seconds of real time. Stops at the ends of the log unless a loop is
    /// set.
    /// @return true if the time changed
    bool advance(double elapsedS);

private:
    [[nodiscard]] double wrapped(double timeS) const;

    double m_durationS = 0.0;
    double m_timeS = 0.0;
    double m_speed = 1.0;
    bool m_playing = false;
    std::optional<LoopRange> m_loop;
};

} // namespace sideline::logs
