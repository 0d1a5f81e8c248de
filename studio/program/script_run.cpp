#include "studio/program/script_run.h"

#include <cstdio>
#include <utility>

#include <QApplication>

#include "launcher/team_file.h"
#include "logs/match/signals.h"
#include "studio/session/file_kinds.h"
#include "studio/workspaces/analysis/analysis_workspace.h"
#include "studio/workspaces/decide/decide_workspace.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/motion/motion_workspace.h"
#include "studio/workspaces/replay/replay_workspace.h"
#include "studio/workspaces/robot/robot_workspace.h"
#include "studio/workspaces/train/train_workspace.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kPollMs = 30;
constexpr int kSettleMs = 500;         // delay until everything is uploaded to the GPU
constexpr int kTimeoutMs = 120'000;    // long enough to unpack the log of a whole match
constexpr int kLiveTimeoutMs = 10'000; // for the requested objects to appear on the field

} // namespace

std::optional<monitor::ObjectId> objectFromName(const QString& text) {
    if (text == QStringLiteral("ball")) {
        return monitor::ObjectId::ball();
    }
    const QStringList parts = text.split(QLatin1Char(':'));
    bool good = false;
    const int number = parts.size() == 2 ? parts[1].toInt(&good) : 0;
    if (!good || number < 1) {
        return std::nullopt;
    }
    if (parts[0] == QStringLiteral("left")) {
        return monitor::ObjectId::ofRobot({game::Side::Left, game::UniformNumber(number)});
    }
    if (parts[0] == QStringLiteral("right")) {
        return monitor::ObjectId::ofRobot({game::Side::Right, game::UniformNumber(number)});
    }
    return std::nullopt;
}

ScriptRun::ScriptRun(MainWindow& window, StudioArguments arguments)
    : QObject(&window), m_window(window), m_arguments(std::move(arguments)) {
    m_timer.setInterval(kPollMs);
    connect(&m_timer, &QTimer::timeout, this, &ScriptRun::poll);
    // A script has no user to read the message bar, so messages are printed.
    connect(&window.messages(), &widgets::MessageBar::shown, this,
            [this](widgets::MessageBar::Severity severity, const QString& text) {
                const bool isOfFile = isScript() && !m_arguments.file.isEmpty();
                if (isOfFile && severity == widgets::MessageBar::Severity::Error) {
                    fail(text);
                }
            });
}

bool ScriptRun::isScript() const {
    return !m_arguments.screenshot.isEmpty() || !m_arguments.picture3d.isEmpty() ||
           m_arguments.benchS > 0.0;
}

// Starts a live match, which is shown after its first frame has arrived.
namespace {

// Returns the server of a team; nullopt without a file, or for one with errors.
std::optional<game::ServerKind> kindOfTeam(const QString& file) {
    if (file.isEmpty()) {
        return std::nullopt;
    }
    const auto team = launcher::readTeamFile(file.toStdString());
    return team ? std::optional(team->server) : std::nullopt;
}

} // namespace

void ScriptRun::startLive() {
    m_elapsed.start();
    auto& live = m_window.find<LiveWorkspace>();
    m_isTeamAwaited = !m_arguments.file.isEmpty();
    const auto agents = m_isTeamAwaited ? LiveControls::Agents::None : LiveControls::Agents::AsSet;
    if (m_arguments.server) {
        live.controls().connectTo(*m_arguments.server);
    } else if (!live.controls().startSimulator(agents, {}, {}, kindOfTeam(m_arguments.file)) &&
               isScript()) {
        fail(tr("the simulator cannot start"));
        return;
    }
    if (m_isTeamAwaited) {
        m_window.openFile(m_arguments.file);
        const QString fault = live.teamControls().fault();
        if (isScript() && !fault.isEmpty()) {
            fail(fault);
            return;
        }
    }
    m_stage = Stage::Waiting;
    m_timer.start();
}

void ScriptRun::startMotion() {
    if (!m_window.find<MotionWorkspace>().openFile(m_arguments.file)) {
        return;
    }
    m_window.find<MotionWorkspace>().setTime(m_arguments.atS.value_or(0.0));
    m_stage = Stage::Settling;
    m_settle.start();
    m_timer.start();
}

// Returns whether the file is shown at once, without a match to wait for.
bool ScriptRun::opensNoMatch(const QString& file) const {
    return m_window.find<TrainWorkspace>().canOpen(file) ||
           m_window.find<AnalysisWorkspace>().canOpen(file) ||
           m_window.find<RobotWorkspace>().canOpen(file) ||
           m_window.find<DecideWorkspace>().canOpen(file) ||
           (m_window.find<LiveWorkspace>().canOpen(file) && !isSessionFile(file));
}

void ScriptRun::start() {
    if (isScript()) {
        m_timer.start(); // opening a file may ask a question, which a script cannot answer
    }
    if (m_arguments.simulate || m_arguments.server) {
        startLive();
        return;
    }
    if (m_arguments.file.isEmpty()) {
        if (!m_arguments.picture3d.isEmpty() || m_arguments.benchS > 0.0) {
            fail(tr("capturing or timing the 3D view requires a FILE"));
        } else if (!m_arguments.screenshot.isEmpty()) {
            m_stage = Stage::Settling;
            m_settle.start();
            m_timer.start();
        }
        return;
    }
    if (!m_arguments.layout.isEmpty()) {
        m_window.holdLayout();
    }
    // Checked first, so that result tables are not opened as motions.
    if (opensNoMatch(m_arguments.file)) {
        m_window.openFile(m_arguments.file);
        if (m_stage == Stage::Failed) {
            return;
        }
        m_stage = LiveWorkspace::isSituation(m_arguments.file) ? Stage::Waiting : Stage::Settling;
        m_elapsed.start();
        m_settle.start();
        m_timer.start();
        return;
    }
    if (isMotionFile(m_arguments.file)) {
        startMotion();
        return;
    }
    m_elapsed.start();
    watchFirstPicture();
    m_window.openFile(m_arguments.file, m_arguments.entry);
    m_timer.start();
}

// Results of a series appear in their table after a delay.
bool ScriptRun::isReading() const {
    return m_window.find<AnalysisWorkspace>().canOpen(m_arguments.file) &&
           m_window.find<AnalysisWorkspace>().comparison().panel()->matches().empty() &&
           m_elapsed.elapsed() < kLiveTimeoutMs;
}

// Returns the error in a file that an editor opens anyway, marking the faulty place.
QString ScriptRun::faultOfFile() const {
    const QString& file = m_arguments.file;
    if (m_window.find<AnalysisWorkspace>().canOpen(file)) {
        const auto& matches = m_window.find<AnalysisWorkspace>().comparison().panel()->matches();
        return matches.empty() ? QString() : matches.front().fault;
    }
    if (m_window.find<DecideWorkspace>().canOpen(file)) {
        return file.endsWith(QStringLiteral(".formation"))
                   ? m_window.find<DecideWorkspace>().formations().problem()
                   : m_window.find<DecideWorkspace>().texts().state().problem;
    }
    return m_window.find<LiveWorkspace>().canOpen(file)
               ? m_window.find<LiveWorkspace>().teamControls().fault()
               : QString();
}

void ScriptRun::fail(const QString& text) {
    m_timer.stop();
    if (std::exchange(m_stage, Stage::Failed) != Stage::Failed) {
        std::fprintf(stderr, "sideline-studio: %s\n", qPrintable(text));
        QApplication::exit(kExitFailed);
    }
}

void ScriptRun::poll() {
    MatchPlayer& session = m_window.session();
    if (isScript() && m_elapsed.isValid() && m_elapsed.elapsed() > kTimeoutMs) {
        fail(tr("the match was not ready in time"));
        return;
    }
    if (const QWidget* question = QApplication::activeModalWidget();
        isScript() && question != nullptr) {
        fail(tr("%1: the file cannot be shown without an answer to the dialog '%2'")
                 .arg(m_arguments.file, question->windowTitle()));
        return;
    }
    switch (m_stage) {
    case Stage::Waiting:
        if (m_window.shown().exact) {
            if (std::exchange(m_isTeamAwaited, false)) {
                m_window.actions().action("team.start")->trigger();
            }
            if (!placeSelection() || !placePlots() || !placeCamera()) {
                if (m_elapsed.elapsed() > kLiveTimeoutMs) {
                    fail(m_failure);
                }
                return; // robots appear one after the other
            }
            m_stage = Stage::Settling;
            m_settle.start();
        }
        break;
    case Stage::Opening:
        // Resolving game clock times and names requires the complete index.
        if (session.isOpen() && session.shown().exact && session.log()->index()->isComplete()) {
            m_stage = Stage::Placing;
            place();
        }
        break;
    case Stage::Placing: // the requested frame is shown
        if (session.shown().exact->index == session.frame()) {
            if (!placeSelection() || !placeCamera() || !placePlots()) {
                fail(m_failure);
                return;
            }
            m_stage = Stage::Loading;
        }
        break;
    case Stage::Loading: {
        const auto stage = session.log()->progress().stage;
        const bool known =
            stage == logs::LogProgress::Stage::Done || stage == logs::LogProgress::Stage::Canceled;
        if (known && !m_window.find<ReplayWorkspace>().isLoadingPlots()) {
            session.setPlaying(m_arguments.play);
            m_stage = Stage::Settling;
            m_settle.start();
        }
        break;
    }
    case Stage::Settling:
        if (!isScript()) {
            m_timer.stop();
        } else if (m_settle.elapsed() > kSettleMs && !isReading()) {
            m_arguments.benchS > 0.0 ? startBench() : takePictures();
        }
        break;
    case Stage::Benching:
        if (m_settle.elapsed() > static_cast<qint64>(m_arguments.benchS * 1000.0)) {
            finishBench();
        }
        break;
    case Stage::Drawing:
    case Stage::Failed:
        break;
    }
}

void ScriptRun::place() {
    MatchPlayer& session = m_window.session();
    if (m_arguments.frame) {
        session.seekFrame(*m_arguments.frame);
    } else if (m_arguments.atS) {
        session.seekFrame(session.log()->index()->frameAtGameTime(*m_arguments.atS));
    }
}

bool ScriptRun::placeSelection() {
    if (m_arguments.select.isEmpty()) {
        return true;
    }
    const auto id = objectFromName(m_arguments.select);
    if (!id || !m_window.shown().exact->findPose(*id)) {
        m_failure = tr("no object '%1' on the field, expected ball, left:N or right:N")
                        .arg(m_arguments.select);
        return false;
    }
    m_window.session().select(*id);
    return true;
}

bool ScriptRun::placeCamera() {
    const QString& name = m_arguments.camera;
    if (name.isEmpty()) {
        return true;
    }
    if (name.startsWith(QStringLiteral("preset"))) {
        const int number = name.mid(6).toInt();
        if (number >= 1 && number <= viewer3d::kCameraPresetCount) {
            m_window.view3d().goToPreset(number);
            return true;
        }
    }
    if (viewer3d::cameraModeFromName(name.toStdString())) {
        m_window.actions().action(QStringLiteral("camera.") + name)->trigger();
        return true;
    }
    m_failure = tr("unknown camera '%1', expected preset1 to preset8, free, follow-ball, "
                   "follow-player, follow-player-turning, first-person, third-person or top")
                    .arg(name);
    return false;
}

bool ScriptRun::placePlots() {
    const monitor::MatchFrame& frame = *m_window.shown().exact;
    QStringList unknown = m_arguments.plots;
    for (const logs::SignalId& id : logs::availableSignals(frame)) {
        if (unknown.removeAll(QString::fromStdString(logs::signalName(id, &frame))) > 0) {
            m_window.find<ReplayWorkspace>().view().plots->addSignal(id);
        }
    }
    if (!unknown.isEmpty()) {
        m_failure =
            tr("no signal '%1' in this frame, expected one such as ball.speed or left.7.rlj4")
                .arg(unknown.front());
    }
    return unknown.isEmpty();
}

void ScriptRun::takePictures() {
    m_stage = Stage::Drawing;
    if (!m_arguments.picture3d.isEmpty()) {
        const QSize size = m_arguments.size.value_or(QSize(1280, 720));
        m_window.view3d().takePicture(
            size, [this](const QImage& image) { finishPicture(m_arguments.picture3d, image); });
        return;
    }
    m_window.takePicture(
        [this](const QImage& image) { finishPicture(m_arguments.screenshot, image); });
}

void ScriptRun::finishPicture(const QString& file, const QImage& image) {
    m_timer.stop();
    base::OutputOptions options;
    options.mayReplace = m_arguments.mayReplace;
    options.inputs = {m_arguments.file.toStdString()};
    if (const auto saved = widgets::savePicture(image, file, options); !saved) {
        fail(tr("cannot write the image: %1").arg(widgets::toQt(saved.error().toString())));
    } else if (const QString fault = faultOfFile(); !fault.isEmpty()) {
        fail(fault);
    } else if (m_stage != Stage::Failed) {
        QApplication::exit(0);
    }
}

void ScriptRun::watchFirstPicture() {
    connect(&m_window.view3d(), &viewer3d::MatchView::frameDrawn, this, [this] {
        if (m_firstPictureMs == 0.0 && m_window.session().shown().exact) {
            m_firstPictureMs = static_cast<double>(m_elapsed.nsecsElapsed()) / 1e6;
        }
    });
}

void ScriptRun::startBench() {
    m_stage = Stage::Benching;
    m_window.view3d().setContinuous(true);
    m_window.session().setPlaying(m_arguments.play);
    m_settle.start();
}

void ScriptRun::finishBench() {
    m_timer.stop();
    const viewer3d::ViewTimes times = m_window.view3d().times();
    std::printf("{\"firstPictureMs\": %.1f, \"frameMs\": %.3f, \"framesPerSecond\": %.1f, "
                "\"updateMs\": %.3f, "
                "\"triangles\": %zu, \"width\": %d, \"height\": %d, \"shadows\": %s}\n",
                m_firstPictureMs, times.frameMs, times.frameMs > 0.0 ? 1000.0 / times.frameMs : 0.0,
                times.updateMs, m_window.view3d().triangleCount(), m_window.view3d().width(),
                m_window.view3d().height(), m_window.view3d().options().shadows ? "true" : "false");
    QApplication::exit(0);
}

} // namespace sideline::studio
