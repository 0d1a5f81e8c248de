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
/// A value without threads or timers: whoever owns it reports how much real time went by.
class ReplayClock {
public:
    static constexpr double kMaxSpeed = 16.0;

    /// The record time that can be reached, from 0 to `durationS`.
    void setDurationS(double durationS);
    [[nodiscard]] double durationS() const { return m_durationS; }

    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Jumps; clamped to the log. A jump out of the loop is allowed, and the loop catches it again
    /// when the clock next runs over its border.
    void setTimeS(double timeS);

    /// Times real time; negative runs backward. Clamped to +-16; 0 stands still.
    void setSpeed(double speed);
    [[nodiscard]] double speed() const { return m_speed; }
    void setPlaying(bool playing);
    [[nodiscard]] bool isPlaying() const { return m_playing; }

    /// Loops while it plays; nothing ends the loop. A range shorter than 1 ms is taken as none.
    void setLoop(std::optional<LoopRange> loop);
    [[nodiscard]] const std::optional<LoopRange>& loop() const { return m_loop; }

    /// Lets `elapsedS` seconds of real time pass. Stops at the ends of the log, unless it loops.
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
