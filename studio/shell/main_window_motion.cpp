// The motion editor in the main window: the layout that shows it, and what comes from matches.
#include <utility>

#include <QMenuBar>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "studio/shell/layouts.h"
#include "studio/shell/main_window.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr double kToleranceDeg = 1.0; // logs report angles to a fraction of that

} // namespace

viewer3d::MatchView& MainWindow::view3d() {
    return m_editsMotions ? m_motions->stage()->view() : *m_view;
}

void MainWindow::connectMotions() {
    connect(m_motions.get(), &MotionWorkspace::opened, this, [this] {
        if (const QString& file = m_motions->document().origin(); !file.isEmpty()) {
            addRecentFile(m_store, file);
            fillRecent();
        }
        if (!m_editsMotions) {
            showWorkspace(motionLayout());
        }
    });
    connect(m_motions.get(), &MotionWorkspace::trialStarted, this, [this] {
        m_docks[QStringLiteral("motion-trial")]->show();
        m_docks[QStringLiteral("motion-trial")]->raise();
    });
    connect(&m_motions->trials(), &MotionTrialControls::playsOnRobot, this,
            [this](const QString& robot) {
                m_messages->show(widgets::MessageBar::Severity::Note,
                                 tr("Playing on %1").arg(robot), tr("Show the match"),
                                 [this] { showWorkspace(liveLayout()); });
            });
    connect(m_motions.get(), &MotionWorkspace::titleChanged, this, &MainWindow::updateTitle);
    connect(m_actions.action("replay.to-motion"), &QAction::triggered, this,
            &MainWindow::makeMotionOfLog);
    connect(&m_logMotion, &LogMotionJob::made, this,
            [this](keyframe::Motion motion, const QString& note) {
                if (m_motions->mayClose()) {
                    motion.name = m_motionOfLogName.toStdString();
                    m_motions->takeMotion(std::move(motion), note);
                }
            });
    connect(&m_logMotion, &LogMotionJob::failed, this, [this](const QString& text) {
        m_messages->show(widgets::MessageBar::Severity::Error, text);
    });
}

// Matches and motions have keys, menus and a center of their own.
void MainWindow::setEditsMotions(bool editsMotions) {
    m_editsMotions = editsMotions;
    m_actions.setScope(editsMotions ? ActionScope::Motion : ActionScope::Match);
    for (QMenu* menu : m_matchMenus) {
        menu->menuAction()->setVisible(!editsMotions);
    }
    m_motionMenu->menuAction()->setVisible(editsMotions);
    m_motionEditMenu->menuAction()->setVisible(editsMotions);
    m_transportBar->setVisible(!editsMotions && !m_showsStart);
    m_scoreboard->setVisible(!editsMotions && !m_showsStart);
    showCenter();
    m_motions->setActive(editsMotions);
    updateEnabled();
    updateTitle();
}

void MainWindow::showCenter() {
    if (m_editsMotions) {
        MotionStage* stage = m_motions->stage();
        if (m_center->indexOf(stage) < 0) {
            m_center->addWidget(stage);
        }
        m_center->setCurrentWidget(stage);
        stage->viewWidget()->setFocus();
        return;
    }
    const bool hasMatch = m_showsLive || m_session->isOpen();
    m_center->setCurrentWidget(m_showsStart ? m_welcome : hasMatch ? m_viewContainer : m_emptyPage);
    if (hasMatch && !m_showsStart) {
        m_viewContainer->setFocus();
    }
}

void MainWindow::makeMotionOfLog() {
    const auto& id = m_session->selection();
    const auto& frame = shown().exact;
    const monitor::RobotFrame* robot =
        frame && id.kind == monitor::ObjectId::Kind::Robot ? frame->findRobot(id.robot) : nullptr;
    const auto loop = replay().clock().loop();
    if (robot == nullptr || robot->model == nullptr || !loop || !replay().isOpen()) {
        m_messages->show(widgets::MessageBar::Severity::Note,
                         tr("Select a robot and set the interval with [ and ]: its joint angles "
                            "become a motion"));
        return;
    }
    const auto index = replay().log()->index();
    const std::string name =
        fmt::format("{} {}", game::sideName(id.robot.side), id.robot.unum.value());
    m_motionOfLogName = widgets::toQt(name);
    m_logMotion.start(replay().log(), id.robot, *robot->model,
                      index->frameAtRecordTime(loop->beginS), index->frameAtRecordTime(loop->endS),
                      math::radFromDeg(kToleranceDeg));
}

} // namespace sideline::studio
