#include "studio/shell/editor_links.h"

namespace sideline::studio {

EditorLinks::EditorLinks(const Parts& parts) : m_parts(parts), m_playing(parts.messages) {
    connect(&parts.replay.exports(), &ExportControls::motionMade, this,
            [this](const keyframe::Motion& motion, const QString& note) {
                if (m_parts.motions.mayClose()) {
                    m_parts.motions.takeMotion(motion, note);
                }
            });
    connect(&parts.motions, &MotionWorkspace::trialStarted, this,
            [this] { m_parts.layouts.showPanel(QStringLiteral("motion-trial")); });
    connect(&parts.motions.trials(), &MotionTrialControls::playsOnRobot, this,
            [this](const QString& robot) {
                m_playing.withdraw();
                m_playing.show(widgets::MessageBar::Severity::Note, tr("Playing on %1").arg(robot),
                               tr("Show the match"),
                               [this] { m_parts.layouts.showWorkspace(liveLayout()); });
            });
    connect(&parts.layouts, &LayoutControls::entered, this, [this] {
        if (m_parts.layouts.showsMatches() && !m_parts.layouts.showsStart()) {
            m_playing.withdraw(); // there it is
        }
    });
    connect(&parts.motions, &MotionWorkspace::optimizeWanted, this, [this] {
        m_parts.layouts.showWorkspace(trainLayout());
        m_parts.training.setUp(*m_parts.motions.document().motion());
    });
    connect(&parts.robots, &RobotWorkspace::tryWanted, this,
            [this](const robot::RobotModelPtr& model) {
                if (m_parts.live.tryRobot(model)) {
                    m_parts.layouts.showWorkspace(liveLayout());
                }
            });
    connect(&parts.robots, &RobotWorkspace::motionWanted, this,
            [this](const robot::RobotModelPtr& model) {
                if (m_parts.motions.startNewFor(model)) {
                    m_parts.layouts.showWorkspace(motionLayout());
                }
            });
}

} // namespace sideline::studio
