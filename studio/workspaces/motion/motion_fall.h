#pragma once

#include <cstddef>
#include <vector>

#include <QObject>

#include "motions/motion.h"
#include "studio/session/background_task.h"
#include "studio/session/motion_trials.h"
#include "training/trial/fall_remedies.h"
#include "widgets/common/fall_report.h"
#include "widgets/motion/motion_view.h"

namespace sideline::studio {

/// Explains the fall of a simulation test, and tries edits of the motion against it in the
/// background. GUI thread only.
class MotionFall : public QObject {
    Q_OBJECT
public:
    explicit MotionFall(QObject* parent = nullptr);

    /// Shows the fall of another result, if it has one.
    /// @param job job that produced the result
    /// @param motion the tested motion; null: no edits are tried
    void explain(const training::TrialResultPtr& result, const TrialJob& job,
                 const keyframe::MotionPtr& motion);
    void clear();

    [[nodiscard]] const widgets::FallView& view() const { return m_view; }
    [[nodiscard]] const std::vector<training::FallRemedy>& remedies() const { return m_remedies; }

Q_SIGNALS:
    void changed(); ///< edits have been tried

private:
    void take(base::Expected<std::vector<training::FallRemedy>> remedies);

    BackgroundTask m_task;
    widgets::FallView m_view;
    std::vector<training::FallRemedy> m_remedies;
};

/// Adds the balance, the fall and its first cause to the measurements of a test.
void addMeasuredBalance(widgets::PlayedJoints& played, const training::TrialResult& result);

} // namespace sideline::studio
