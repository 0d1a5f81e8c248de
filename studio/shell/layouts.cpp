#include "studio/shell/layouts.h"

#include <algorithm>
#include <string>
#include <utility>

#include <QDataStream>
#include <QLayout>

namespace sideline::studio {

namespace {

constexpr int kSimulatorWidthPx = 300;
constexpr int kJointsWidthPx = 360;
constexpr int kTallPx = 950; // from here on there is room for a row below
const QString kArrangements = QStringLiteral("arrangements");
constexpr int kStateVersion = 2; // of the docks' ids and places; a state of another one is not used
const QString kReplay = QStringLiteral("Replay");
const QString kPlots = QStringLiteral("Plots");
const QString kField = QStringLiteral("Field");
const QString kPicture = QStringLiteral("Picture");
const QString kSimulator = QStringLiteral("Simulator");
const QString kLive = QStringLiteral("Live");
const QString kLocalize = QStringLiteral("Localize");
const QString kAnalysis = QStringLiteral("Analysis");
const QString kDecide = QStringLiteral("Decide");
const QString kTeams = QStringLiteral("Teams");
const QString kMotion = QStringLiteral("Motion");
const QString kTrain = QStringLiteral("Train");
const QString kRobot = QStringLiteral("Robot");
const QString kRobotLayouts = QStringLiteral("robot-layouts/");
const QString kMotionLayouts = QStringLiteral("motion-layouts/");
const QString kTrainLayouts = QStringLiteral("train-layouts/");
constexpr int kPartsWidthPx = 290;
constexpr int kValuesWidthPx = 330;
constexpr int kLibraryWidthPx = 280;
constexpr int kExperimentsWidthPx = 310;
constexpr int kTrialWidthPx = 290;
constexpr int kPoseWidthPx = 360;
constexpr int kEstimatorsWidthPx = 340;
constexpr int kStatisticsWidthPx = 330;
constexpr int kDecisionWidthPx = 290;

QString stateKey(const QString& name) {
    return QStringLiteral("layouts/") + name;
}

// Every panel has its place, and is hidden until it is wanted.
void parkDocks(QMainWindow& window, const Docks& docks, const std::vector<WorkspacePanel>& panels) {
    std::map<std::pair<Qt::DockWidgetArea, std::string>, QDockWidget*> last; // of each group
    for (const WorkspacePanel& panel : panels) {
        QDockWidget* dock = docks.at(QLatin1String(panel.id));
        window.addDockWidget(panel.area, dock);
        QDockWidget*& before = last[{panel.area, panel.group}];
        if (before != nullptr) {
            window.tabifyDockWidget(before, dock);
        }
        before = dock;
        dock->hide();
    }
}

// The robot in the middle, joints at the side, the timeline below, the library at the left.
void arrangeForMotions(QMainWindow& window, const Docks& docks) {
    const auto dock = [&](const char* id) { return docks.at(QLatin1String(id)); };
    for (const char* id :
         {"motion-library", "motion-pose", "motion-details", "motion-trial", "motion-timeline"}) {
        dock(id)->show();
    }
    dock("motion-pose")->raise();
    window.resizeDocks({dock("motion-library"), dock("motion-pose")},
                       {std::min(kLibraryWidthPx, window.width() * 22 / 100), kPoseWidthPx},
                       Qt::Horizontal);
    window.resizeDocks({dock("motion-timeline")}, {window.height() * 32 / 100}, Qt::Vertical);
}

// The robot in the middle, experiments and trials beside it; curves and individuals below.
void arrangeForTraining(QMainWindow& window, const Docks& docks) {
    const auto dock = [&](const char* id) { return docks.at(QLatin1String(id)); };
    for (const char* id :
         {"train-experiments", "train-trial", "train-program", "train-curves", "train-parameters",
          "train-scatter", "train-individuals", "train-skills"}) {
        dock(id)->show();
    }
    dock("train-trial")->raise();
    dock("train-curves")->raise();
    dock("train-individuals")->raise();
    const int width = window.width();
    window.resizeDocks({dock("train-experiments"), dock("train-trial")},
                       {kExperimentsWidthPx, kTrialWidthPx}, Qt::Horizontal);
    window.resizeDocks({dock("train-curves"), dock("train-individuals")},
                       {width * 56 / 100, width * 44 / 100}, Qt::Horizontal);
    window.resizeDocks({dock("train-curves")}, {window.height() * 40 / 100}, Qt::Vertical);
}

// The robot in the middle, its parts and their values beside it, what is found out about it below.
void arrangeForRobots(QMainWindow& window, const Docks& docks) {
    const auto dock = [&](const char* id) { return docks.at(QLatin1String(id)); };
    for (const char* id : {"robot-parts", "robot-values", "robot-checks", "robot-reach",
                           "robot-torques", "robot-compare", "robot-dh"}) {
        dock(id)->show();
    }
    dock("robot-checks")->raise();
    window.resizeDocks({dock("robot-parts"), dock("robot-values")},
                       {std::min(kPartsWidthPx, window.width() * 23 / 100), kValuesWidthPx},
                       Qt::Horizontal);
    window.resizeDocks({dock("robot-checks")}, {window.height() * 30 / 100}, Qt::Vertical);
}

// The map and the camera's picture large, estimators at the side, curves and table below.
void arrangeForLocalization(QMainWindow& window, const Docks& docks) {
    const auto dock = [&](const char* id) { return docks.at(QLatin1String(id)); };
    QDockWidget* field = dock("field");
    QDockWidget* picture = dock("localize-picture");
    QDockWidget* estimators = dock("localize-estimators");
    QDockWidget* observations = dock("localize-observations");
    QDockWidget* curves = dock("localize-curves");
    window.addDockWidget(Qt::RightDockWidgetArea, field);
    window.splitDockWidget(field, picture, Qt::Vertical);
    window.tabifyDockWidget(picture, dock("agent"));
    window.addDockWidget(Qt::BottomDockWidgetArea, curves);
    window.splitDockWidget(curves, observations, Qt::Horizontal);
    for (QDockWidget* shown : {estimators, field, picture, curves, observations}) {
        shown->show();
    }
    picture->raise();
    const int width = window.width();
    const int height = window.height();
    window.resizeDocks({estimators, field}, {kEstimatorsWidthPx, width * 44 / 100}, Qt::Horizontal);
    window.resizeDocks({field, picture}, {height * 34 / 100, height * 28 / 100}, Qt::Vertical);
    window.resizeDocks({curves, observations}, {width * 55 / 100, width * 45 / 100},
                       Qt::Horizontal);
    window.resizeDocks({curves}, {height * 34 / 100}, Qt::Vertical);
}

// Statistics at the left, the field with what happened on it and the moments at the right, the
// course of the match below.
void arrangeForAnalysis(QMainWindow& window, const Docks& docks) {
    const auto dock = [&](const char* id) { return docks.at(QLatin1String(id)); };
    QDockWidget* teams = dock("analysis-teams");
    QDockWidget* field = dock("field");
    QDockWidget* playlist = dock("analysis-playlist");
    QDockWidget* dominance = dock("analysis-dominance");
    window.addDockWidget(Qt::RightDockWidgetArea, field);
    window.splitDockWidget(field, playlist, Qt::Vertical);
    for (QDockWidget* shown :
         {teams, field, playlist, dominance, dock("analysis-players"), dock("analysis-matches")}) {
        shown->show();
    }
    dominance->raise();
    const int width = window.width();
    const int height = window.height();
    window.resizeDocks({teams, field}, {kStatisticsWidthPx, width * 35 / 100}, Qt::Horizontal);
    window.resizeDocks({field, playlist}, {height * 26 / 100, height * 31 / 100}, Qt::Vertical);
    window.resizeDocks({dominance}, {height * 19 / 100}, Qt::Vertical);
}

// The decision of a player at the left, its picture, field, formation and file at the right, what
// all players do below.
void arrangeForDecisions(QMainWindow& window, const Docks& docks) {
    const auto dock = [&](const char* id) { return docks.at(QLatin1String(id)); };
    QDockWidget* decision = dock("decision");
    QDockWidget* field = dock("field");
    QDockWidget* graph = dock("decide-graph");
    QDockWidget* formation = dock("decide-formation");
    QDockWidget* text = dock("decide-text");
    QDockWidget* timeline = dock("decide-timeline");
    QDockWidget* whatIf = dock("decide-what-if");
    const int width = window.width();
    const int height = window.height();
    window.addDockWidget(Qt::LeftDockWidgetArea, decision);
    window.addDockWidget(Qt::RightDockWidgetArea, field);
    const bool isTall = height >= kTallPx;
    if (isTall) {
        window.splitDockWidget(field, formation, Qt::Vertical);
    } else {
        window.tabifyDockWidget(field, formation);
    }
    window.tabifyDockWidget(formation, text);
    window.tabifyDockWidget(field, graph);
    for (QDockWidget* shown : {decision, field, graph, formation, text, timeline, whatIf}) {
        shown->show();
    }
    (isTall ? formation : field)->raise();
    graph->raise();
    timeline->raise();
    window.resizeDocks({decision, field}, {kDecisionWidthPx, width * 38 / 100}, Qt::Horizontal);
    if (isTall) {
        window.resizeDocks({field, formation}, {height * 36 / 100, height * 28 / 100},
                           Qt::Vertical);
    }
    window.resizeDocks({timeline}, {height * (isTall ? 28 : 27) / 100}, Qt::Vertical);
}

// Both teams at the side, the match in the middle; where there is room, the simulator as well.
void arrangeForTeams(QMainWindow& window, const Docks& docks) {
    const auto dock = [&](const char* id) { return docks.at(QLatin1String(id)); };
    QDockWidget* teams = dock("teams");
    QDockWidget* field = dock("field");
    const int width = window.width();
    const int height = window.height();
    window.addDockWidget(Qt::LeftDockWidgetArea, teams);
    window.addDockWidget(Qt::RightDockWidgetArea, field);
    teams->show();
    field->show();
    if (height >= kTallPx) {
        QDockWidget* simulator = dock("simulator");
        window.splitDockWidget(field, simulator, Qt::Vertical);
        window.tabifyDockWidget(simulator, dock("referee"));
        dock("referee")->show();
        simulator->show();
        simulator->raise();
        window.resizeDocks({field, simulator}, {height * 28 / 100, height * 55 / 100},
                           Qt::Vertical);
    }
    window.resizeDocks({teams, field}, {width * 36 / 100, kSimulatorWidthPx}, Qt::Horizontal);
}

QList<QDockWidget*> docksOf(const QMainWindow& window) {
    return window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
}

} // namespace

QStringList builtInLayouts() {
    return {kReplay, kLive,  kMotion,    kTrain, kRobot, kLocalize, kAnalysis,
            kDecide, kTeams, kSimulator, kPlots, kField, kPicture};
}

QString liveLayout() {
    return kLive;
}

QString teamsLayout() {
    return kTeams;
}

bool hasRoomForSimulator(const QString& name) {
    return name != kTeams && name != kLocalize && name != kAnalysis && name != kDecide &&
           name != kPlots && name != kPicture;
}

bool isLiveLayout(const QString& name) {
    return name == kLive || name == kTeams || name == kSimulator || name == kLocalize;
}

QString localizeLayout() {
    return kLocalize;
}

QString motionLayout() {
    return kMotion;
}

QString trainLayout() {
    return kTrain;
}

QString robotLayout() {
    return kRobot;
}

bool applyBuiltInLayout(QMainWindow& window, const Docks& docks,
                        const std::vector<WorkspacePanel>& panels, const QString& name) {
    if (!builtInLayouts().contains(name)) {
        return false;
    }
    QDockWidget* field = docks.at(QStringLiteral("field"));
    QDockWidget* objects = docks.at(QStringLiteral("objects"));
    QDockWidget* events = docks.at(QStringLiteral("events"));
    QDockWidget* overview = docks.at(QStringLiteral("overview"));
    QDockWidget* plots = docks.at(QStringLiteral("plots"));
    QDockWidget* simulator = docks.at(QStringLiteral("simulator"));
    for (const auto& [id, dock] : docks) {
        dock->setFloating(false);
        window.removeDockWidget(dock);
    }
    parkDocks(window, docks, panels);
    simulator->setVisible(name == kSimulator || name == kLive);
    if (name == kPicture) {
        return true;
    }
    if (name == kMotion) {
        arrangeForMotions(window, docks);
        return true;
    }
    if (name == kTrain) {
        arrangeForTraining(window, docks);
        return true;
    }
    if (name == kRobot) {
        arrangeForRobots(window, docks);
        return true;
    }
    if (name == kTeams) {
        arrangeForTeams(window, docks);
        return true;
    }
    if (name == kAnalysis) {
        arrangeForAnalysis(window, docks);
        return true;
    }
    if (name == kDecide) {
        arrangeForDecisions(window, docks);
        return true;
    }
    if (name == kLocalize) {
        arrangeForLocalization(window, docks);
        return true;
    }
    const int width = window.width();
    const int height = window.height();
    const auto showRight = [&](QDockWidget* first) {
        window.addDockWidget(Qt::RightDockWidgetArea, first);
        for (QDockWidget* dock : {objects, events, overview}) {
            if (dock != first) {
                window.tabifyDockWidget(first, dock);
            }
        }
    };
    if (name == kReplay) {
        window.addDockWidget(Qt::RightDockWidgetArea, field);
        window.splitDockWidget(field, events, Qt::Vertical);
        window.tabifyDockWidget(events, objects);
        window.tabifyDockWidget(objects, overview);
        for (QDockWidget* dock : {field, events, objects, overview}) {
            dock->show();
        }
        events->raise();
        window.resizeDocks({field, events}, {width * 30 / 100, width * 30 / 100}, Qt::Horizontal);
        window.resizeDocks({field, events}, {height * 32 / 100, height * 50 / 100}, Qt::Vertical);
    } else if (name == kPlots) {
        showRight(objects);
        window.addDockWidget(Qt::BottomDockWidgetArea, plots);
        for (QDockWidget* dock : {objects, events, overview, plots}) {
            dock->show();
        }
        objects->raise();
        window.resizeDocks({objects}, {width * 27 / 100}, Qt::Horizontal);
        window.resizeDocks({plots}, {height * 40 / 100}, Qt::Vertical);
    } else if (name == kSimulator) {
        window.addDockWidget(Qt::RightDockWidgetArea, field);
        window.splitDockWidget(field, objects, Qt::Vertical);
        for (QDockWidget* dock : {field, objects}) {
            dock->show();
        }
        window.resizeDocks({simulator, field}, {kSimulatorWidthPx, width * 26 / 100},
                           Qt::Horizontal);
        window.resizeDocks({field, objects}, {height * 30 / 100, height * 55 / 100}, Qt::Vertical);
    } else if (name == kLive) {
        QDockWidget* joints = docks.at(QStringLiteral("joints"));
        QDockWidget* agent = docks.at(QStringLiteral("agent"));
        window.addDockWidget(Qt::RightDockWidgetArea, field);
        window.splitDockWidget(field, agent, Qt::Vertical);
        window.tabifyDockWidget(agent, docks.at(QStringLiteral("decision")));
        window.tabifyDockWidget(agent, docks.at(QStringLiteral("drawings")));
        window.tabifyDockWidget(agent, objects);
        for (const char* id :
             {"field", "joints", "referee", "agent", "decision", "drawings", "objects"}) {
            docks.at(QLatin1String(id))->show();
        }
        if (height >= kTallPx) {
            for (const char* id : {"teams", "output"}) {
                docks.at(QLatin1String(id))->show();
            }
            window.resizeDocks({docks.at(QStringLiteral("output"))}, {height * 22 / 100},
                               Qt::Vertical);
        }
        joints->raise();
        agent->raise();
        window.resizeDocks({joints, field}, {kJointsWidthPx, width * 29 / 100}, Qt::Horizontal);
        window.resizeDocks({field, agent}, {height * 22 / 100, height * 58 / 100}, Qt::Vertical);
    } else {
        window.addDockWidget(Qt::LeftDockWidgetArea, field);
        showRight(events);
        for (QDockWidget* dock : {field, events, objects, overview}) {
            dock->show();
        }
        events->raise();
        window.resizeDocks({field, events}, {width * 42 / 100, width * 29 / 100}, Qt::Horizontal);
    }
    return true;
}

QStringList savedLayouts(const QSettings& store) {
    QStringList names;
    for (const QString& key : store.allKeys()) {
        if (key.startsWith(QStringLiteral("layouts/"))) {
            names << key.mid(8);
        }
    }
    return names;
}

LayoutKind layoutKind(const QSettings& store, const QString& name) {
    if (name == kTrain || store.value(kTrainLayouts + name).toBool()) {
        return LayoutKind::Train;
    }
    if (name == kRobot || store.value(kRobotLayouts + name).toBool()) {
        return LayoutKind::Robot;
    }
    return name == kMotion || store.value(kMotionLayouts + name).toBool() ? LayoutKind::Motion
                                                                          : LayoutKind::Match;
}

// The window's own state says nothing of docks that have no place, and leaves those as they are: so
// it goes with the names of those that are shown.
QByteArray arrangementOf(const QMainWindow& window) {
    QStringList shown;
    for (const auto* dock : docksOf(window)) {
        if (!dock->isHidden()) {
            shown << dock->objectName();
        }
    }
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << shown << window.saveState(kStateVersion);
    return bytes;
}

bool restoreArrangement(QMainWindow& window, const QByteArray& arrangement) {
    QStringList shown;
    QByteArray state;
    QDataStream stream(arrangement);
    stream >> shown >> state;
    const QSize size = window.size();
    window.setUpdatesEnabled(false);
    const bool hasNames = stream.status() == QDataStream::Ok; // older layouts are the state alone
    const bool isGood = window.restoreState(hasNames ? state : arrangement, kStateVersion);
    if (isGood && hasNames) {
        for (auto* dock : docksOf(window)) {
            dock->setVisible(shown.contains(dock->objectName()));
        }
        window.layout()->activate();
        if (!window.isMaximized() && !window.isFullScreen()) {
            window.resize(size); // with all of them at once it may have grown
        }
    }
    window.setUpdatesEnabled(true);
    return isGood;
}

void writeArrangements(QSettings& store, const Arrangements& arrangements) {
    store.remove(kArrangements);
    store.beginGroup(kArrangements);
    for (const auto& [name, arrangement] : arrangements) {
        store.setValue(name, arrangement);
    }
    store.endGroup();
}

Arrangements readArrangements(QSettings& store) {
    Arrangements arrangements;
    store.beginGroup(kArrangements);
    for (const QString& name : store.childKeys()) {
        arrangements[name] = store.value(name).toByteArray();
    }
    store.endGroup();
    return arrangements;
}

bool saveLayout(QSettings& store, const QMainWindow& window, const QString& name, LayoutKind kind) {
    if (name.isEmpty() || name.contains(QLatin1Char('/')) || builtInLayouts().contains(name)) {
        return false;
    }
    store.setValue(stateKey(name), arrangementOf(window));
    store.setValue(kMotionLayouts + name, kind == LayoutKind::Motion);
    store.setValue(kTrainLayouts + name, kind == LayoutKind::Train);
    store.setValue(kRobotLayouts + name, kind == LayoutKind::Robot);
    return true;
}

void removeLayout(QSettings& store, const QString& name) {
    store.remove(stateKey(name));
    store.remove(kMotionLayouts + name);
    store.remove(kTrainLayouts + name);
    store.remove(kRobotLayouts + name);
}

bool restoreLayout(const QSettings& store, QMainWindow& window, const QString& name) {
    const QByteArray state = store.value(stateKey(name)).toByteArray();
    return !state.isEmpty() && restoreArrangement(window, state);
}

} // namespace sideline::studio
