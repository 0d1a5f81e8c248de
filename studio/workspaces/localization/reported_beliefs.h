#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include <QObject>
#include <QString>

#include "evaluation/belief_file.h"
#include "studio/session/localize_job.h"
#include "studio/workspaces/localization/estimator_comparison.h"
#include "studio/workspaces/localization/shown_stream.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// What the agent of a complete stream reported about its own belief, in files or in a session: one
/// more row of the comparison for each of its estimators. GUI thread only.
class ReportedBeliefs : public QObject {
    Q_OBJECT
public:
    /// All outlive this.
    ReportedBeliefs(const ShownStream& shown, EstimatorComparison& estimators, LocalizeJob& job,
                    widgets::MessageBar& messages);

    /// Whether a file holds what an agent reported about its own belief, by its name.
    [[nodiscard]] static bool isBeliefFile(const QString& file);

    /// Reads a file in the background; what is wrong with it is reported in the message bar.
    void open(const QString& file);
    /// Opens `NAME.belief.jsonl`, if it lies beside a recorded stream `NAME.rec`.
    void openBeside(const QString& streamFile);
    /// @param about where they come from, for the user
    /// @return how many of the messages are of another robot, and left out
    std::size_t add(std::vector<evaluation::BeliefMessage> messages, const QString& about);

private:
    void take(const std::filesystem::path& file, const evaluation::BeliefFile& beliefs);
    void reportUnmatched(const LocalizeEstimator& estimator);

    const ShownStream& m_shown;
    EstimatorComparison& m_estimators;
    LocalizeJob& m_job;
    widgets::MessageBar& m_messages;
};

} // namespace sideline::studio
