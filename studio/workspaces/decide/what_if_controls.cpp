#include "studio/workspaces/decide/what_if_controls.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "studio/session/what_if_job.h"
#include "studio/settings/stored_values.h"
#include "widgets/common/file_question.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

const QString kTeamsKey = QStringLiteral("whatIf/teams");
const QString kLeftKey = QStringLiteral("whatIf/left");
const QString kRightKey = QStringLiteral("whatIf/right");
constexpr int kMaxTeams = 12;

// Returns the first file of a team with this name; empty: none.
QString fileOfTeam(const QStringList& files, const std::string& name, const TaskControl& control) {
    for (const QString& file : files) {
        if (name.empty() || control.isStopRequested()) {
            break;
        }
        const auto team = launcher::readTeamFile(file.toStdString());
        if (team && team->name == name) {
            return file;
        }
    }
    return {};
}

} // namespace

struct WhatIfControls::Found {
    QStringList files; ///< team files that exist
    QString left;      ///< file of the team on the screen; empty: none
    QString right;
    base::Expected<series::GameOrigin> origin =
        base::failure(base::ErrorCode::NotFound, "no match is open");
};

WhatIfControls::WhatIfControls(const Parts& parts)
    : m_parts(parts), m_panel(new widgets::WhatIfPanel) {
    m_choices.teams = parts.store.value(kTeamsKey).toStringList();
    m_choices.left = parts.store.value(kLeftKey).toString();
    m_choices.right = parts.store.value(kRightKey).toString();
    connect(m_panel, &widgets::WhatIfPanel::runRequested, this, [this] { run(false); });
    connect(m_panel, &widgets::WhatIfPanel::runWithoutTeamsRequested, this, [this] { run(true); });
    connect(m_panel, &widgets::WhatIfPanel::stopRequested, this, &WhatIfControls::stop);
    connect(m_panel, &widgets::WhatIfPanel::timeRequested, this, &WhatIfControls::seek);
    connect(m_panel, &widgets::WhatIfPanel::logRequested, this, &WhatIfControls::logRequested);
    connect(m_panel, &widgets::WhatIfPanel::fileRequested, this, [this](bool isLeft) {
        const QString before = isLeft ? m_panel->left() : m_panel->right();
        const QString file = widgets::askForFile(
            m_parts.window,
            {QStringLiteral("teams"),
             isLeft ? tr("Team of the left side") : tr("Team of the right side"),
             tr("Team files (*.toml)"), before, examplesFolder(QStringLiteral("teams"))});
        if (!file.isEmpty()) {
            choose(isLeft, file);
        }
    });
    connect(&m_task, &BackgroundTask::progressed, this, [this](int percent) {
        if (m_panel && m_task.isRunning()) {
            m_panel->setProgress(percent);
        }
    });
    showChoices();
    find();
}

// Returns the recent teams and those of the layout Teams.
QStringList WhatIfControls::candidates() const {
    return m_choices.teams + m_parts.store.value(openTeamsKey()).toStringList() +
           m_parts.store.value(recentTeamsKey()).toStringList();
}

void WhatIfControls::showChoices() {
    widgets::WhatIfChoices shown = m_choices;
    shown.teams = shown.playing + m_files;
    shown.teams.removeDuplicates();
    m_panel->setChoices(shown);
}

void WhatIfControls::showTeams() {
    const auto& frame = m_parts.match.shown().exact;
    const auto teams = frame ? std::pair(frame->game.teamLeft, frame->game.teamRight)
                             : std::pair<std::string, std::string>();
    if (m_panel && teams != std::exchange(m_teams, teams)) {
        find();
    }
}

// Reads in another thread, because files may be on a slow drive.
void WhatIfControls::find() {
    const auto log = m_parts.match.replay().log();
    const QString folder = examplesFolder(QStringLiteral("teams"));
    m_finder.start(
        "looking for team files",
        [files = candidates(), folder, teams = m_teams,
         log = log ? log->path() : std::filesystem::path()](const TaskControl& control) {
            Found found;
            found.files = files;
            const QDir shipped(folder);
            for (const QString& name : shipped.entryList({QStringLiteral("*.toml")}, QDir::Files)) {
                found.files << shipped.filePath(name);
            }
            found.files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
            if (!log.empty()) {
                found.origin = series::originOf(log);
            }
            if (!found.origin) {
                found.left = fileOfTeam(found.files, teams.first, control);
                found.right = fileOfTeam(found.files, teams.second, control);
            }
            return found;
        },
        [this, log = std::weak_ptr(log), left = m_panel->left(),
         right = m_panel->right()](base::Expected<Found> found) {
            if (!m_panel || !found) {
                return;
            }
            // What the user has chosen in the meantime stays.
            found->left = m_panel->left() == left ? found->left : QString();
            found->right = m_panel->right() == right ? found->right : QString();
            m_originLog = log;
            take(std::move(*found));
        });
}

void WhatIfControls::take(Found found) {
    m_files = std::move(found.files);
    m_choices.left = m_panel->left();
    m_choices.right = m_panel->right();
    m_origin.reset();
    if (found.origin) {
        m_origin = std::move(*found.origin);
        // No choice is necessary to repeat the game of a series.
        m_choices.playing = {widgets::toQt(m_origin->left.file.string()),
                             widgets::toQt(m_origin->right.file.string())};
        m_panel->setExact(
            tr("game %1, %2 against %3")
                .arg(m_origin->game)
                .arg(widgets::toQt(m_origin->left.name), widgets::toQt(m_origin->right.name)),
            {});
    } else {
        m_choices.left = found.left.isEmpty() ? m_choices.left : found.left;
        m_choices.right = found.right.isEmpty() ? m_choices.right : found.right;
        m_choices.playing = {found.left, found.right};
        m_panel->setExact({}, m_originLog.expired()
                                  ? tr("No match is open")
                                  : tr("Only for games of \u201csideline match\u201d between "
                                       "built-in agents, which replay identically: %1")
                                        .arg(widgets::toQt(found.origin.error().message)));
    }
    m_choices.playing.removeAll(QString());
    m_choices.playing.removeDuplicates();
    showChoices();
}

void WhatIfControls::choose(bool isLeft, const QString& file) {
    m_choices.left = isLeft ? file : m_panel->left();
    m_choices.right = isLeft ? m_panel->right() : file;
    m_choices.teams.removeAll(file);
    m_choices.teams.prepend(file);
    while (m_choices.teams.size() > kMaxTeams) {
        m_choices.teams.removeLast();
    }
    m_files.removeAll(file);
    m_files.prepend(file);
    m_parts.store.setValue(kTeamsKey, m_choices.teams);
    showChoices();
}

void WhatIfControls::run(bool mayLackTeams) {
    if (!m_panel || m_task.isRunning()) {
        return;
    }
    m_panel->setProblem({});
    m_parts.store.setValue(kLeftKey, m_panel->left());
    m_parts.store.setValue(kRightKey, m_panel->right());
    const auto log = m_parts.match.replay().log();
    if (!log || !m_parts.match.shown().exact) {
        m_panel->setProblem(tr("No match is open to continue from"));
        return;
    }
    const bool isExact = m_panel->isExact() && m_origin && m_originLog.lock() == log;
    const bool lacksTeams = !isExact && m_panel->left().isEmpty() && m_panel->right().isEmpty();
    m_panel->askForTeams(lacksTeams && !mayLackTeams);
    if (lacksTeams && !mayLackTeams) {
        return;
    }
    m_parts.match.replay().setPlaying(false);
    auto made = m_parts.shownSituation();
    if (!made) {
        return; // the error has been reported
    }
    if (isExact) {
        made->remarks.clear(); // the values are exact, not estimated
    }
    const QDir spool(widgets::toQt(spoolFolder(m_parts.settings).string()));
    spool.mkpath(QStringLiteral("."));
    auto folder = std::make_shared<QTemporaryDir>(spool.filePath(QStringLiteral("what-if-XXXXXX")));
    if (!folder->isValid()) {
        m_panel->setProblem(folder->errorString());
        return;
    }
    WhatIfRequest order;
    order.log = log;
    order.frame = m_parts.match.shownNumber(*log->index());
    order.field = field::newestField().dimensions;
    const auto& environment = m_parts.match.shown().exact->game.environment;
    if (environment && environment->field.lengthM > 0.0) {
        order.field = environment->field;
    }
    order.name = widgets::clockText(made->situation.timeS);
    order.start = std::make_shared<const simulator::StartSituation>(std::move(made->situation));
    order.left = m_panel->left().toStdString();
    order.right = m_panel->right().toStdString();
    order.lengthS = m_panel->lengthS();
    order.runs = isExact ? 1 : m_panel->runs();
    if (isExact) {
        order.origin = m_origin;
    }
    order.folder = folder->path().toStdString();
    const double beginS = log->index()->recordTimeS(order.frame);
    m_panel->setProgress(0);
    QStringList remarks;
    for (const std::string& remark : made->remarks) {
        remarks << widgets::toQt(remark);
    }
    m_task.start(
        "playing on",
        [order = std::move(order)](const TaskControl& control) {
            return playWhatIf(order, control);
        },
        [this, remarks, folder, beginS,
         log = std::weak_ptr(log)](base::Expected<widgets::WhatIfView> view) {
            if (view && !view->played.empty()) { // otherwise the previous result stays
                view->remarks = remarks + view->remarks;
                m_log = log;
                m_beginS = beginS;
                m_folder = folder; // deletes the previous folder
            }
            take(std::move(view));
        });
}

void WhatIfControls::take(base::Expected<widgets::WhatIfView> view) {
    if (!m_panel) {
        return;
    }
    m_panel->setProgress(-1);
    showMatch();
    if (!view) {
        m_panel->setProblem(widgets::toQt(view.error().toString()));
        return;
    }
    if (view->played.empty()) {
        m_panel->setProblem(tr("Stopped before anything was played"));
        return;
    }
    m_panel->setView(std::make_shared<const widgets::WhatIfView>(std::move(*view)));
    Q_EMIT played();
}

void WhatIfControls::showMatch() {
    if (m_panel) {
        const auto log = m_parts.match.replay().log();
        m_panel->setPossible(log != nullptr);
        if (log != m_originLog.lock()) {
            m_panel->setExact({}, tr("Looking for the game of this log"));
            find();
        }
    }
}

void WhatIfControls::showTime(double recordTimeS) {
    const bool isSame = m_log.lock() != nullptr && m_log.lock() == m_parts.match.replay().log();
    if (!m_panel || !m_panel->view() || !isSame) {
        return;
    }
    const double timeS = recordTimeS - m_beginS;
    if (timeS >= 0.0 && timeS <= m_panel->view()->lengthS) {
        m_panel->setTime(timeS);
    }
}

void WhatIfControls::seek(double timeS) {
    if (m_log.lock() != nullptr && m_log.lock() == m_parts.match.replay().log()) {
        m_parts.match.replay().seekTime(m_beginS + timeS);
    }
}

} // namespace sideline::studio
