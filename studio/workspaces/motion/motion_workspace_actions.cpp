// What keys and menus do in the motion editor: files, edits, playing.
#include <algorithm>
#include <iterator>
#include <utility>

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>

#include "agentcore/base/input_file.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "studio/workspaces/motion/motion_workspace.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

using game::kStepS;
constexpr double kFront = 0.0;
constexpr double kLeft = math::kPi / 2.0;
constexpr double kSlightlyUp = 0.15;

QString filterOf(const keyframe::FormatInfo& info) {
    return QStringLiteral("%1 (*%2)").arg(QLatin1String(info.name), QLatin1String(info.extension));
}

// Filters for a file dialog, of what can be written; our own format first.
QStringList filters() {
    QStringList list;
    for (const keyframe::FormatInfo& info : keyframe::formats()) {
        if (info.canWrite) {
            list << filterOf(info);
        }
    }
    return list;
}

// The format that a file name's ending and the chosen filter mean; several formats are `.txt`.
keyframe::Format formatFor(const QString& file, const QString& filter) {
    const std::string ending = '.' + QFileInfo(file).suffix().toLower().toStdString();
    std::optional<keyframe::Format> first;
    for (const keyframe::FormatInfo& info : keyframe::formats()) {
        if (ending != info.extension || !info.canWrite) {
            continue;
        }
        if (filterOf(info) == filter) {
            return info.format;
        }
        first = first.value_or(info.format);
    }
    return first.value_or(keyframe::Format::Sideline);
}

} // namespace

bool MotionWorkspace::isMotionFile(const QString& file) {
    const std::string ending = '.' + QFileInfo(file).suffix().toLower().toStdString();
    return std::ranges::any_of(keyframe::formats(), [&](const keyframe::FormatInfo& info) {
        return ending == info.extension;
    });
}

void MotionWorkspace::connectActions() {
    const auto when = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    when("motion.new", [this] {
        if (mayClose()) {
            leaveDocument();
            m_document.create({});
            setTime(0.0);
            Q_EMIT opened();
        }
    });
    when("motion.open", [this] { askToOpen(); });
    when("motion.save", [this] { save(); });
    when("motion.save-as", [this] { askToSaveAs(); });
    when("motion.export", [this] { askToExport(); });
    when("motion.parameters", [this] { askForParameters(); });
    connectEditActions();
    connectPlayActions();
}

void MotionWorkspace::connectEditActions() {
    const auto when = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    when("motion.undo", [this] { m_document.undoStack().undo(); });
    when("motion.redo", [this] { m_document.undoStack().redo(); });
    when("motion.store", [this] { storeKeyframe(); });
    when("motion.remove", [this] { m_timeline->deleteSelection(); });
    when("motion.cut", [this] { m_timeline->cutSelection(); });
    when("motion.copy", [this] {
        if (m_document.selection().empty()) {
            m_copiedPose = shownPose();
            m_pose->setCanPaste(true);
        } else {
            m_timeline->copySelection();
        }
    });
    when("motion.paste", [this] { m_timeline->paste(false); });
    when("motion.paste-flipped", [this] { m_timeline->paste(true); });
    when("motion.duplicate", [this] { m_timeline->duplicateSelection(); });
    when("motion.select-all", [this] { m_timeline->selectAll(); });
    when("motion.flip", [this] {
        if (m_document.selection().empty()) {
            flipPose();
        } else {
            m_timeline->flipSelection();
        }
    });
    when("motion.reverse", [this] { m_timeline->reverseSelection(); });
    when("motion.reverse-here", [this] { m_timeline->reverseSelectionAtCursor(); });
    when("motion.extend", [this] { m_timeline->extendSelection(); });
    when("motion.mirror", [this] { mirrorMotion(); });
    when("motion.marker", [this] { m_timeline->addMarkerAtCursor(); });
    when("motion.insert-time", [this] { m_timeline->insertTimeAtCursor(0.1); });
    when("motion.from-robot", [this] { keyFromRobot(); });
    when("motion.record", [this](bool isOn) { record(isOn); });
    struct CurveAction {
        const char* id;
        keyframe::Curve curve;
    };
    static constexpr CurveAction kCurves[] = {{"motion.curve-hold", keyframe::Curve::Hold},
                                              {"motion.curve-linear", keyframe::Curve::Linear},
                                              {"motion.curve-smooth", keyframe::Curve::Smooth},
                                              {"motion.curve-sine", keyframe::Curve::Sine},
                                              {"motion.curve-cubic", keyframe::Curve::Cubic}};
    for (const CurveAction& entry : kCurves) {
        when(entry.id, [this, curve = entry.curve] { m_timeline->setSelectionCurve(curve); });
    }
}

void MotionWorkspace::connectPlayActions() {
    const auto when = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    when("motion.play", [this] {
        if (m_trials->isShown()) { // the key plays what is in the picture
            m_trials->setPlaying(!m_trials->isPlaying());
        } else {
            setPlaying(!m_isPlaying);
        }
    });
    when("motion.try", [this] {
        setPlaying(false);
        m_trials->tryOnPhysics();
    });
    when("motion.play-live", [this] { m_trials->playOnRobot(); });
    when("motion.show-trial", [this] { m_trials->setShown(!m_trials->isShown()); });
    m_actions.action("motion.show-trial")->setIconText(tr("Test / motion"));
    m_timeline->transport().setActions(
        {m_actions.action("motion.begin"), m_actions.action("motion.step-back"),
         m_actions.action("motion.play"), m_actions.action("motion.step-on"),
         m_actions.action("motion.end"), m_actions.action("motion.repeat"), nullptr,
         m_actions.action("motion.try"), m_actions.action("motion.show-trial"), nullptr});
    const QString speedKey = QStringLiteral("motion/previewSpeed");
    m_timeline->transport().setSpeed(m_store.value(speedKey, 1.0).toDouble());
    m_trials->setSpeed(m_timeline->transport().speed());
    connect(&m_timeline->transport(), &widgets::MotionTransport::speedChosen, this,
            [this, speedKey](double speed) {
                m_store.setValue(speedKey, speed);
                m_trials->setSpeed(speed);
            });
    when("motion.step-back", [this] { setTime(m_timeS - kStepS); });
    when("motion.step-on", [this] { setTime(m_timeS + kStepS); });
    when("motion.key-back", [this] { m_timeline->goToKeyframe(-1); });
    when("motion.key-on", [this] { m_timeline->goToKeyframe(1); });
    when("motion.begin", [this] { setTime(0.0); });
    when("motion.end", [this] { setTime(m_document.motion()->endS()); });
    when("motion.curves", [this](bool isOn) {
        m_timeline->setMode(isOn ? widgets::MotionTimeline::Mode::Curves
                                 : widgets::MotionTimeline::Mode::DopeSheet);
    });
    connect(m_timeline, &widgets::MotionTimeline::modeChanged, this,
            [this](widgets::MotionTimeline::Mode mode) {
                m_actions.action("motion.curves")
                    ->setChecked(mode == widgets::MotionTimeline::Mode::Curves);
            });
    when("motion.fit", [this] { m_timeline->showAll(); });
    struct ViewAction {
        const char* id;
        double azimuthRad;
        double elevationRad;
    };
    static constexpr ViewAction kViews[] = {{"motion.view-front", kFront, kSlightlyUp},
                                            {"motion.view-left", kLeft, kSlightlyUp},
                                            {"motion.view-back", 2.0 * kLeft, kSlightlyUp},
                                            {"motion.view-right", -kLeft, kSlightlyUp},
                                            {"motion.view-top", kFront, kLeft}};
    for (const ViewAction& view : kViews) {
        when(view.id, [this, view] {
            if (m_stage) {
                m_stage->lookFrom(view.azimuthRad, view.elevationRad);
            }
        });
    }
}

void MotionWorkspace::updateActions() {
    const QUndoStack& stack = m_document.undoStack();
    const auto named = [this](const char* id, const QString& what, const QString& step, bool can) {
        QAction* action = m_actions.action(id);
        action->setEnabled(can);
        action->setText(can ? QStringLiteral("%1: %2").arg(what, step) : what);
    };
    named("motion.undo", tr("Undo"), stack.undoText(), stack.canUndo());
    named("motion.redo", tr("Redo"), stack.redoText(), stack.canRedo());
    const bool hasKeys = !m_document.motion()->keyframes.empty();
    const bool hasSelection = !m_document.selection().empty();
    for (const char* id : {"motion.remove", "motion.cut", "motion.duplicate", "motion.reverse",
                           "motion.reverse-here", "motion.curve-hold", "motion.curve-linear",
                           "motion.curve-smooth", "motion.curve-sine", "motion.curve-cubic"}) {
        m_actions.action(id)->setEnabled(hasSelection);
    }
    for (const char* id : {"motion.play", "motion.try", "motion.mirror", "motion.select-all",
                           "motion.key-back", "motion.key-on", "motion.export"}) {
        m_actions.action(id)->setEnabled(hasKeys);
    }
    m_actions.action("motion.save")
        ->setEnabled(m_document.isModified() || m_document.file().isEmpty());
    m_pose->setCanPaste(!m_copiedPose.empty());
}

void MotionWorkspace::tellFindings(const std::vector<keyframe::Finding>& findings,
                                   const QString& what) {
    if (findings.empty()) {
        return;
    }
    QString text = what + QStringLiteral(": ") + widgets::toQt(findings.front().toString());
    if (findings.size() > 1) {
        text += tr("  (and %n more, see the Motion panel)", nullptr,
                   static_cast<int>(findings.size()) - 1);
    }
    tell(keyframe::hasErrors(findings) ? MessageBar::Severity::Warning : MessageBar::Severity::Note,
         text);
}

// Another motion comes: what belongs to the one before goes.
void MotionWorkspace::leaveDocument() {
    m_fileFindings.clear();
    m_view.findings.clear();
    m_trials->clear();
    m_timeline->setView({});
    for (const QString& text : std::exchange(m_told, {})) {
        m_parts.messages.dismiss(text);
    }
}

// Says something that is of no interest any more when another motion is open.
void MotionWorkspace::tell(MessageBar::Severity severity, const QString& text,
                           const QString& button, std::function<void()> action) {
    m_told << text;
    m_parts.messages.show(severity, text, button, std::move(action));
}

bool MotionWorkspace::openFile(const QString& file) {
    if (!mayClose()) {
        return false;
    }
    m_parts.messages.dismiss(std::exchange(m_refusal, {}));
    auto read = m_document.open(file, m_robot);
    if (!read) {
        m_refusal = widgets::toQt(read.error().toString());
        tell(MessageBar::Severity::Error, m_refusal);
        return false;
    }
    leaveDocument();
    m_fileFindings = read->motions.front().findings;
    m_library->setCurrent(QFileInfo(file).absoluteFilePath());
    if (m_library->isShipped(file)) {
        m_document.detach();
    }
    chooseRobotFor(*m_document.motion());
    m_X_STorso.R = R_STorsoAtStart();
    setTime(0.0);
    showVersion();
    m_timeline->showAll();
    tellFindings(m_fileFindings, QFileInfo(file).fileName());
    if (read->motions.size() > 1) {
        offerOthers(QFileInfo(file).fileName(), {std::make_move_iterator(read->motions.begin() + 1),
                                                 std::make_move_iterator(read->motions.end())});
    }
    Q_EMIT opened();
    return true;
}

// What a file holds beside the motion that is open.
void MotionWorkspace::offerOthers(const QString& file, std::vector<keyframe::ReadMotion> others) {
    const QString first = widgets::toQt(others.front().motion.name);
    const bool isOne = others.size() == 1;
    const QString text =
        isOne ? tr("%1 contains 2 motions; this is the first. The other:").arg(file)
              : tr("%1 contains %2 motions; this is the first.").arg(file).arg(others.size() + 1);
    tell(MessageBar::Severity::Note, text, isOne ? first : tr("Choose..."),
         [this, others = std::move(others), isOne] {
             QStringList names;
             for (std::size_t i = 0; i < others.size(); ++i) {
                 names << QStringLiteral("%1  %2").arg(i + 2).arg(
                     widgets::toQt(others[i].motion.name));
             }
             bool isChosen = isOne;
             const QString name =
                 isOne
                     ? names.front()
                     : QInputDialog::getItem(m_parts.window, tr("Choose a motion"),
                                             tr("Motions in the file"), names, 0, false, &isChosen);
             if (isChosen && mayClose()) {
                 takeOther(others[static_cast<std::size_t>(names.indexOf(name))]);
             }
         });
}

void MotionWorkspace::takeOther(keyframe::ReadMotion read) {
    const QString name = widgets::toQt(read.motion.name);
    takeMotion(std::move(read.motion));
    m_fileFindings = std::move(read.findings);
    m_document.undoStack().setClean();
    showVersion();
    tellFindings(m_fileFindings, name);
}

// The first robot that the motion is made for, unless it suits the present one.
void MotionWorkspace::chooseRobotFor(const keyframe::Motion& motion) {
    const auto& robots = motion.robots;
    if (robots.empty() || std::ranges::find(robots, model().name()) != robots.end()) {
        return;
    }
    const auto made = std::ranges::find_if(m_robots, [&](const RobotChoice& robot) {
        return std::ranges::find(robots, robot.model->name()) != robots.end();
    });
    if (made != m_robots.end()) {
        m_robot = static_cast<int>(made - m_robots.begin());
        m_motionPanel->setRobots(m_robotNames, m_robot);
    }
}

void MotionWorkspace::takeMotion(keyframe::Motion motion, const QString& note) {
    leaveDocument();
    if (!note.isEmpty()) {
        tell(MessageBar::Severity::Note, note);
    }
    m_document.create({});
    chooseRobotFor(motion);
    m_document.apply({std::move(motion), {}, tr("Import motion"), 0});
    setTime(0.0);
    m_timeline->showAll();
    Q_EMIT opened();
}

bool MotionWorkspace::mayClose() {
    if (!m_document.isModified()) {
        return true;
    }
    QMessageBox box(QMessageBox::Warning, tr("Unsaved motion"),
                    tr("%1 has unsaved changes.").arg(m_document.title()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_parts.window);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        m_document.forget();
        return true;
    default:
        return false;
    }
}

bool MotionWorkspace::save() {
    return m_document.file().isEmpty() ? askToSaveAs()
                                       : saveTo(m_document.file(), keyframe::Format::Sideline);
}

bool MotionWorkspace::saveTo(const QString& file, keyframe::Format format) {
    base::Expected<std::vector<keyframe::Finding>> findings;
    if (format != keyframe::Format::Sideline) {
        findings = MotionDocument::write(*m_document.motion(), file, format, model());
    } else if (const auto saved = m_document.save(file, model()); !saved) {
        findings = tl::unexpected(saved.error());
    }
    if (!findings) {
        tell(MessageBar::Severity::Error, widgets::toQt(findings.error().toString()));
        return false;
    }
    m_store.setValue(QStringLiteral("motion/folder"), QFileInfo(file).absolutePath());
    tell(MessageBar::Severity::Note, tr("Saved %1").arg(file));
    tellFindings(*findings, tr("This format cannot hold everything"));
    m_fileFindings = *findings;
    showVersion();
    m_library->scan();
    return true;
}

bool MotionWorkspace::askToSaveAs() {
    const std::string& name = m_document.motion()->name;
    QDir().mkpath(m_library->ownFolder());
    const QString proposed =
        !m_document.file().isEmpty()
            ? m_document.file()
            : QStringLiteral("%1/%2.motion")
                  .arg(m_library->ownFolder(), name.empty() ? tr("motion") : widgets::toQt(name));
    QString file =
        QFileDialog::getSaveFileName(m_parts.window, tr("Save motion"), proposed,
                                     filterOf(keyframe::formatInfo(keyframe::Format::Sideline)));
    if (file.isEmpty()) {
        return false;
    }
    const keyframe::FormatInfo& own = keyframe::formatInfo(keyframe::Format::Sideline);
    if (QFileInfo(file).suffix().isEmpty()) {
        file += QLatin1String(own.extension);
    } else if (!file.endsWith(QLatin1String(own.extension))) {
        // Other formats hold less: what is omitted would count as saved.
        tell(MessageBar::Severity::Warning,
             tr("Saved in Sideline's own format, %1; use 'Export motion' for other teams' formats")
                 .arg(QLatin1String(own.extension)));
        return false;
    }
    return saveTo(file, keyframe::Format::Sideline);
}

void MotionWorkspace::askToOpen() {
    const QString file = QFileDialog::getOpenFileName(
        m_parts.window, tr("Open motion"),
        m_store.value(QStringLiteral("motion/folder"), m_library->ownFolder()).toString(),
        tr("Motions (*.motion *.skl *.xml *.mfb *.csv *.txt *.pos *.json);;All files (*)"));
    if (!file.isEmpty()) {
        openFile(file);
    }
}

// Values for the motion's parameters, from a file of `name value` lines.
void MotionWorkspace::askForParameters() {
    const QString path = QFileDialog::getOpenFileName(
        m_parts.window, tr("Load parameters"),
        m_store.value(QStringLiteral("motion/folder"), m_library->ownFolder()).toString(),
        tr("Parameter files (*.txt);;All files (*)"));
    if (path.isEmpty()) {
        return;
    }
    constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20U;
    const auto text =
        base::readTextFile(path.toStdString(), kMaxBytes, "a file with `name value` lines");
    if (!text) {
        tell(MessageBar::Severity::Error, widgets::toQt(text.error().toString()));
        return;
    }
    const auto read = keyframe::readParameters(*text, path.toStdString());
    if (!read) {
        tell(MessageBar::Severity::Error, widgets::toQt(read.error().toString()));
        return;
    }
    keyframe::Motion motion = *m_document.motion();
    for (const auto& [name, value] : *read) {
        motion.parameters.insert_or_assign(name, value);
    }
    m_document.apply({std::move(motion), m_document.selection(),
                      tr("Load parameters from %1").arg(QFileInfo(path).fileName()), 0});
}

void MotionWorkspace::askToExport() {
    QString filter = filterOf(keyframe::formatInfo(keyframe::Format::FcpSlots));
    const std::string& name = m_document.motion()->name;
    const QString proposed =
        m_store.value(QStringLiteral("motion/folder"), m_library->ownFolder()).toString() +
        QLatin1Char('/') + (name.empty() ? tr("motion") : widgets::toQt(name));
    QString file = QFileDialog::getSaveFileName(m_parts.window, tr("Export motion"), proposed,
                                                filters().join(QStringLiteral(";;")), &filter);
    if (file.isEmpty()) {
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        for (const keyframe::FormatInfo& info : keyframe::formats()) {
            if (filterOf(info) == filter) {
                file += QLatin1String(info.extension);
            }
        }
    }
    saveTo(file, formatFor(file, filter));
}

} // namespace sideline::studio
