#include "studio/program/all_workspaces.h"

#include "studio/workspaces/analysis/analysis_workspace.h"
#include "studio/workspaces/decide/decide_workspace.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/localization/localization_workspace.h"
#include "studio/workspaces/motion/motion_workspace.h"
#include "studio/workspaces/replay/replay_workspace.h"
#include "studio/workspaces/robot/robot_workspace.h"
#include "studio/workspaces/train/train_workspace.h"

namespace sideline::studio {

namespace {

// Shows the agents' behavior and beliefs in the match, and turns matches into start situations.
void connectMatch(ReplayWorkspace& replay, LiveWorkspace& live) {
    replay.setBeliefs({[&live] { return live.agentValues(); },
                       [&live] { return live.agentControls().shown(); },
                       [&live](const logs::FetchedFrame& frame) { return live.throughEyes(frame); },
                       [&live] { return live.awaitsEyes(); }});
    QObject::connect(&live.agentControls(), &AgentControls::plotRequested, &replay.plots(),
                     &PlotControls::plot);
    QObject::connect(&replay.situations(), &SituationControls::startRequested, &live.controls(),
                     &LiveControls::startFrom);
    replay.situations().setSession([&live] { return live.sessionOfMatch(); });
}

// Connects editors, so that a result of one can be used in another workspace.
void connectEditors(const WorkspaceList& all) {
    auto& motions = all.find<MotionWorkspace>();
    auto& training = all.find<TrainWorkspace>();
    auto& robots = all.find<RobotWorkspace>();
    auto& live = all.find<LiveWorkspace>();
    QObject::connect(&all.find<ReplayWorkspace>().exports(), &ExportControls::motionMade, &motions,
                     [&motions](const keyframe::Motion& motion, const QString& note) {
                         if (motions.mayClose()) {
                             motions.takeMotion(motion, note);
                         }
                     });
    QObject::connect(&motions, &MotionWorkspace::optimizeRequested, &training,
                     [&motions, &training] {
                         Q_EMIT training.layoutRequested(QStringLiteral("Train"));
                         training.setUp(motions.document().named(), motions.model());
                     });
    QObject::connect(&robots, &RobotWorkspace::tryRequested, &live, &LiveWorkspace::tryRobot);
    QObject::connect(&robots, &RobotWorkspace::motionRequested, &motions,
                     [&motions](const robot::RobotModelPtr& model) {
                         if (motions.startNewFor(model)) {
                             Q_EMIT motions.layoutRequested(QStringLiteral("Motion"));
                         }
                     });
}

} // namespace

std::unique_ptr<WorkspaceList> makeWorkspaces(const WorkspaceContext& context) {
    const auto& [actions, match, messages, store, settings, window, ownView] = context;
    auto all = std::make_unique<WorkspaceList>();
    auto& replay = all->add(std::make_unique<ReplayWorkspace>(context));
    const MatchPanels& view = replay.view();
    widgets::TimeRuler& ruler = *view.transport->ruler();
    auto& live = all->add(std::make_unique<LiveWorkspace>(
        LiveWorkspace::Parts{actions, match, *view.view, *view.field, messages, store, window}));
    auto& motions = all->add(std::make_unique<MotionWorkspace>(MotionWorkspace::Parts{
        actions, live.lent(), live.agentControls().jointPanel(), messages, store, window}));
    all->add(std::make_unique<TrainWorkspace>(TrainWorkspace::Parts{
        actions, [&motions] { return motions.library().ownFolder(); }, messages, store, window}));
    all->add(std::make_unique<RobotWorkspace>(RobotWorkspace::Parts{
        actions, messages, store, window, [&motions] { return motions.document().motion(); }}));
    auto& localization =
        all->add(std::make_unique<LocalizationWorkspace>(LocalizationWorkspace::Parts{
            actions, match, live.lent(), *view.view, *view.field, ruler, messages, store, window}));
    all->add(std::make_unique<AnalysisWorkspace>(AnalysisWorkspace::Parts{
        actions, match, *view.field, ruler, messages, settings, store, window}));
    all->add(std::make_unique<DecideWorkspace>(
        DecideWorkspace::Parts{actions, match, live.lent(), live.decisionPanel(),
                               [&replay] { return replay.situations().shownSituation(); }, ruler,
                               messages, settings, store, window}));
    connectMatch(replay, live);
    QObject::connect(&live, &LiveWorkspace::streamRequested, &localization,
                     &LocalizationWorkspace::openStream);
    connectEditors(*all);
    return all;
}

} // namespace sideline::studio
