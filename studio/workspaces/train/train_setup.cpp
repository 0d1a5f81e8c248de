#include "studio/workspaces/train/train_setup.h"

#include <algorithm>
#include <utility>

#include <QMessageBox>
#include <QRegularExpression>

#include "agentcore/base/output_file.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "motions/format/format.h"
#include "studio/workspaces/train/experiment_values.h"
#include "training/experiment/experiment_folder.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/subject.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

// Chooses the task of a motion by its initial pose.
void guessTask(const keyframe::Motion& motion, training::ExperimentSettings& settings) {
    using keyframe::StartPose;
    const auto sideIs = [&](const char* side) {
        settings.task = "get-up";
        settings.taskSettings.clear();
        settings.taskSettings.emplace_back("side", side);
    };
    switch (keyframe::suggestedTrial(motion).start) {
    case StartPose::LyingOnFront:
        return sideIs("front");
    case StartPose::LyingOnBack:
        return sideIs("back");
    case StartPose::LyingOnLeft:
        return sideIs("left");
    case StartPose::LyingOnRight:
        return sideIs("right");
    case StartPose::OnBall:
        settings.task = "kick";
        settings.taskSettings = {};
        return;
    case StartPose::Standing:
        settings.task = "stand";
        settings.taskSettings = {};
        return;
    }
}

} // namespace

base::Expected<void> writeText(const QString& path, std::string_view text, bool mayReplace) {
    base::OutputOptions options;
    options.mayReplace = mayReplace;
    auto file = base::OutputFile::create(path.toStdString(), options);
    if (!file) {
        return tl::unexpected(file.error());
    }
    if (auto written = file->write(text); !written) {
        return written;
    }
    return file->commit();
}

TrainSetup::TrainSetup(const ExperimentList& list, std::function<QString()> ownMotions,
                       QWidget* window)
    : m_list(list), m_ownMotions(std::move(ownMotions)), m_window(window) {}

void TrainSetup::askForNew() {
    ask(defaultExperiment(), {});
}

void TrainSetup::askForMotion(const keyframe::Motion& motion, const robot::RobotModel& model) {
    const auto written = keyframe::writeMotion(motion, keyframe::Format::Sideline, model);
    if (!written) {
        Q_EMIT failed(widgets::toQt(written.error().toString()));
        return;
    }
    QString name = widgets::toQt(motion.name).simplified();
    name.replace(QRegularExpression(QStringLiteral("[^\\w.-]+")), QStringLiteral("-"));
    const QString file = m_edited.filePath((name.isEmpty() ? QStringLiteral("motion") : name) +
                                           QStringLiteral(".motion"));
    if (const auto stored = writeText(file, written->text, true); !stored) {
        Q_EMIT failed(widgets::toQt(stored.error().toString()));
        return;
    }
    training::ExperimentSettings settings = defaultExperiment();
    settings.name = motion.name.empty() ? tr("motion").toStdString() : motion.name;
    settings.change.motion = file.toStdString();
    settings.robots = {model.name()};
    guessTask(motion, settings);
    ask(settings, {});
}

void TrainSetup::askForFile(const QString& file) {
    auto settings = training::readExperiment(file.toStdString());
    if (!settings) {
        Q_EMIT failed(widgets::toQt(training::textOf(settings.error())).trimmed());
        return;
    }
    if (settings->change.isProgram || !settings->change.behavior.empty()) {
        const auto answer = QMessageBox::question(m_window, tr("Start experiment"),
                                                  tr("The form edits experiments on motions, and "
                                                     "%1 is of another kind. Start it unchanged?")
                                                      .arg(widgets::toQt(settings->name)));
        if (answer == QMessageBox::Yes) {
            make(*settings);
        }
        return;
    }
    const auto model = robot::RobotCatalog().namedOfAny(settings->robots.front());
    const auto motion =
        model ? training::motionFile(settings->change, settings->file.parent_path(), **model)
              : base::Expected<std::filesystem::path>(tl::unexpected(model.error()));
    if (!motion) {
        Q_EMIT failed(widgets::toQt(motion.error().inFile(file.toStdString()).toString()));
        return;
    }
    settings->change.motion = std::filesystem::absolute(*motion).string();
    settings->file.clear();
    ask(*settings, {});
}

void TrainSetup::ask(const training::ExperimentSettings& settings, const QString& note) {
    if (m_dialog) {
        m_dialog->close();
    }
    m_dialog = new ExperimentDialog(settings, m_ownMotions(), note, m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QDialog::accepted, this, [this] { make(m_dialog->settings()); });
    m_dialog->open();
}

void TrainSetup::make(const training::ExperimentSettings& settings) {
    const QString folder = m_list.newFolder(widgets::toQt(settings.name));
    const auto parts = training::partsOf(settings);
    const auto created =
        parts ? training::ExperimentFolder::create(folder.toStdString(), settings, *parts)
                    .map([](const auto&) {}) // releases the lock for the process that runs it
              : base::Expected<void>(tl::unexpected(parts.error()));
    if (!created) {
        Q_EMIT failed(widgets::toQt(created.error().toString()));
        return;
    }
    Q_EMIT made(folder);
}

} // namespace sideline::studio
