#include "evaluation/log_alignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/world/body_tracker.h"
#include "agentcore/world/step_clock.h"
#include "evaluation/pose_run.h"
#include "evaluation/session_stream.h"

namespace sideline::evaluation {

namespace {

using game::kStepS;

constexpr std::ptrdiff_t kMaxGapSteps = 49; // `StepClock` counts at most 50
constexpr double kArrivalOffS = 0.2;        // a larger gap means that frames are missing
constexpr double kClockOffS = 5.0;          // maximum delay of a log placed by its game clock

// Returns the number of cycles from frame to frame while the game clock runs; 0 if it never does,
// -1 if the interval varies.
std::ptrdiff_t frameCyclesOf(const LogTrack& log) {
    std::array<std::size_t, 51> counts{}; // by interval in cycles, up to a second
    std::size_t steps = 0;
    for (std::size_t i = 1; i < log.frames.size(); ++i) {
        const double cycles = (log.frames[i].gameTimeS - log.frames[i - 1].gameTimeS) / kStepS;
        const double whole = std::round(cycles);
        if (cycles <= 0.0) {
            continue;
        }
        ++steps;
        if (std::abs(cycles - whole) < 0.4 && whole < static_cast<double>(counts.size())) {
            ++counts[static_cast<std::size_t>(whole)];
        }
    }
    const auto most = std::max_element(counts.begin() + 1, counts.end());
    return steps == 0 ? 0 : *most * 10 > steps * 9 ? most - counts.begin() : -1;
}

// Returns the joint angles that each cycle reports; empty for one that reports none.
std::vector<std::vector<double>> jointsOf(const AgentStream& stream) {
    std::vector<std::vector<double>> joints(stream.cycles().size());
    world::BodyTracker tracker(stream.model());
    world::StepClock clock;
    world::BodyBelief body;
    protocol::Percepts percepts;
    for (std::size_t cycle = 0; cycle < joints.size(); ++cycle) {
        if (protocol::parsePercepts(stream.cycles()[cycle].percepts, percepts) &&
            !percepts.joints.empty()) {
            tracker.update(percepts, clock.advance(percepts.serverTimeS), body);
            joints[cycle].assign(tracker.anglesRad().begin(), tracker.anglesRad().end());
        }
    }
    return joints;
}

// Returns the camera pose in each cycle according to the beliefs of a run.
std::vector<std::optional<TruthInstant>> camerasOf(const AgentStream& stream, const PoseRun& run) {
    std::vector<std::optional<TruthInstant>> cameras(run.estimates().size());
    for (std::size_t cycle = 0; cycle < cameras.size(); ++cycle) {
        if (run.estimates()[cycle].isValid) {
            const math::Pose X_SC = cameraPose(stream, cycle, run.estimates()[cycle]);
            cameras[cycle].emplace();
            cameras[cycle]->p_SCamera = X_SC.p;
            cameras[cycle]->headingRad = math::forwardHeadingRad(X_SC.R);
        }
    }
    return cameras;
}

// Returns a function that computes the deviation of a camera from that in the log, m, with 0.1 rad
// of heading counted as 5 cm.
auto deviationOf(std::span<const std::optional<TruthInstant>> cameras, const LogTrack& log,
                 double mostM) {
    return [cameras, &log, mostM](std::size_t cycle, std::size_t frame) -> std::optional<double> {
        constexpr double kMPerRad = 0.5;
        const auto& there = log.frames[frame].instant;
        if (cycle >= cameras.size() || !cameras[cycle] || !there) {
            return std::nullopt;
        }
        const double turnRad = math::wrapRad(cameras[cycle]->headingRad - there->headingRad);
        return std::min((cameras[cycle]->p_SCamera - there->p_SCamera).norm() +
                            kMPerRad * std::abs(turnRad),
                        mostM);
    };
}

// Returns the mean difference of joint angles in a cycle and a frame, rad.
std::optional<double> meanDifferenceRad(const std::vector<double>& own,
                                        const std::vector<double>& logged) {
    constexpr double kMaxRad = 0.2;
    if (own.empty() || own.size() != logged.size()) {
        return std::nullopt;
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        sum += std::min(std::abs(math::wrapRad(own[i] - logged[i])), kMaxRad);
    }
    return sum / static_cast<double>(own.size());
}

} // namespace

LogAlignment::LogAlignment(const AgentStream& stream, const LogTrack& log,
                           const TruthTrack& reported, const LogHints& hints)
    : m_frameCount(log.frames.size()) {
    constexpr std::ptrdiff_t kClockIsOffBy = 3;
    constexpr std::ptrdiff_t kArrivalIsOffBy = 4;
    constexpr double kMaxM = 1.0;
    constexpr double kMaxBelievedM = 0.2; // a belief may remain wrong for a long time
    constexpr double kClearlyBetter = 0.95;
    constexpr double kClearlyBetterRad = 1e-5; // larger than the rounding noise of a mean
    world::StepClock clock;
    for (const StreamCycle& cycle : stream.cycles()) {
        const auto steps = std::lround(clock.advance(cycle.serverTimeS) / kStepS);
        m_steps.push_back(m_steps.empty() ? 0 : m_steps.back() + steps);
    }
    m_places.resize(m_steps.size());
    const std::ptrdiff_t frameCycles = frameCyclesOf(log);
    m_isRegular = frameCycles > 0;
    m_frameCycles = std::max<std::ptrdiff_t>(frameCycles, 1);
    placeByClock(stream, log);
    const bool hasArrivals =
        std::ranges::any_of(hints.arrivals, [](double arrival) { return arrival >= 0.0; });
    if (hasArrivals) {
        keepNear(hints.arrivals, kClockOffS);
    }
    std::ptrdiff_t most = kClockIsOffBy;
    if (std::ranges::any_of(m_places, [](const auto& place) { return place.has_value(); })) {
        m_isPlaced = true;
        if (m_isRegular) {
            fill(hasArrivals ? hints.arrivals : std::vector<double>());
        }
    } else if (hasArrivals) {
        m_frameCycles = m_isRegular ? m_frameCycles : std::lround(kSessionFrameS / kStepS);
        placeByArrival(hints.arrivals);
        most = kArrivalIsOffBy;
    } else {
        std::iota(m_places.begin(), m_places.end(), std::ptrdiff_t{0});
        most = static_cast<std::ptrdiff_t>(std::max(m_places.size(), m_frameCount));
    }
    m_misfitM = shiftBy(most, 1.0, 0.0, deviationOf(reported.instants, log, kMaxM));
    if (m_misfitM || !m_isPlaced) {
        return;
    }
    const auto joints = jointsOf(stream);
    const bool isMeasured =
        shiftBy(most, 1.0, kClearlyBetterRad, [&](std::size_t cycle, std::size_t frame) {
            return meanDifferenceRad(joints[cycle], log.frames[frame].jointsRad);
        }).has_value();
    if (!isMeasured && hints.belief != nullptr) {
        const auto cameras = camerasOf(stream, *hints.belief);
        shiftBy(most, kClearlyBetter, 0.0, deviationOf(cameras, log, kMaxBelievedM));
    }
}

void LogAlignment::placeByClock(const AgentStream& stream, const LogTrack& log) {
    std::size_t frame = 0;
    const auto& cycles = stream.cycles();
    for (std::size_t cycle = 1; cycle < cycles.size(); ++cycle) {
        const auto& now = cycles[cycle].gameTimeS;
        const auto& before = cycles[cycle - 1].gameTimeS;
        if (!now || !before || *now <= *before) {
            continue;
        }
        while (frame < m_frameCount && log.frames[frame].gameTimeS < *now - 0.4 * kStepS) {
            ++frame; // the clock is monotonic
        }
        if (frame < m_frameCount && std::abs(log.frames[frame].gameTimeS - *now) < 0.4 * kStepS) {
            m_places[cycle] = static_cast<std::ptrdiff_t>(frame) * m_frameCycles;
        }
    }
}

void LogAlignment::placeByArrival(const std::vector<double>& arrivals) {
    std::vector<double> offsets; // offset of each cycle's place from its number of steps
    for (std::size_t cycle = 0; cycle < std::min(arrivals.size(), m_steps.size()); ++cycle) {
        if (arrivals[cycle] >= 0.0) {
            offsets.push_back(arrivals[cycle] * static_cast<double>(m_frameCycles) -
                              static_cast<double>(m_steps[cycle]));
        }
    }
    if (offsets.empty()) {
        return;
    }
    const auto middle = offsets.begin() + static_cast<std::ptrdiff_t>(offsets.size() / 2);
    std::ranges::nth_element(offsets, middle);
    for (std::size_t cycle = 0; cycle < m_steps.size(); ++cycle) {
        m_places[cycle] = m_steps[cycle] + std::lround(*middle);
    }
    m_isPlaced = true;
    keepNear(arrivals, kArrivalOffS);
}

// Places further cycles by counting steps from their neighbors, except across long gaps.
void LogAlignment::fill(const std::vector<double>& arrivals) {
    const auto known = m_places;
    for (std::size_t cycle = 1; cycle < m_places.size(); ++cycle) {
        const std::ptrdiff_t steps = m_steps[cycle] - m_steps[cycle - 1];
        if (!m_places[cycle] && m_places[cycle - 1] && steps <= kMaxGapSteps) {
            m_places[cycle] = *m_places[cycle - 1] + steps;
        }
    }
    for (std::size_t cycle = m_places.size(); cycle-- > 1;) {
        const std::ptrdiff_t steps = m_steps[cycle] - m_steps[cycle - 1];
        if (!m_places[cycle - 1] && m_places[cycle] && steps <= kMaxGapSteps) {
            m_places[cycle - 1] = *m_places[cycle] - steps;
        }
    }
    if (arrivals.empty()) {
        return;
    }
    keepNear(arrivals, kArrivalOffS);
    for (std::size_t cycle = 0; cycle < m_places.size(); ++cycle) {
        m_places[cycle] = known[cycle] ? known[cycle] : m_places[cycle];
    }
}

// Removes places that are far from those derived from the arrival times.
void LogAlignment::keepNear(const std::vector<double>& arrivals, double farthestS) {
    for (std::size_t cycle = 0; cycle < m_places.size(); ++cycle) {
        const double arrival = cycle < arrivals.size() ? arrivals[cycle] : -1.0;
        const double cycles = arrival * static_cast<double>(m_frameCycles);
        if (m_places[cycle] &&
            (arrival < 0.0 ||
             std::abs(static_cast<double>(*m_places[cycle]) - cycles) * kStepS > farthestS)) {
            m_places[cycle].reset();
        }
    }
}

std::optional<std::size_t> LogAlignment::frameOf(std::size_t cycle,
                                                 std::ptrdiff_t shiftCycles) const {
    if (!m_places[cycle]) {
        return std::nullopt;
    }
    const std::ptrdiff_t place = *m_places[cycle] + shiftCycles;
    const std::ptrdiff_t frame = place / m_frameCycles;
    const bool isThere = place >= 0 && place % m_frameCycles == 0 &&
                         frame < static_cast<std::ptrdiff_t>(m_frameCount);
    return isThere ? std::optional(static_cast<std::size_t>(frame)) : std::nullopt;
}

// Selects the shift with the smallest mean deviation, preferring small shifts: the deviation of a
// larger one must be below this fraction of the best one, less the margin. Returns the deviation;
// nullopt without enough data.
template <typename Deviation>
std::optional<double> LogAlignment::shiftBy(std::ptrdiff_t most, double ratio, double margin,
                                            const Deviation& deviation) {
    constexpr std::size_t kEnough = 10;
    std::optional<double> best;
    for (std::ptrdiff_t size = 0; size <= most; ++size) {
        for (const std::ptrdiff_t shift : {size, -size}) {
            double sum = 0.0;
            std::size_t count = 0;
            for (std::size_t cycle = 0; cycle < m_places.size(); ++cycle) {
                const auto frame = frameOf(cycle, shift);
                if (const auto off = frame ? deviation(cycle, *frame) : std::nullopt) {
                    sum += *off;
                    ++count;
                }
            }
            const double mean = sum / static_cast<double>(count);
            if (count >= kEnough && (!best || mean < ratio * *best - margin)) {
                best = mean;
                m_shiftCycles = shift;
            }
        }
    }
    return best;
}

} // namespace sideline::evaluation
