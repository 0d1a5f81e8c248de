#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "evaluation/agent_stream.h"
#include "evaluation/truth.h"

namespace sideline::evaluation {

/// The reports of one robot in a match log, frame by frame.
struct LogTrack {
    struct Frame {
        double gameTimeS = -1.0;
        /// Not set unless the frame updates the robot's camera.
        std::optional<TruthInstant> instant;
        std::vector<double>
            jointsRad; ///< set together with `instant`; empty without a description of the robot
    };
    std::vector<Frame> frames;
    bool hasRobot = false;
};

/// Relates the cycles of a stream to the frames of a match log, accurate to the cycle.
///
/// While the game clock runs, cycles and frames with equal times correspond; while it is stopped,
/// both are counted from there, provided that the log has a frame in every cycle, or in every
/// second one. If it never runs, arrival times determine the place to within a few cycles; without
/// arrivals, cycles and frames with equal numbers correspond. Clocks of streams and logs may differ
/// by a few cycles, so the measurements of the cycle decide: the truth that the server reported
/// with the percepts, otherwise the joint angles, otherwise the belief.
class LogAlignment {
public:
    /// @param reported the stream's own truth, empty if it has none
    LogAlignment(const AgentStream& stream, const LogTrack& log, const TruthTrack& reported,
                 const LogHints& hints);

    /// Whether game times or arrivals relate the stream and the log.
    [[nodiscard]] bool isPlaced() const { return m_isPlaced; }
    /// Mean deviation of the log from the stream's own truth, m, with 0.1 rad of heading counted
    /// as 5 cm; nullopt if there is too little truth.
    [[nodiscard]] std::optional<double> misfitM() const { return m_misfitM; }
    /// Returns the frame of a cycle; nullopt if there is none.
    [[nodiscard]] std::optional<std::size_t> frameOf(std::size_t cycle) const {
        return frameOf(cycle, m_shiftCycles);
    }

private:
    void placeByClock(const AgentStream& stream, const LogTrack& log);
    void placeByArrival(const std::vector<double>& arrivals);
    void fill(const std::vector<double>& arrivals);
    void keepNear(const std::vector<double>& arrivals, double farthestS);
    [[nodiscard]] std::optional<std::size_t> frameOf(std::size_t cycle,
                                                     std::ptrdiff_t shiftCycles) const;
    template <typename Deviation>
    std::optional<double> shiftBy(std::ptrdiff_t most, double ratio, double margin,
                                  const Deviation& deviation);

    std::vector<std::ptrdiff_t> m_steps; ///< server steps from the first cycle to each cycle
    /// Per cycle: its place in the log, in cycles since frame 0.
    std::vector<std::optional<std::ptrdiff_t>> m_places;
    std::size_t m_frameCount = 0;
    std::ptrdiff_t m_frameCycles = 1; ///< cycles from frame to frame
    bool m_isRegular = false;         ///< whether nearly all frames follow at this interval
    bool m_isPlaced = false;
    std::ptrdiff_t m_shiftCycles = 0;
    std::optional<double> m_misfitM;
};

} // namespace sideline::evaluation
