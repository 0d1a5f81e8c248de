#include "logs/replay/clock_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sideline::logs {

namespace {

constexpr double kSameClockS = 1e-3; // the clock is a float
constexpr double kMinStopS = 1.0;

struct Step {
    double majorS;
    double minorS;
};
constexpr std::array kSteps = {
    Step{0.05, 0.01},  Step{0.1, 0.02},    Step{0.2, 0.05},     Step{0.5, 0.1},
    Step{1.0, 0.2},    Step{2.0, 0.5},     Step{5.0, 1.0},      Step{10.0, 2.0},
    Step{15.0, 5.0},   Step{30.0, 5.0},    Step{60.0, 10.0},    Step{120.0, 30.0},
    Step{300.0, 60.0}, Step{600.0, 120.0}, Step{1800.0, 300.0}, Step{3600.0, 600.0}};

Step stepFor(double minStepS) {
    const auto found = std::ranges::find_if(
        kSteps, [minStepS](const Step& step) { return step.majorS >= minStepS; });
    if (found != kSteps.end()) {
        return *found;
    }
    const double hours = std::ceil(minStepS / kSteps.back().majorS);
    return {hours * kSteps.back().majorS, hours * kSteps.back().minorS};
}

class TickMaker {
public:
    TickMaker(const LogIndex& index, double beginS, double endS, const Step& step)
        : m_index(index), m_beginS(beginS), m_endS(endS), m_step(step) {}

    std::vector<ClockTick> make() {
        const FrameNumber last = m_index.frameCount() - 1;
        const FrameNumber until = std::min(m_index.frameAtRecordTime(m_endS) + 1, last);
        FrameNumber first = m_index.frameAtRecordTime(m_beginS);
        while (first > m_index.firstFrame() && clock(first) == clock(first - 1)) {
            --first; // back to the frame at which the clock stopped
        }
        FrameNumber known = first; // first frame with the current clock value
        for (FrameNumber n = first; n < until; ++n) {
            if (std::abs(clock(n + 1) - clock(n)) < kSameClockS) {
                continue;
            }
            if (time(n) - time(known) < kMinStopS) {
                run(known, n + 1);
            } else {
                stand(known, time(n));
                run(n, n + 1);
            }
            known = n + 1;
        }
        if (time(until) - time(known) >= kMinStopS) {
            stand(known, time(until));
        } else {
            addRound(time(known), clock(known));
        }
        return std::move(m_ticks);
    }

private:
    [[nodiscard]] double time(FrameNumber n) const { return m_index.recordTimeS(n); }
    [[nodiscard]] double clock(FrameNumber n) const { return m_index.gameTimeS(n); }

    void add(double timeS, double clockS, double steps, bool isClockStopped) {
        if (timeS >= m_beginS - kSameClockS && timeS <= m_endS + kSameClockS) {
            const double majors = steps * m_step.minorS / m_step.majorS;
            m_ticks.push_back(
                {timeS, clockS, std::abs(majors - std::round(majors)) < 1e-6, isClockStopped});
        }
    }

    // Adds a tick at a frame whose clock value is round.
    void addRound(double timeS, double clockS) {
        const double steps = std::round(clockS / m_step.minorS);
        if (std::abs(steps * m_step.minorS - clockS) < kSameClockS) {
            add(timeS, steps * m_step.minorS, steps, false);
        }
    }

    // Adds ticks while the clock runs from one frame to the other, excluding the end.
    void run(FrameNumber from, FrameNumber to) {
        const double clockStepS = clock(to) - clock(from);
        const double elapsedS = time(to) - time(from);
        if (clockStepS < 0.0 || clockStepS > elapsedS + kMinStopS) { // the clock was set
            addRound(time(from), clock(from));
            return;
        }
        const double fromS = clock(from);
        const double last = (fromS + clockStepS - kSameClockS) / m_step.minorS;
        for (double steps = std::ceil((fromS - kSameClockS) / m_step.minorS); steps < last;
             steps += 1.0) {
            const double clockS = steps * m_step.minorS;
            add(time(from) + std::max(clockS - fromS, 0.0) / clockStepS * elapsedS, clockS, steps,
                false);
        }
    }

    // Adds ticks while the clock is stopped: at its value, then by elapsed time.
    void stand(FrameNumber from, double untilS) {
        addRound(time(from), clock(from));
        const double beginS = time(from);
        const double skipped = std::floor((m_beginS - beginS) / m_step.minorS);
        for (double steps = std::max(skipped, 1.0);
             beginS + steps * m_step.minorS < untilS - kSameClockS; steps += 1.0) {
            add(beginS + steps * m_step.minorS, steps * m_step.minorS, steps, true);
        }
    }

    const LogIndex& m_index;
    double m_beginS;
    double m_endS;
    Step m_step;
    std::vector<ClockTick> m_ticks;
};

// Removes labels that would overlap where the clock stops or is set.
void thinOut(std::vector<ClockTick>& ticks, double spacingS) {
    double lastS = -std::numeric_limits<double>::infinity();
    for (ClockTick& tick : ticks) {
        tick.isMajor = tick.isMajor && tick.recordTimeS - lastS >= spacingS;
        lastS = tick.isMajor ? tick.recordTimeS : lastS;
    }
}

} // namespace

ClockTicks clockTicks(const LogIndex& index, double beginS, double endS, double minStepS) {
    const Step step = stepFor(minStepS);
    if (index.frameCount() == 0 || !(endS > beginS)) {
        return {{}, step.majorS};
    }
    ClockTicks result{TickMaker(index, beginS, endS, step).make(), step.majorS};
    thinOut(result.ticks, 0.6 * minStepS);
    return result;
}

} // namespace sideline::logs
