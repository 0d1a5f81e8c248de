#include "studio/workspaces/analysis/match_comparison.h"

#include <utility>

#include <QDir>
#include <QFileInfo>

#include "widgets/common/file_question.h"

namespace sideline::studio {

namespace {

const QString kMatchFolders = QStringLiteral("matches"); // kind of the dialogs' folder

} // namespace

MatchComparison::MatchComparison(Parts parts)
    : m_parts(std::move(parts)), m_panel(new widgets::MatchesPanel) {
    connect(m_panel, &widgets::MatchesPanel::folderRequested, this, &MatchComparison::askForFolder);
    connect(m_panel, &widgets::MatchesPanel::filesRequested, this, &MatchComparison::askForFiles);
    connect(m_panel, &widgets::MatchesPanel::stopRequested, &m_job, &MatchesJob::cancel);
    connect(m_panel, &widgets::MatchesPanel::openRequested, this, &MatchComparison::matchRequested);
    connect(m_panel, &widgets::MatchesPanel::logMissing, this, [this](const QString& name) {
        m_parts.messages.show(
            widgets::MessageBar::Severity::Note,
            tr("%1 has no match log: it was not kept, or is not next to the results").arg(name));
    });
    connect(&m_job, &MatchesJob::counted, this,
            [this](const QString& file, const std::vector<widgets::MatchSummary>& matches) {
                m_read << file;
                m_panel->add(matches);
            });
    connect(&m_job, &MatchesJob::progressed, this, [this] {
        m_panel->setProgress(m_job.done(), m_job.count());
        if (m_job.done() == m_job.count()) { // canceled files may be requested again
            m_files = m_read;
        }
    });
}

void MatchComparison::openFolder(const QString& folder) {
    const QStringList files = matchesIn(folder);
    if (files.isEmpty()) {
        m_parts.messages.show(
            widgets::MessageBar::Severity::Warning,
            tr("There are no match logs and no results of a series in %1").arg(folder));
        return;
    }
    compare(files);
}

void MatchComparison::open(const QString& series) {
    compare({series});
}

void MatchComparison::compare(const QStringList& files) {
    m_job.cancel();
    m_panel->clear();
    m_files.clear();
    m_read.clear();
    addFiles(files);
}

void MatchComparison::addFiles(const QStringList& files) {
    QStringList added;
    for (const QString& file : files) {
        if (!m_files.contains(file)) {
            m_files << file;
            added << file;
        }
    }
    if (!added.isEmpty()) {
        m_job.add(added, m_parts.options());
    }
}

void MatchComparison::askForFolder() {
    const QString folder = widgets::askForFolder(
        m_parts.window, {kMatchFolders, tr("Compare the matches of a folder")});
    if (!folder.isEmpty()) {
        openFolder(folder);
    }
}

void MatchComparison::askForFiles() {
    const QStringList files = widgets::askForFiles(
        m_parts.window,
        {kMatchFolders, tr("Add matches"),
         tr("Match logs and results of series (*.log *.gz *.bz2 *.xz *.zst *.zip *.tar results.csv "
            "results.sqlite)")});
    if (!files.isEmpty()) {
        addFiles(files);
    }
}

} // namespace sideline::studio
