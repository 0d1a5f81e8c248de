#include "studio/workspaces/localization/reported_beliefs.h"

#include <utility>

#include <QDir>
#include <QFileInfo>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

// Returns the file name without extensions, such as `ut-player00` for `/a/ut-player00.rec.gz`.
QString stemOf(const QString& stream) {
    const QString name = QFileInfo(stream).fileName();
    return name.left(name.lastIndexOf(QStringLiteral(".rec")));
}

} // namespace

ReportedBeliefs::ReportedBeliefs(const ShownStream& shown, EstimatorComparison& estimators,
                                 LocalizeJob& job, MessageBar& messages)
    : m_shown(shown), m_estimators(estimators), m_job(job), m_messages(messages) {
    connect(
        &m_job, &LocalizeJob::beliefsRead, this,
        [this](const std::filesystem::path& file,
               const std::shared_ptr<evaluation::BeliefFile>& beliefs) { take(file, *beliefs); });
    connect(&m_job, &LocalizeJob::beliefsFailed, this,
            [this](const QString& text) { m_messages.show(MessageBar::Severity::Error, text); });
    connect(&m_estimators, &EstimatorComparison::ran, this, &ReportedBeliefs::reportUnmatched);
}

bool ReportedBeliefs::isBeliefFile(const QString& file) {
    const QString name = QFileInfo(file).fileName();
    return name.endsWith(QStringLiteral(".jsonl")) || name.contains(QStringLiteral(".jsonl."));
}

void ReportedBeliefs::open(const QString& file) {
    if (!m_shown.isComplete()) {
        m_messages.show(
            MessageBar::Severity::Error,
            tr("%1: first open the stream these beliefs belong to (Localize > Open agent stream)")
                .arg(QFileInfo(file).fileName()));
        return;
    }
    m_job.readBeliefs(file.toStdString());
}

void ReportedBeliefs::openBeside(const QString& streamFile) {
    const QString beside = QFileInfo(streamFile)
                               .absoluteDir()
                               .filePath(stemOf(streamFile) + QStringLiteral(".belief.jsonl"));
    if (QFileInfo::exists(beside)) {
        m_job.readBeliefs(beside.toStdString());
    }
}

void ReportedBeliefs::take(const std::filesystem::path& file,
                           const evaluation::BeliefFile& beliefs) {
    if (!m_shown.isComplete()) {
        return; // the stream has been closed
    }
    const QString name = QString::fromStdString(file.filename().string());
    if (beliefs.badLines > 0) {
        QString text = widgets::toQt(beliefs.faults.front().toString());
        if (beliefs.badLines > 1) {
            text += tr("; and %n more bad lines", nullptr, static_cast<int>(beliefs.badLines - 1));
        }
        m_messages.show(MessageBar::Severity::Warning, text);
    }
    const std::size_t others = add(beliefs.messages, tr("Reported by the agent: %1").arg(name));
    if (others > 0) {
        m_messages.show(
            MessageBar::Severity::Warning,
            tr("%1: %n beliefs are from a robot other than %2", nullptr, static_cast<int>(others))
                .arg(name, widgets::toQt(game::toString(m_shown.stream->stream().robot()))));
    }
}

std::size_t ReportedBeliefs::add(std::vector<evaluation::BeliefMessage> messages,
                                 const QString& about) {
    std::size_t others = 0;
    for (auto& [estimator, reported] :
         evaluation::beliefsByEstimator(std::move(messages), m_shown.stream->stream(), others)) {
        LocalizeEstimator row;
        row.name = estimator.empty() ? tr("Belief") : widgets::toQt(estimator);
        row.about = about;
        row.source.reported =
            std::make_shared<const std::vector<evaluation::BeliefMessage>>(std::move(reported));
        m_estimators.addVariant(std::move(row));
    }
    return others;
}

void ReportedBeliefs::reportUnmatched(const LocalizeEstimator& estimator) {
    const evaluation::BeliefRun* reported = estimator.run->reported();
    if (reported == nullptr || reported->unmatched() == 0) {
        return;
    }
    const auto& cycles = m_shown.stream->stream().cycles();
    m_messages.show(MessageBar::Severity::Warning,
                    tr("%1: %2 of %n beliefs match no cycle of the stream, which spans %3 s to %4 "
                       "s of server time",
                       nullptr, static_cast<int>(reported->unmatched() + reported->matched()))
                        .arg(estimator.name)
                        .arg(reported->unmatched())
                        .arg(cycles.front().serverTimeS, 0, 'f', 2)
                        .arg(cycles.back().serverTimeS, 0, 'f', 2));
}

} // namespace sideline::studio
