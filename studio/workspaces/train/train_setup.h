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

/// Writes a file atomically.
/// Errors: as for `base::OutputFile`.
[[nodiscard]] base::Expected<void> writeText(const QString& path, std::string_view text,
                                             bool mayReplace);

/// Sets up new experiments: asks for their settings and creates their folders. GUI thread only.
class TrainSetup : public QObject {
    Q_OBJECT
public:
    /// @param list contains the folder for experiments; must outlive this object
    /// @param ownMotions the user's folder of motions
    /// @param window parent window of dialogs
    TrainSetup(const ExperimentList& list, std::function<QString()> ownMotions, QWidget* window);

    /// Asks for an experiment, beginning with the default settings.
    void askForNew();
    /// Asks for an experiment, beginning with the current motion of the editor.
    void askForMotion(const keyframe::Motion& motion, const robot::RobotModel& model);
    /// Asks for an experiment, beginning with the settings of a file or an experiment.
    void askForFile(const QString& file);

Q_SIGNALS:
    void made(const QString& folder); ///< a new experiment was created, and is not running yet
    void failed(const QString& text);

private:
    void ask(const training::ExperimentSettings& settings, const QString& note);
    void make(const training::ExperimentSettings& settings);

    const ExperimentList& m_list;
    std::function<QString()> m_ownMotions;
    QPointer<QWidget> m_window;
    QPointer<ExperimentDialog> m_dialog;
    QTemporaryDir m_edited; ///< motions from the editor
};

} // namespace sideline::studio
