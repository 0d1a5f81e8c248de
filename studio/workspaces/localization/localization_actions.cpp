#include "studio/workspaces/localization/localization_actions.h"

#include <string>

#include <QFileInfo>

#include "widgets/common/file_question.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

const QString kStreamFolder = QStringLiteral("streams"); // kind of the dialogs' folder

} // namespace

LocalizationActions::LocalizationActions(const Parts& parts) : m_parts(parts) {
    const auto on = [this](const char* id, auto slot) {
        connect(m_parts.actions.action(id), &QAction::triggered, this, slot);
    };
    on("localize.open", &LocalizationActions::askForStream);
    on("localize.truth", &LocalizationActions::askForTruth);
    on("localize.belief", &LocalizationActions::askForBeliefs);
    on("localize.export", &LocalizationActions::exportTable);
    on("localize.zoom", [this] { m_parts.view.zoomToRobot(); });
    on("localize.worst", &LocalizationActions::goToLargestError);
    const auto* panel = m_parts.view.estimatorPanel();
    connect(panel, &widgets::EstimatorPanel::openRequested, m_parts.actions.action("localize.open"),
            &QAction::trigger);
    connect(panel, &widgets::EstimatorPanel::exportRequested,
            m_parts.actions.action("localize.export"), &QAction::trigger);
}

void LocalizationActions::update(bool isActive) {
    const ActionTable& actions = m_parts.actions;
    const bool hasStream = isActive && m_parts.shown.stream != nullptr;
    actions.action("localize.truth")->setEnabled(m_parts.shown.source == StreamSource::Recorded);
    actions.action("localize.belief")->setEnabled(m_parts.shown.isComplete());
    actions.action("localize.export")->setEnabled(hasStream);
    actions.action("localize.zoom")->setEnabled(hasStream);
    actions.action("localize.worst")->setEnabled(hasStream);
}

widgets::FileQuestion LocalizationActions::question() const {
    return {kStreamFolder, tr("Open agent stream"),
            tr("Agent streams (*.rec *.rec.gz *.rec.bz2 *.rec.xz *.rec.zst)"), m_parts.shown.file};
}

void LocalizationActions::askForStream() {
    const QString file = widgets::askForFile(m_parts.window, question());
    if (!file.isEmpty()) {
        Q_EMIT streamRequested(file);
    }
}

void LocalizationActions::askForTruth() {
    const QString log = widgets::askForFile(
        m_parts.window,
        {kStreamFolder, tr("Match log of the same match"),
         tr("Match logs (*.log *.gz *.bz2 *.xz *.zst *.zip *.tar)"), m_parts.shown.file});
    if (!log.isEmpty()) {
        Q_EMIT truthRequested(log);
    }
}

void LocalizationActions::askForBeliefs() {
    const QString file = widgets::askForFile(
        m_parts.window,
        {kStreamFolder, tr("The agent's own belief"),
         tr("Beliefs (*.jsonl *.jsonl.gz *.jsonl.xz *.jsonl.zst)"), m_parts.shown.file});
    if (!file.isEmpty()) {
        Q_EMIT beliefsRequested(file);
    }
}

void LocalizationActions::exportTable() {
    if (!m_parts.shown.stream) {
        return;
    }
    const QString file =
        widgets::askToSave(m_parts.window,
                           {QStringLiteral("tables"), tr("Export beliefs and errors"),
                            tr("Tables (*.csv)"), m_parts.shown.file},
                           QStringLiteral("localization.csv"));
    if (file.isEmpty()) {
        return;
    }
    const std::string text = tableOf(*m_parts.shown.stream, m_parts.estimators.estimators());
    if (const auto saved = widgets::saveBytes(QByteArray::fromStdString(text), file); !saved) {
        m_parts.messages.show(MessageBar::Severity::Error, widgets::toQt(saved.error().toString()));
        return;
    }
    m_parts.messages.show(MessageBar::Severity::Note, tr("Saved %1").arg(file));
}

// Seeks to the largest error of the chosen estimator; from there to the next smaller one.
void LocalizationActions::goToLargestError() {
    if (const auto cycle = m_parts.estimators.nextLargestError()) {
        Q_EMIT seekRequested(m_parts.shown.stream->recordTimeS[*cycle]);
    } else if (const QString why = m_parts.estimators.noErrorText(); !why.isEmpty()) {
        m_parts.messages.show(MessageBar::Severity::Note, why);
    }
}

} // namespace sideline::studio
