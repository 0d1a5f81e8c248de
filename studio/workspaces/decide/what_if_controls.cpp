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
QString fileOfTeam(const QStringList& files, const std::string& name) {
    if (name.empty()) {
        return {};
    }
    const auto found = std::ranges::find_if(files, [&](const QString& file) {
        const auto team = launcher::readTeamFile(file.toStdString());
        return team && team->name == name;
    });
    return found == files.end() ? QString() : *found;
}

} // namespace

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
}

// Returns the recent teams, those of the layout Teams, and those shipped with the program.
QStringList WhatIfControls::files() const {
    QStringList files = m_choices.teams;
    files << m_parts.store.value(openTeamsKey()).toStringList()
          << m_parts.store.value(recentTeamsKey()).toStringList();
    const QDir folder(examplesFolder(QStringLiteral("teams")));
    for (const QString& name : folder.entryList({QStringLiteral("*.toml")}, QDir::Files)) {
        files << folder.filePath(name);
    }
    files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
    return files;
}

void WhatIfControls::showChoices() {
    widgets::WhatIfChoices shown = m_choices;
    shown.teams = shown.playing + files();
    shown.teams.removeDuplicates();
    m_panel->setChoices(shown);
}

void WhatIfControls::showTeams() {
    const auto& frame = m_parts.match.shown().exact;
    const auto teams = frame ? std::pair(frame->game.teamLeft, frame->game.teamRight)
                             : std::pair<std::string, std::string>();
    if (!m_panel || teams == std::exchange(m_teams, teams)) {
        return;
    }
    m_choices.left = m_panel->left();
    m_choices.right = m_panel->right();
    if (m_origin) { // no choice is necessary to repeat the game of a series
        m_choices.playing = {widgets::toQt(m_origin->left.file.string()),
                             widgets::toQt(m_origin->right.file.string())};
    } else {
        const QStringList candidates = files();
        const QString left = fileOfTeam(candidates, teams.first);
        const QString right = fileOfTeam(candidates, teams.second);
        m_choices.left = left.isEmpty() ? m_choices.left : left;
        m_choices.right = right.isEmpty() ? m_choices.right : right;
        m_choices.playing = {left, right};
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
    m_parts.store.setValue(kTeamsKey, m_choices.teams);
    showChoices();
}

std::optional<std::optional<launcher::TeamFile>> WhatIfControls::team(const QString& file) {
    if (file.isEmpty()) {
        return std::optional<launcher::TeamFile>();
    }
    auto read = launcher::readTeamFile(file.toStdString());
    if (!read) {
        m_panel->setProblem(widgets::toQt(launcher::joinErrors(read.error())));
        return std::nullopt;
    }
    return std::optional(std::move(*read));
}

void WhatIfControls::run(bool mayLackTeams) {
    if (!m_panel || m_task.isRunning()) {
        return;
    }
    m_panel->setProblem({});
    m_parts.store.setValue(kLeftKey, m_panel->left());
    m_parts.store.setValue(kRightKey, m_panel->right());
    const auto left = team(m_panel->left());
    const auto right = left ? team(m_panel->right()) : std::nullopt;
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
    if (!left || !right) {
        return; // the panel reports why
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
    auto folder = std::make_unique<QTemporaryDir>(spool.filePath(QStringLiteral("what-if-XXXXXX")));
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
    order.left = *left;
    order.right = *right;
    order.lengthS = m_panel->lengthS();
    order.runs = isExact ? 1 : m_panel->runs();
    if (isExact) {
        order.origin = m_origin;
    }
    order.folder = folder->path().toStdString();
    m_log = log;
    m_beginS = log->index()->recordTimeS(order.frame);
    m_panel->setView(nullptr);
    m_panel->setProgress(0);
    m_folder = std::move(folder); // deletes the previous folder
    QStringList remarks;
    for (const std::string& remark : made->remarks) {
        remarks << widgets::toQt(remark);
    }
    m_task.start(
        "playing on",
        [order = std::move(order)](const TaskControl& control) {
            return playWhatIf(order, control);
        },
        [this, remarks](base::Expected<widgets::WhatIfView> view) {
            if (view) {
                view->remarks = remarks + view->remarks;
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
        findOrigin(log);
    }
}

// Determines whether the match can be replayed exactly.
void WhatIfControls::findOrigin(const std::shared_ptr<logs::MatchLog>& log) {
    if (log && log == m_originLog.lock()) {
        return;
    }
    m_originLog = log;
    m_origin.reset();
    if (!log) {
        m_panel->setExact({}, tr("No match is open"));
        return;
    }
    auto origin = series::originOf(log->path());
    if (!origin) {
        m_panel->setExact({}, tr("Only for games of \u201csideline match\u201d between built-in "
                                 "agents, which replay identically: %1")
                                  .arg(widgets::toQt(origin.error().message)));
        return;
    }
    m_origin = std::move(*origin);
    m_panel->setExact(
        tr("game %1, %2 against %3")
            .arg(m_origin->game)
            .arg(widgets::toQt(m_origin->left.name), widgets::toQt(m_origin->right.name)),
        {});
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
