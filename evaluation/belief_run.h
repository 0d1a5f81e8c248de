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

/// The reported beliefs of an agent over the cycles of its stream.
///
/// A message belongs to the cycle with the same server time, within half a cycle, or with the
/// reported number. It remains valid until the next message, for up to `kHeldCycles`. Messages may
/// arrive in any order, before or after their cycle.
class BeliefRun final : public PoseRun {
public:
    static constexpr std::size_t kHeldCycles = 10;
    /// Maximum number of messages kept for future cycles; the oldest are dropped.
    static constexpr std::size_t kMaxWaiting = 1000;
    /// Maximum number of particles kept; the oldest ones are dropped.
    static constexpr std::size_t kMaxKeptParticles = 10'000'000;

    /// @param field outlives the run
    explicit BeliefRun(const field::FieldModel& field) : m_field(&field) {}

    /// Adds a message, which `advance` processes.
    void add(BeliefMessage message) { m_waiting.push_back(std::move(message)); }
    /// The number of messages without a cycle so far, including those that will never have one.
    [[nodiscard]] std::size_t unmatched() const { return m_waiting.size() + m_lost; }
    [[nodiscard]] std::size_t matched() const { return m_messages.size(); }

    using PoseRun::advance;
    std::size_t advance(const AgentStream& stream,
                        const std::function<bool(std::size_t)>& shouldContinue) override;
    [[nodiscard]] const std::vector<localization::PoseEstimate>& estimates() const override {
        return m_estimates;
    }
    /// Empty, since the agent's computing time is unknown.
    [[nodiscard]] const std::vector<std::chrono::nanoseconds>& durations() const override {
        return m_durations;
    }
    [[nodiscard]] const std::vector<std::optional<float>>& residuals() const override {
        return m_residuals;
    }
    [[nodiscard]] bool hasHeight(std::size_t cycle) const override;

    /// Returns the agent's report about the cycle's landmarks and particles; the rest is computed
    /// from its pose, as in `localization::explainVision`.
    localization::PoseEstimate explain(const AgentStream& stream, std::size_t cycle,
                                       localization::PoseDiagnostics& diagnostics) const override;

    /// Returns the values valid in a cycle; empty without a message.
    [[nodiscard]] std::span<const BeliefValue> values(std::size_t cycle) const;
    /// Names of all numeric values, in the order of their first appearance.
    [[nodiscard]] const std::vector<std::string>& numberNames() const { return m_numberNames; }
    /// Returns a numeric value in a cycle.
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
    std::vector<BeliefMessage> m_messages; ///< messages assigned to cycles
    std::size_t m_lost = 0;
    std::size_t m_particles = 0;          ///< number of particles in `m_messages`
    std::size_t m_firstWithParticles = 0; ///< particles of earlier messages have been dropped
    double m_standingM = 0.0;             ///< height of an upright torso
    std::map<double, std::size_t> m_cycleAtTimeS;
    std::vector<std::int64_t> m_reported; ///< index of the message reported in each cycle
    std::vector<std::int64_t> m_standing; ///< index of the message valid in each cycle
    std::vector<std::string> m_numberNames;
    std::vector<localization::PoseEstimate> m_estimates;
    std::vector<std::chrono::nanoseconds> m_durations;
    std::vector<std::optional<float>> m_residuals;
};

/// Groups the messages of an agent by estimator name, in the order of arrival. Messages that name a
/// robot other than the stream's are omitted.
/// @param others counts the omitted messages
[[nodiscard]] std::map<std::string, std::vector<BeliefMessage>> beliefsByEstimator(
    std::vector<BeliefMessage> messages, const AgentStream& stream, std::size_t& others);

} // namespace sideline::evaluation
