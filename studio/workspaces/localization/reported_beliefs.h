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

/// Reads the reported beliefs of a complete stream's agent from files or a session: each of its
/// estimators becomes a row of the comparison. GUI thread only.
class ReportedBeliefs : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive this object.
    ReportedBeliefs(const ShownStream& shown, EstimatorComparison& estimators, LocalizeJob& job,
                    widgets::MessageBar& messages);

    /// Returns whether a file contains the reported beliefs of an agent, judging by its name.
    [[nodiscard]] static bool isBeliefFile(const QString& file);

    /// Reads a file in the background; reports its errors in the message bar.
    void open(const QString& file);
    /// Opens `NAME.belief.jsonl` if it is in the same folder as a recorded stream `NAME.rec`.
    void openBeside(const QString& streamFile);
    /// @param about origin of the messages, shown to the user
    /// @return number of messages of other robots, which are left out
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
