#pragma once

#include <functional>
#include <string_view>

#include <QObject>
#include <QPointer>
#include <QTemporaryDir>
#include <QWidget>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "motions/motion.h"
#include "studio/session/experiment_list.h"
#include "studio/workspaces/train/experiment_dialog.h"
#include "training/experiment/experiment_settings.h"

namespace sideline::studio {

/// Writes a file, all of it or nothing.
/// Errors: as of `base::OutputFile`.
[[nodiscard]] base::Expected<void> writeText(const QString& path, std::string_view text,
                                             bool mayReplace);

/// Makes new experiments: asks for their settings, and makes their folder. GUI thread only.
class TrainSetup : public QObject {
    Q_OBJECT
public:
    /// @param list where experiments are made; must outlive this
    /// @param ownMotions the user's folder of motions
    /// @param window parent of dialogs
    TrainSetup(const ExperimentList& list, std::function<QString()> ownMotions, QWidget* window);

    /// Begins with the usual settings.
    void askForNew();
    /// Begins with a motion as it is in the editor.
    void askForMotion(const keyframe::Motion& motion, const robot::RobotModel& model);
    /// Begins with the settings of a file, or of an experiment's own.
    void askForFile(const QString& file);

Q_SIGNALS:
    void made(const QString& folder); ///< a new experiment, not running yet
    void failed(const QString& text);

private:
    void ask(const training::ExperimentSettings& settings, const QString& note);
    void make(const training::ExperimentSettings& settings);

    const ExperimentList& m_list;
    std::function<QString()> m_ownMotions;
    QPointer<QWidget> m_window;
    QPointer<ExperimentDialog> m_dialog;
    QTemporaryDir m_edited; ///< motions as they were in the editor
};

} // namespace sideline::studio
