#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "agentcore/field/field_model.h"
#include "evaluation/belief_message.h"
#include "evaluation/pose_run.h"

namespace sideline::evaluation {

/// What an agent reported about its own belief, over the cycles of its stream.
///
/// A message belongs to the cycle whose server's time is its own to within half a cycle, or whose
/// number it reports. It stands for the cycles after it, until the next one, for up to
/// `kHeldCycles`. Messages may come in any order, and before or after their cycle.
class BeliefRun final : public PoseRun {
public:
    static constexpr std::size_t kHeldCycles = 10;
    /// Messages that are kept for a cycle that has not come; of more, the oldest go.
    static constexpr std::size_t kMostWaiting = 1000;
    /// Particles that are kept; of more, the oldest go.
    static constexpr std::size_t kMostKeptParticles = 10'000'000;

    /// @param field outlives the run
    explicit BeliefRun(const field::FieldModel& field) : m_field(&field) {}

    /// Adds a message; `advance` takes it in.
    void add(BeliefMessage message) { m_waiting.push_back(std::move(message)); }
    /// Messages that belong to no cycle so far, and those that never will.
    [[nodiscard]] std::size_t unmatched() const { return m_waiting.size() + m_lost; }
    [[nodiscard]] std::size_t matched() const { return m_messages.size(); }

    using PoseRun::advance;
    std::size_t advance(const AgentStream& stream,
                        const std::function<bool(std::size_t)>& goesOn) override;
    [[nodiscard]] const std::vector<localization::PoseEstimate>& estimates() const override {
        return m_estimates;
    }
    /// Empty: how long the agent took, nobody knows.
    [[nodiscard]] const std::vector<std::chrono::nanoseconds>& durations() const override {
        return m_durations;
    }
    [[nodiscard]] const std::vector<std::optional<float>>& residuals() const override {
        return m_residuals;
    }
    [[nodiscard]] bool hasHeight(std::size_t cycle) const override;

    /// What the agent reported about the cycle's landmarks and particles; what it did not report is
    /// worked out from its pose, as `localization::explainVision` does.
    localization::PoseEstimate explain(const AgentStream& stream, std::size_t cycle,
                                       localization::PoseDiagnostics& diagnostics) const override;

    /// The values that stand in a cycle; nothing where no message does.
    [[nodiscard]] std::span<const BeliefValue> values(std::size_t cycle) const;
    /// Names of all values that are numbers, as they first came.
    [[nodiscard]] const std::vector<std::string>& numberNames() const { return m_numberNames; }
    /// A value that is a number, in a cycle.
    [[nodiscard]] std::optional<double> number(std::size_t cycle, const std::string& name) const;

private:
    static constexpr std::int64_t kNone = -1;

    void index(const AgentStream& stream);
    std::size_t placeWaiting(const AgentStream& stream);
    [[nodiscard]] std::optional<std::size_t> cycleOf(const BeliefMessage& message) const;
    [[nodiscard]] bool isAhead(const BeliefMessage& message) const;
    void keep(BeliefMessage message);
    void noteNames(const BeliefMessage& message);
    void believe(const AgentStream& stream, std::size_t cycle);
    [[nodiscard]] const BeliefMessage* standing(std::size_t cycle) const;
    [[nodiscard]] localization::PoseEstimate estimateOf(const AgentStream& stream,
                                                        std::size_t cycle,
                                                        const BeliefMessage& message) const;
    void explainMessage(const AgentStream& stream, std::size_t cycle,
                        localization::PoseDiagnostics& diagnostics) const;

    const field::FieldModel* m_field;
    std::deque<BeliefMessage> m_waiting;
    std::vector<BeliefMessage> m_messages; ///< that belong to cycles
    std::size_t m_lost = 0;
    std::size_t m_particles = 0;          ///< in `m_messages`
    std::size_t m_firstWithParticles = 0; ///< the messages before it have lost theirs
    double m_standingM = 0.0;             ///< height of an upright torso
    std::map<double, std::size_t> m_cycleAtTimeS;
    std::vector<std::int64_t> m_reported; ///< per cycle, the message that reports it
    std::vector<std::int64_t> m_standing; ///< per cycle, the message that stands in it
    std::vector<std::string> m_numberNames;
    std::vector<localization::PoseEstimate> m_estimates;
    std::vector<std::chrono::nanoseconds> m_durations;
    std::vector<std::optional<float>> m_residuals;
};

/// The messages of one of an agent's estimators, by its name; in the order in which they came.
/// Messages that name another robot than the stream's are omitted.
/// @param others counts those
[[nodiscard]] std::map<std::string, std::vector<BeliefMessage>> beliefsByEstimator(
    std::vector<BeliefMessage> messages, const AgentStream& stream, std::size_t& others);

} // namespace sideline::evaluation
