#pragma once

#include <cstdint>
#include <deque>

#include <QColor>
#include <QWidget>

#include "agentcore/world/agent_frame.h"

namespace sideline::widgets {

/// Color of late answers.
inline const QColor kLateColor(0xe0, 0xa5, 0x1a);

/// The last five seconds of an agent's cycles as a small curve: time from sense to act, a red mark
/// where cycles were missed, and an orange one where answers were late.
class CycleGraph : public QWidget {
    Q_OBJECT
public:
    static constexpr std::uint64_t kCycles = 250;

    explicit CycleGraph(QWidget* parent = nullptr);

    /// Adds a frame's cycle. A frame before the newest one, or after a gap of more than
    /// `kCycles`, starts a new curve.
    void add(const world::AgentFrame& frame);
    void clear();

    [[nodiscard]] std::size_t size() const { return m_cycles.size(); }
    /// Maximum time from sense to act of the cycles shown, ms; 0 without any.
    [[nodiscard]] double longestMs() const;
    /// Missed cycles among those shown.
    [[nodiscard]] std::uint64_t missed() const;
    /// Late answers among the cycles shown.
    [[nodiscard]] std::uint64_t late() const;

    [[nodiscard]] QSize sizeHint() const override { return {200, 34}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, 34}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Cycle {
        std::uint64_t number;
        double senseToActMs;
        std::uint64_t missed; // cycles missed since the previous cycle
        std::uint64_t late;   // late answers since the previous cycle
    };
    [[nodiscard]] std::uint64_t sum(std::uint64_t Cycle::*count) const;

    std::deque<Cycle> m_cycles;
    world::AgentCounters m_last; ///< counters of the newest cycle
};

} // namespace sideline::widgets
