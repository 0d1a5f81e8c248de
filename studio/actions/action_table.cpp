#include "studio/actions/action_table.h"

#include <algorithm>
#include <set>

#include <QCoreApplication>

#include "agentcore/base/assert.h"
#include "widgets/common/field_commit.h"
#include "widgets/common/icons.h"

namespace sideline::studio {

namespace {

// Letters that the 3D view uses for flying (W A S D) must not be used by an action.
constexpr ActionSpec kSpecs[] = {
    {"file.open", "Open file...", "Ctrl+O", "open", false},
    {"file.sample", "Show the sample match", "", "", false},
    {"file.close", "Close log", "Ctrl+W", "", false},
    {"file.cut", "Export clip of the log...", "Ctrl+E", "export", false},
    {"file.poses", "Export poses as CSV...", "", "", false},
    {"file.joints", "Export joint angles as CSV...", "", "", false},
    {"file.events", "Export events as CSV...", "", "", false},
    {"file.video", "Export video...", "", "export", false},
    {"file.picture", "Save image of the 3D view...", "F12", "camera", false},
    {"file.copy-picture", "Copy image of the 3D view", "Shift+F12", "", false},
    {"file.settings", "Settings...", "Ctrl+,", "settings", false},
    {"file.quit", "Quit", "Ctrl+Q", "", false},

    {"replay.play", "Play or pause", "Space", "play", false},
    {"replay.forward", "Play forward", "Shift+R", "play", false},
    {"replay.reverse", "Play backward", "R", "play-backward", false},
    {"replay.frame-back", "One frame back", "Left; ,", "step-backward", false},
    {"replay.frame-forward", "One frame forward", "Right; .", "step-forward", false},
    {"replay.second-back", "One second back", "Shift+Left", "second-backward", false},
    {"replay.second-forward", "One second forward", "Shift+Right", "second-forward", false},
    {"replay.ten-back", "Ten seconds back", "Ctrl+Left", "", false},
    {"replay.ten-forward", "Ten seconds forward", "Ctrl+Right", "", false},
    {"replay.minute-back", "One minute back", "Ctrl+Shift+Left", "", false},
    {"replay.minute-forward", "One minute forward", "Ctrl+Shift+Right", "", false},
    {"replay.go-to", "Go to a time or frame...", "Ctrl+G", "", false},
    {"replay.start", "Go to start", "Home", "to-start", false},
    {"replay.end", "Go to end", "End", "to-end", false},
    {"replay.slower", "Slower", "Down; X", "", false},
    {"replay.faster", "Faster", "Up; C", "", false},
    {"replay.normal-speed", "Normal speed", "Backspace", "", false},
    {"replay.event-previous", "Previous event", "Shift+N", "event-previous", false},
    {"replay.event-next", "Next event", "N", "event-next", false},
    {"replay.goal-previous", "Previous goal", "G", "", false},
    {"replay.goal-next", "Next goal", "H", "", false},
    {"replay.pause-at-events", "Pause at listed events", "", "", true},
    {"replay.loop-begin", "Loop start here (A)", "[", "", false},
    {"replay.loop-end", "Loop end here (B)", "]", "", false},
    {"replay.loop", "Loop between A and B", "L", "loop", true},
    {"replay.bookmark", "Bookmark this frame", "M", "bookmark", false},
    {"replay.bookmark-previous", "Previous bookmark", "Alt+Shift+N", "", false},
    {"replay.bookmark-next", "Next bookmark", "Alt+N", "", false},
    {"replay.to-motion", "Create motion from the selected robot", "", "", false},
    {"replay.play-on", "Play on from here", "Ctrl+Alt+P", "", false},
    {"replay.save-situation", "Save this frame as a situation...", "", "", false},
    {"replay.show-match", "Ruler: section with robots", "", "", false},
    {"replay.show-all", "Ruler: whole log", "", "", false},
    {"replay.show-last-ten", "Ruler: last 10 s, live", "", "", false},
    {"replay.show-last-minute", "Ruler: last minute, live", "", "", false},

    {"simulator.start", "Start the simulator", "F5", "play", false},
    {"simulator.server", "Server...", "", "server", false},
    {"simulator.with-agent", "Start with one robot", "", "", true},
    {"simulator.with-nao0", "Start with Nao type 0", "", "", false},
    {"simulator.with-nao1", "Start with Nao type 1", "", "", false},
    {"simulator.with-nao2", "Start with Nao type 2", "", "", false},
    {"simulator.with-nao3", "Start with Nao type 3", "", "", false},
    {"simulator.with-nao4", "Start with Nao type 4", "", "", false},
    {"simulator.with-T1", "Start with T1", "", "", false},
    {"simulator.with-K1", "Start with K1", "", "", false},
    {"simulator.with-PiPlus", "Start with PiPlus", "", "", false},
    {"simulator.pause", "Pause", "F6", "pause", true},
    {"simulator.step", "Step one cycle", "F7", "step-forward", false},
    {"simulator.slower", "Slower", "Ctrl+Down", "", false},
    {"simulator.faster", "Faster", "Ctrl+Up", "", false},
    {"simulator.save-snapshot", "Save snapshot", "F8", "", false},
    {"simulator.restore-snapshot", "Restore last snapshot", "F9", "", false},
    {"simulator.save-situation", "Save simulation as a situation...", "", "", false},
    {"simulator.kick-off-left", "Kick-off left", "Ctrl+Shift+L", "", false},
    {"simulator.kick-off-right", "Kick-off right", "Ctrl+Shift+R", "", false},
    {"simulator.drop-ball", "Drop ball", "Ctrl+Shift+B", "", false},
    {"simulator.record", "Record match...", "", "", true},
    {"simulator.connect", "Connect to a server...", "Ctrl+Shift+O", "server", false},
    {"simulator.disconnect", "Disconnect", "", "", false},
    {"simulator.show", "Show live match", "Ctrl+L", "", true},

    {"live.return", "Go to newest frame", "Ctrl+End", "to-end", false},
    {"live.save", "Save live recording...", "", "export", false},
    {"session.record", "Record live matches as sessions", "", "", true},
    {"session.folder", "Show recorded sessions", "", "", false},

    {"agent.start", "Start agent...", "Ctrl+Shift+N", "", false},
    {"agent.stop", "Stop agent", "", "", false},
    {"agent.drive", "Drive robot", "F2", "", true},
    {"agent.parameters", "Change parameters of behavior", "", "", false},
    {"agent.control", "Control joints", "F3", "", true},
    {"agent.freeze", "Freeze joints", "F4", "", false},

    {"team.open", "Open team file...", "Ctrl+T", "", false},
    {"team.new", "New team file...", "", "", false},
    {"team.edit", "Edit team file...", "", "", false},
    {"team.start", "Start team", "", "", false},
    {"team.stop", "Stop all teams", "", "", false},

    {"referee.enable", "Enable referee commands", "Ctrl+Shift+A", "", true},
    {"referee.reset-clock", "Reset game clock to 0", "Shift+T", "", false},
    {"referee.full-state", "Request full scene", "U", "", false},

    {"motion.new", "New motion", "Ctrl+N", "", false},
    {"motion.open", "Open motion...", "Ctrl+Alt+O", "open", false},
    {"motion.save", "Save motion", "Ctrl+S", "", false},
    {"motion.save-as", "Save motion as...", "Ctrl+Shift+S", "", false},
    {"motion.export", "Export motion for another team...", "Ctrl+Shift+E", "export", false},
    {"motion.parameters", "Load parameters from file...", "", "", false},
    {"motion.undo", "Undo", "Ctrl+Z", "", false},
    {"motion.redo", "Redo", "Ctrl+Shift+Z; Ctrl+Y", "", false},
    {"motion.store", "Store pose as keyframe", "K", "", false},
    {"motion.remove", "Delete selected keys", "Del; X", "", false},
    {"motion.cut", "Cut keys", "Ctrl+X", "", false},
    {"motion.copy", "Copy keys or pose", "Ctrl+C", "", false},
    {"motion.paste", "Paste", "Ctrl+V", "", false},
    {"motion.paste-flipped", "Paste mirrored", "Ctrl+Shift+V", "", false},
    {"motion.duplicate", "Duplicate keys", "Ctrl+D; Shift+D", "", false},
    {"motion.select-all", "Select all keys", "Ctrl+A", "", false},
    {"motion.flip", "Mirror keys or pose (swap left and right)", "F", "", false},
    {"motion.reverse", "Reverse keys in time", "", "", false},
    {"motion.reverse-here", "Reverse keys about the playhead", "Alt+R", "", false},
    {"motion.extend", "Move keys on the mouse's side of the playhead", "E", "", false},
    {"motion.mirror", "Mirror whole motion", "Ctrl+M", "", false},
    {"motion.marker", "Add marker here", "M", "bookmark", false},
    {"motion.insert-time", "Insert 0.1 s here", "Insert", "", false},
    {"motion.from-robot", "Keyframe from live robot", "Ctrl+K", "", false},
    {"motion.record", "Record live robot", "Ctrl+Shift+K", "", true},
    {"motion.curve-hold", "Curve: hold", "Alt+1", "", false},
    {"motion.curve-linear", "Curve: linear", "Alt+2", "", false},
    {"motion.curve-smooth", "Curve: smooth", "Alt+3", "", false},
    {"motion.curve-sine", "Curve: sine", "Alt+4", "", false},
    {"motion.curve-cubic", "Curve: cubic with handles", "Alt+5", "", false},
    {"motion.play", "Play or pause motion", "Space", "play", true},
    {"motion.repeat", "Repeat", "L", "loop", true},
    {"motion.try", "Simulate", "F6", "", false},
    {"motion.show-trial", "Show simulation test or motion", "F7", "", false},
    {"motion.play-live", "Play on live robot", "F8", "", false},
    {"motion.optimize", "Optimize this motion...", "Ctrl+Shift+M", "", false},
    {"motion.step-back", "20 ms back", "Left; ,", "step-backward", false},
    {"motion.step-on", "20 ms forward", "Right; .", "step-forward", false},
    {"motion.key-back", "Previous keyframe", "Down", "event-previous", false},
    {"motion.key-on", "Next keyframe", "Up", "event-next", false},
    {"motion.begin", "Go to start", "Shift+Left", "to-start", false},
    {"motion.end", "Go to end", "Shift+Right", "to-end", false},
    {"motion.curves", "Show curves instead of dope sheet", "C", "", true},
    {"motion.fit", "Timeline: whole motion", "Home", "fit", false},
    {"motion.view-front", "Front view", "1", "", false},
    {"motion.view-left", "Left view", "3", "", false},
    {"motion.view-back", "Rear view", "4", "", false},
    {"motion.view-right", "Right view", "6", "", false},
    {"motion.view-top", "Top view", "7", "", false},

    {"robot.choose", "Open robot", "", "robot", false},
    {"robot.open", "Open robot...", "Ctrl+Alt+R", "open", false},
    {"robot.save", "Save robot", "Ctrl+S", "", false},
    {"robot.save-as", "Save robot as...", "Ctrl+Shift+S", "", false},
    {"robot.urdf", "Export robot as URDF...", "Ctrl+Shift+E", "export", false},
    {"robot.undo", "Undo", "Ctrl+Z", "", false},
    {"robot.redo", "Redo", "Ctrl+Shift+Z; Ctrl+Y", "", false},
    {"robot.add-body", "Add body", "Insert", "add", false},
    {"robot.rename", "Rename body or joint", "F2", "", false},
    {"robot.remove", "Remove body, joint or sensor", "Del", "remove", false},
    {"robot.zero", "Show all joints at zero", "Z", "zero", false},
    {"robot.try", "Try in simulator", "F6", "play", false},
    {"robot.motion", "New motion for this robot", "Ctrl+Shift+M", "", false},

    {"train.new", "New experiment...", "", "", false},
    {"train.open", "Open experiment...", "", "open", false},
    {"train.start", "Start or resume experiment", "F6", "", false},
    {"train.pause", "Pause experiment after this generation", "F7", "", false},
    {"train.play", "Play or pause trial", "Space", "play", false},
    {"train.step-back", "20 ms back", "Left; ,", "step-backward", false},
    {"train.step-on", "20 ms forward", "Right; .", "step-forward", false},
    {"train.worst", "Watch worst trial", "X", "", false},
    {"train.best", "Watch champion", "B", "", false},
    {"train.send", "Send to motion library", "", "", false},
    {"train.match", "Open trial as a match", "", "", false},

    {"camera.preset1", "View 1: left goal", "1", "", false},
    {"camera.preset2", "View 2: left corner", "2", "", false},
    {"camera.preset3", "View 3: left half", "3", "", false},
    {"camera.preset4", "View 4: sideline", "4", "", false},
    {"camera.preset5", "View 5: right half", "5", "", false},
    {"camera.preset6", "View 6: right corner", "6", "", false},
    {"camera.preset7", "View 7: right goal", "7", "", false},
    {"camera.preset8", "View 8: top", "8", "", false},
    {"camera.free", "Free camera", "9", "", true},
    {"camera.follow-ball", "Follow ball", "B", "", true},
    {"camera.follow-player", "Follow player", "P", "", true},
    {"camera.follow-player-turning", "Follow player and turn with it", "Shift+P", "", true},
    {"camera.first-person", "Player's eyes", "V", "", true},
    {"camera.third-person", "Behind player", "E", "", true},
    {"camera.top", "Top view, orthographic", "T", "", true},

    {"select.ball", "Select ball", "0", "", false},
    {"select.next", "Next player of this team", "K", "", false},
    {"select.previous", "Previous player of this team", "J", "", false},
    {"select.other-team", "Same number on the other team", "O", "", false},
    {"select.none", "Clear selection", "Esc", "", false},

    {"localize.open", "Open agent stream...", "Ctrl+Alt+L", "open", false},
    {"localize.truth", "Ground truth from match log...", "", "", false},
    {"localize.belief", "Open the agent's own belief...", "", "", false},
    {"localize.zoom", "Zoom map to robot and back", "Z", "", false},
    {"localize.worst", "Go to largest error", "Shift+X", "", false},
    {"localize.export", "Export beliefs and errors as CSV...", "", "", false},

    {"analysis.play", "Play or pause the playlist", "Ctrl+P", "play", false},
    {"analysis.previous", "Previous moment of the playlist", "Alt+Up", "event-previous", false},
    {"analysis.next", "Next moment of the playlist", "Alt+Down", "event-next", false},
    {"analysis.teams-csv", "Export team statistics as CSV...", "", "", false},
    {"analysis.players-csv", "Export player statistics as CSV...", "", "", false},
    {"analysis.moments-csv", "Export listed moments as CSV...", "", "", false},

    {"decide.what-if", "What if: play on in the background", "Ctrl+Alt+W", "", false},
    {"decide.formation", "Open formation...", "", "open", false},
    {"decide.text", "Open decision file as text...", "", "open", false},

    {"view.start", "Start page", "Ctrl+0", "", false},
    {"view.drawings", "Drawings and beliefs", "Ctrl+D", "", true},
    {"view.agent-eyes", "Match as believed by the agent", "Ctrl+B", "", true},
    {"view.doing", "Behaviors above players", "Ctrl+Alt+D", "", true},
    {"view.trail", "Trail of selection", "Y", "trail", true},
    {"view.labels", "Numbers above players", "I", "", true},
    {"view.team-names", "Team names at the goals", "Shift+I", "", true},
    {"view.measure", "Measure distances", "Q", "", true},
    {"view.regions", "Player regions (Voronoi)", "Shift+V", "", true},
    {"view.offside", "Offside lines", "Shift+O", "", true},
    {"view.keep-out", "Set-play exclusion zones", "Shift+F", "", true},
    {"view.cones", "Robots' view cones", "Shift+C", "", true},
    {"view.flip", "Rotate field by 180\u00b0", "Ctrl+R", "", true},
    {"view.follow", "Field: follow selection or ball", "Shift+B", "", true},
    {"view.second", "Second 3D view", "Ctrl+Alt+V", "", true},
    {"view.shadows", "Shadows", "", "", true},
    {"view.wireframe", "Wireframe", "Ctrl+Shift+W", "", true},
    {"view.smooth", "Smooth motion between frames", "", "", true},
    {"view.full-screen", "Full screen", "F11", "", true},
    {"view.save-layout", "Save layout as...", "", "", false},
    {"view.reset-layout", "Reset layout", "", "", false},

    {"workspace.replay", "Replay", "Ctrl+1", "", false},
    {"workspace.live", "Live", "Ctrl+2", "", false},
    {"workspace.motion", "Motion", "Ctrl+3", "", false},
    {"workspace.train", "Train", "Ctrl+Shift+T", "", false},
    {"workspace.localize", "Localize", "Ctrl+4", "", false},
    {"workspace.analysis", "Analysis", "Ctrl+Alt+A", "", false},
    {"workspace.decide", "Decide", "Ctrl+Alt+E", "", false},
    {"workspace.robot", "Robot", "Ctrl+Alt+B", "", false},
    {"workspace.teams", "Teams", "Ctrl+5", "", false},
    {"workspace.simulator", "Simulator", "Ctrl+6", "", false},
    {"workspace.plots", "Plots", "Ctrl+7", "", false},
    {"workspace.field", "Field", "Ctrl+8", "", false},
    {"workspace.picture", "Picture", "Ctrl+9", "", false},
    {"workspace.next", "Next workspace", "Ctrl+Tab", "", false},
    {"workspace.previous", "Previous workspace", "Ctrl+Shift+Tab", "", false},
    {"workspace.saved1", "Saved layout 1", "Ctrl+Alt+1", "", false},
    {"workspace.saved2", "Saved layout 2", "Ctrl+Alt+2", "", false},
    {"workspace.saved3", "Saved layout 3", "Ctrl+Alt+3", "", false},
    {"workspace.saved4", "Saved layout 4", "Ctrl+Alt+4", "", false},
    {"workspace.saved5", "Saved layout 5", "Ctrl+Alt+5", "", false},
    {"workspace.saved6", "Saved layout 6", "Ctrl+Alt+6", "", false},
    {"workspace.saved7", "Saved layout 7", "Ctrl+Alt+7", "", false},
    {"workspace.saved8", "Saved layout 8", "Ctrl+Alt+8", "", false},
    {"workspace.saved9", "Saved layout 9", "Ctrl+Alt+9", "", false},

    {"help.palette", "Command palette...", "Ctrl+Shift+P", "", false},
    {"help.docs", "Documentation", "F1", "info", false},
    {"help.keys", "Keyboard and mouse", "Shift+F1", "", false},
    {"help.about", "About Sideline", "", "", false},
};

QList<QKeySequence> parseKeys(const QString& text) {
    QList<QKeySequence> keys;
    for (const QString& part : text.split(QStringLiteral("; "), Qt::SkipEmptyParts)) {
        keys << QKeySequence(part);
    }
    return keys;
}

QString keysText(const QList<QKeySequence>& keys, QKeySequence::SequenceFormat format) {
    QStringList parts;
    for (const QKeySequence& key : keys) {
        parts << key.toString(format);
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace

const std::vector<ActionSpec>& ActionTable::specs() {
    static const std::vector<ActionSpec> kAll = [] {
        std::vector<ActionSpec> all(std::begin(kSpecs), std::end(kSpecs));
        // Adds the actions that select players by number: Ctrl for the left team, Ctrl+Shift for
        // the right.
        static std::vector<std::array<std::string, 3>> kTexts;
        for (int i = 0; i < 22; ++i) {
            const bool left = i < 11;
            const std::string number = std::to_string(i % 11 + 1);
            kTexts.push_back({(left ? "select.left" : "select.right") + number,
                              (left ? "Select left player " : "Select right player ") + number,
                              (left ? "Ctrl+F" : "Ctrl+Shift+F") + number});
        }
        for (const auto& [id, text, keys] : kTexts) {
            all.push_back({id.c_str(), text.c_str(), keys.c_str(), "", false});
        }
        return all;
    }();
    return kAll;
}

QString ActionTable::groupText(const QString& group) {
    const std::map<QString, QString> texts = {{QStringLiteral("file"), tr("File")},
                                              {QStringLiteral("replay"), tr("Replay")},
                                              {QStringLiteral("simulator"), tr("Simulator")},
                                              {QStringLiteral("live"), tr("Live match")},
                                              {QStringLiteral("session"), tr("Sessions")},
                                              {QStringLiteral("agent"), tr("Agents")},
                                              {QStringLiteral("team"), tr("Teams")},
                                              {QStringLiteral("referee"), tr("Referee")},
                                              {QStringLiteral("motion"), tr("Motion editor")},
                                              {QStringLiteral("train"), tr("Training")},
                                              {QStringLiteral("robot"), tr("Robot workshop")},
                                              {QStringLiteral("camera"), tr("Camera")},
                                              {QStringLiteral("select"), tr("Selection")},
                                              {QStringLiteral("localize"), tr("Localization")},
                                              {QStringLiteral("analysis"), tr("Analysis")},
                                              {QStringLiteral("decide"), tr("Decisions")},
                                              {QStringLiteral("view"), tr("View")},
                                              {QStringLiteral("workspace"), tr("Workspaces")},
                                              {QStringLiteral("help"), tr("Help")}};
    const auto it = texts.find(group);
    return it == texts.end() ? group : it->second;
}

ActionScope ActionTable::scopeOf(const QString& id) {
    static const std::set<QString> kEverywhere = {
        QStringLiteral("motion.new"),        QStringLiteral("motion.open"),
        QStringLiteral("train.new"),         QStringLiteral("train.open"),
        QStringLiteral("robot.open"),        QStringLiteral("simulator.start"),
        QStringLiteral("simulator.connect"), QStringLiteral("simulator.disconnect"),
        QStringLiteral("agent.start"),       QStringLiteral("agent.stop"),
        QStringLiteral("view.full-screen"),  QStringLiteral("view.start"),
        QStringLiteral("view.save-layout"),  QStringLiteral("view.reset-layout"),
        QStringLiteral("view.shadows"),      QStringLiteral("view.wireframe"),
        QStringLiteral("file.open"),         QStringLiteral("file.sample"),
        QStringLiteral("file.picture"),      QStringLiteral("file.copy-picture"),
        QStringLiteral("file.settings"),     QStringLiteral("file.quit")};
    if (kEverywhere.contains(id) || id.startsWith(QStringLiteral("help.")) ||
        id.startsWith(QStringLiteral("simulator.with-")) ||
        id.startsWith(QStringLiteral("workspace."))) {
        return ActionScope::Everywhere;
    }
    const QString group = id.section(QLatin1Char('.'), 0, 0);
    for (const ActionScope scope : {ActionScope::Motion, ActionScope::Train, ActionScope::Robot}) {
        if (scopeName(scope) == group) {
            return scope;
        }
    }
    return ActionScope::Match;
}

// The name of a scope is also the name of its group of actions.
QString ActionTable::scopeName(ActionScope scope) {
    switch (scope) {
    case ActionScope::Motion:
        return QStringLiteral("motion");
    case ActionScope::Train:
        return QStringLiteral("train");
    case ActionScope::Robot:
        return QStringLiteral("robot");
    case ActionScope::Everywhere:
    case ActionScope::Match:
        break;
    }
    return {};
}

void ActionTable::setScope(ActionScope scope) {
    for (QAction* action : m_actions) {
        const ActionScope own = scopeOf(action->objectName());
        action->setVisible(own == ActionScope::Everywhere || own == scope);
    }
}

ActionTable::ActionTable(QObject* parent) : QObject(parent) {
    new widgets::FieldCommit(this);
    for (const ActionSpec& spec : specs()) {
        auto* action = new QAction(tr(spec.text), this);
        const QString id = QLatin1String(spec.id);
        action->setObjectName(id);
        action->setCheckable(spec.checkable);
        action->setShortcutContext(Qt::WindowShortcut);
        action->setShortcuts(parseKeys(QLatin1String(spec.keys)));
        // Commits the text being edited before any other slot of the action runs.
        connect(action, &QAction::triggered, this, &widgets::commitField);
        m_actions.push_back(action);
        m_byId[id] = action;
        updateToolTip(action);
    }
    refreshIcons();
}

void ActionTable::refreshIcons() {
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        if (*specs()[i].icon != '\0') {
            m_actions[i]->setIcon(widgets::icon(QLatin1String(specs()[i].icon)));
        }
    }
}

QAction* ActionTable::find(const QString& id) const {
    const auto it = m_byId.find(id);
    return it == m_byId.end() ? nullptr : it->second;
}

QAction* ActionTable::action(const QString& id) const {
    QAction* found = find(id);
    SIDELINE_ASSERT(found != nullptr);
    return found;
}

void ActionTable::updateToolTip(QAction* action) const {
    setToolTip(action, QString(action->text()).remove(QStringLiteral("...")), action->shortcuts());
}

void ActionTable::setToolTip(QAction* action, const QString& text,
                             const QList<QKeySequence>& keys) {
    const QString shortcut = keysText(keys, QKeySequence::NativeText);
    action->setToolTip(shortcut.isEmpty() ? text : QStringLiteral("%1  (%2)").arg(text, shortcut));
}

QList<QKeySequence> ActionTable::defaultKeys(const QString& id) {
    const auto it = std::ranges::find_if(
        specs(), [&](const ActionSpec& spec) { return id == QLatin1String(spec.id); });
    return it == specs().end() ? QList<QKeySequence>{} : parseKeys(QLatin1String(it->keys));
}

void ActionTable::setText(const QString& id, const QString& text) {
    QAction* target = action(id);
    target->setText(QString(text).replace(u'&', QStringLiteral("&&")));
    updateToolTip(target);
}

void ActionTable::setKeys(const QString& id, const QList<QKeySequence>& keys) {
    const ActionScope scope = scopeOf(id);
    for (QAction* other : m_actions) {
        const ActionScope theirs = scopeOf(other->objectName());
        if (theirs != scope && theirs != ActionScope::Everywhere &&
            scope != ActionScope::Everywhere) {
            continue; // the actions of different scopes are never available at the same time
        }
        QList<QKeySequence> left = other->shortcuts();
        const auto taken =
            left.removeIf([&](const QKeySequence& key) { return keys.contains(key); });
        if (taken > 0) {
            other->setShortcuts(left);
            updateToolTip(other);
        }
    }
    QAction* target = action(id);
    target->setShortcuts(keys);
    updateToolTip(target);
}

void ActionTable::resetKeys() {
    for (QAction* action : m_actions) {
        action->setShortcuts(defaultKeys(action->objectName()));
        updateToolTip(action);
    }
}

void ActionTable::load(const QSettings& store) {
    resetKeys();
    for (QAction* action : m_actions) {
        const QString key = QStringLiteral("keys/") + action->objectName();
        if (store.contains(key)) {
            setKeys(action->objectName(), parseKeys(store.value(key).toString()));
        }
    }
}

void ActionTable::save(QSettings& store) const {
    for (const QAction* action : m_actions) {
        const QString key = QStringLiteral("keys/") + action->objectName();
        if (action->shortcuts() == defaultKeys(action->objectName())) {
            store.remove(key);
        } else {
            store.setValue(key, keysText(action->shortcuts(), QKeySequence::PortableText));
        }
    }
}

QString ActionTable::helpHtml() const {
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='3'>");
    QString group;
    const auto heading = [&](const QString& text) {
        html += QStringLiteral("<tr><td colspan='2'><h3>%1</h3></td></tr>").arg(text);
    };
    const auto row = [&](const QString& what, const QString& how) {
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td><b>%2</b></td></tr>")
                    .arg(what.toHtmlEscaped(), how.toHtmlEscaped());
    };
    for (const QAction* action : m_actions) {
        const QString id = action->objectName();
        const QString own = id.left(id.indexOf(QLatin1Char('.')));
        if (own != group) {
            group = own;
            heading(groupText(group));
        }
        const QString keys = keysText(action->shortcuts(), QKeySequence::NativeText);
        row(action->text(), keys.isEmpty() ? QStringLiteral("-") : keys);
    }
    heading(tr("Mouse in the 3D view"));
    row(tr("Orbit"), tr("left drag"));
    row(tr("Pan"), tr("right or middle drag"));
    row(tr("Zoom"), tr("wheel; Shift for small steps"));
    row(tr("Fly"), tr("W A S D, Page Up and Page Down; Shift to fly slowly"));
    row(tr("Select a robot, a body of it, or the ball"), tr("click"));
    row(tr("Follow it"), tr("double click"));
    row(tr("Measure distances, when turned on"),
        tr("left drag, also in the field view; Esc ends it"));
    heading(tr("Mouse in a running simulation"));
    row(tr("Pull a robot or the ball with a spring"), tr("Ctrl + drag in the 3D view"));
    row(tr("Push a robot or the ball; the arrow shows the push"),
        tr("Shift + drag in the 3D view"));
    row(tr("Nudge a robot or the ball away from you"), tr("Shift + click in the 3D view"));
    heading(tr("Mouse with referee commands enabled"));
    row(tr("Move a robot or the ball"), tr("Ctrl + Shift + drag in the 3D view; Ctrl + drag in the "
                                           "field view; wheel turns the robot"));
    row(tr("Throw the ball so that it comes to rest at the pointer"),
        tr("Ctrl + Alt + drag; scroll for a higher throw"));
    heading(tr("Mouse in the motion editor"));
    row(tr("Orbit, pan, zoom"), tr("drag the background, right or middle drag, wheel"));
    row(tr("Move a hand, a foot or the torso"), tr("drag its handle"));
    row(tr("Rotate a foot"), tr("Shift + drag its handle"));
    row(tr("Pull a limb at any point"), tr("drag it"));
    row(tr("Select a joint"), tr("click its limb, its slider or its row in the timeline"));
    row(tr("Select keys"), tr("click, Shift + click, or drag a box around them"));
    row(tr("Move keys"), tr("drag; Ctrl for no snapping"));
    heading(tr("Mouse in ruler, field and plots"));
    row(tr("Go to a time"), tr("click or drag on the ruler; click in a plot"));
    row(tr("Zoom"), tr("wheel"));
    row(tr("Pan"), tr("drag; right drag on the ruler"));
    row(tr("Show all"), tr("double click"));
    row(tr("Zoom and pan the value axis of a plot"),
        tr("wheel and drag on the value axis, or Ctrl anywhere in the plot"));
    row(tr("Select an interval of a plot, for statistics"),
        tr("Shift + drag; Shift + click to clear it"));
    return html + QStringLiteral("</table>");
}

} // namespace sideline::studio
