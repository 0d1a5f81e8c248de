// Files in the main window: what is opened, and what was.
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include "agentcore/game/constants.h"
#include "studio/session/session_truth.h"
#include "studio/shell/main_window.h"

namespace sideline::studio {

namespace {

constexpr int kRecentTextPx = 360; // of a name, or a folder

logs::LogOptions optionsOf(const AppSettings& settings, const QString& entry) {
    logs::LogOptions options;
    options.entry = entry.toStdString();
    options.spoolDirectory = spoolFolder(settings);
    options.memoryBytes = static_cast<std::size_t>(settings.memoryMiB) << 20U;
    options.maxUnpackedBytes = static_cast<std::uint64_t>(settings.maxUnpackedMiB) << 20U;
    return options;
}

} // namespace

void MainWindow::fillRecent() {
    m_recent.setSpool(spoolFolder(m_settings));
    m_recent.refresh(m_session->log());
}

// As large as the view is on the screen.
void MainWindow::copyPicture() {
    viewer3d::MatchView& view = m_editsMotions ? view3d() : cameraView();
    view.takePicture(view.size() * view.devicePixelRatio(), [this](const QImage& image) {
        if (image.isNull()) {
            m_messages->show(widgets::MessageBar::Severity::Error,
                             tr("No image: the 3D view is not visible"));
            return;
        }
        QGuiApplication::clipboard()->setImage(image);
        m_messages->show(
            widgets::MessageBar::Severity::Note,
            tr("Image copied to the clipboard (%1 x %2)").arg(image.width()).arg(image.height()));
    });
}

void MainWindow::showRecent() {
    m_welcome->setRecentFiles(m_recent.files());
    m_recentMenu->clear();
    const auto shortened = [this](const QString& text) { // and no key of the menu
        return fontMetrics()
            .elidedText(text, Qt::ElideMiddle, kRecentTextPx)
            .replace(u'&', QStringLiteral("&&"));
    };
    for (const widgets::RecentFile& file : m_recent.files()) {
        const QString match = file.matchText();
        const QString name =
            match.isEmpty() ? file.name() : tr("%1 \u2013 %2").arg(file.name(), match);
        m_recentMenu
            ->addAction(QStringLiteral("%1\t%2, %3")
                            .arg(shortened(name), file.dateText(), shortened(file.folder())),
                        this, [this, path = file.path] { openFile(path); })
            ->setToolTip(tr("%1: %2").arg(file.kindText(), file.path));
    }
    m_recentMenu->setEnabled(!m_recent.files().empty());
}

void MainWindow::openFile(const QString& path, const QString& entry) {
    if (path.endsWith(widgets::toQt(logs::kSessionEnding))) {
        openSession(path);
        return;
    }
    if (MotionWorkspace::isMotionFile(path)) {
        m_motions->openFile(path);
        return;
    }
    if (LocalizationWorkspace::isStreamFile(path)) {
        openStream(path);
        return;
    }
    if (path.endsWith(QStringLiteral(".toml"))) {
        m_workspace->teamControls().openFile(path);
        return;
    }
    if (LocalizationWorkspace::isBeliefFile(path)) {
        m_localize->openBeliefs(path);
        return;
    }
    openLog(path, Origin::File, entry);
}

void MainWindow::openLog(const QString& path, Origin origin, const QString& entry) {
    m_opening = origin;
    logs::LogOptions options = optionsOf(m_settings, entry);
    if (origin == Origin::Session) {
        options.times.stepS = kSessionFrameS;
        options.robots = m_workspace->sessionReplay().robots();
    } else if (origin == Origin::Stream) {
        options.times.stepS = game::kStepS; // a frame per cycle
        options.robots = m_localize->robots();
    }
    m_openingFile = origin == Origin::Stream ? m_localize->file() : path;
    m_session->open(path.toStdString(), options);
    updateActivity();
}

} // namespace sideline::studio
