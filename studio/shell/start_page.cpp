#include "studio/shell/start_page.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QFontMetrics>

#include "motions/library/library.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::Job;

constexpr int kRecentTextPx = 360; // width of a name or a folder

// Example stream for the cards of the first page; empty if it is not installed.
QString sampleStream() {
    return findShipped(QStringLiteral("sample-stream.rec.gz"),
                       QStringLiteral(SIDELINE_DATA_PATH "/sample-stream.rec.gz"));
}

QString sampleMotion() {
    const auto folder =
        keyframe::shippedMotionsFolder(QCoreApplication::applicationDirPath().toStdString());
    return widgets::toQt((folder / "Kick" / "kick-right.motion").string());
}

} // namespace

StartPage::StartPage(const Parts& parts, widgets::WelcomePanel* panel)
    : m_parts(parts), m_panel(panel), m_recent(parts.store) {
    connect(panel, &widgets::WelcomePanel::fileRequested, this, &StartPage::fileRequested);
    connect(panel, &widgets::WelcomePanel::sampleRequested, this, &StartPage::showSample);
    connect(panel, &widgets::WelcomePanel::ownRequested, this, &StartPage::askForOwn);
    connect(panel, &widgets::WelcomePanel::paletteRequested, m_parts.actions.action("help.palette"),
            &QAction::trigger);
    connect(panel, &widgets::WelcomePanel::helpRequested, m_parts.actions.action("help.docs"),
            &QAction::trigger);
    panel->card(Job::Replay)->setSampleEnabled(!m_parts.samplePath.isEmpty());
    panel->card(Job::Localize)->setSampleEnabled(!sampleStream().isEmpty());
    panel->card(Job::Teams)->setSampleEnabled(!examplesFolder(QStringLiteral("teams")).isEmpty());
    offerRobots();
    QAction* sample = m_parts.actions.action("file.sample");
    sample->setEnabled(!m_parts.samplePath.isEmpty());
    connect(sample, &QAction::triggered, this,
            [this] { Q_EMIT fileRequested(m_parts.samplePath); });
    connect(&m_recent, &RecentFiles::changed, this, &StartPage::showRecent);
    showRecent();
    refreshRecent();
}

// Shows the robot with which the simulator starts, and offers the others.
void StartPage::offerRobots() {
    const QAction* chosen = m_parts.actions.action("simulator.with-agent");
    const auto showRobot = [this, chosen] {
        const QString robot = chosen->data().toString();
        m_panel->card(Job::Drive)
            ->setSampleText(robot.isEmpty() ? tr("Start with a robot")
                                            : tr("Start with %1").arg(robot));
    };
    connect(chosen, &QAction::changed, this, showRobot);
    showRobot();
    QList<QAction*> robots;
    for (QAction* action : m_parts.actions.actions()) {
        if (action->objectName().startsWith(QStringLiteral("simulator.with-")) &&
            action != chosen) {
            robots << action;
        }
    }
    m_panel->card(Job::Drive)->setOthers(robots, tr("Start with another robot"));
}

void StartPage::addRecent(const QString& path) {
    addRecentFile(m_parts.store, QFileInfo(path).absoluteFilePath());
    refreshRecent();
}

void StartPage::refreshRecent() {
    m_recent.setSpool(spoolFolder(m_parts.settings));
    m_recent.refresh(m_parts.match.log().log());
}

void StartPage::showRecent() {
    m_panel->setRecentFiles(m_recent.files());
    QMenu& menu = m_parts.menus.recent();
    menu.clear();
    const QFontMetrics metrics = m_panel->fontMetrics();
    const auto shortened = [&metrics](const QString& text) { // escapes `&`, too
        return metrics.elidedText(text, Qt::ElideMiddle, kRecentTextPx)
            .replace(u'&', QStringLiteral("&&"));
    };
    for (const widgets::RecentFile& file : m_recent.files()) {
        const QString match = file.matchText();
        const QString name =
            match.isEmpty() ? file.name() : tr("%1 \u2013 %2").arg(file.name(), match);
        menu.addAction(QStringLiteral("%1\t%2, %3")
                           .arg(shortened(name), file.dateText(), shortened(file.folder())),
                       this, [this, path = file.path] { Q_EMIT fileRequested(path); })
            ->setToolTip(tr("%1: %2").arg(file.kindText(), file.path));
    }
    menu.setEnabled(!m_recent.files().empty());
}

void StartPage::trigger(const char* action) {
    m_parts.actions.action(action)->trigger();
}

void StartPage::showSample(Job job) {
    switch (job) {
    case Job::Replay:
        Q_EMIT fileRequested(m_parts.samplePath);
        break;
    case Job::Drive:
        trigger("workspace.live");
        if (m_parts.match.live().isLive()) {
            Q_EMIT liveRequested();
        } else {
            showExample(job);
        }
        break;
    case Job::Motion:
        Q_EMIT fileRequested(sampleMotion());
        break;
    case Job::Localize:
        Q_EMIT fileRequested(sampleStream());
        break;
    case Job::Teams:
        trigger("workspace.teams");
        showExample(job);
        break;
    }
}

void StartPage::showExample(Job job) {
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->showExample(job);
    }
}

void StartPage::askForOwn(Job job) {
    switch (job) {
    case Job::Replay:
        trigger("file.open");
        break;
    case Job::Drive:
        trigger("simulator.connect");
        break;
    case Job::Motion:
        trigger("workspace.motion");
        trigger("motion.new");
        break;
    case Job::Localize:
        trigger("localize.open");
        break;
    case Job::Teams:
        trigger("team.open");
        break;
    }
}

} // namespace sideline::studio
