#include "widgets/match/overview_panel.h"

#include <map>

#include <QFileInfo>
#include <QHeaderView>
#include <QLocale>
#include <QVBoxLayout>

#include "widgets/match/event_model.h"

namespace sideline::widgets {

namespace {

constexpr int kFrameRole = Qt::UserRole;

QTableWidget* plainTable(int columns) {
    auto* table = new QTableWidget(0, columns);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setShowGrid(false);
    table->setFocusPolicy(Qt::NoFocus);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 5);
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

QTableWidgetItem* item(const QString& text, bool right = false) {
    auto* result = new QTableWidgetItem(text);
    result->setToolTip(text);
    if (right) {
        result->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    return result;
}

} // namespace

OverviewPanel::OverviewPanel(QWidget* parent)
    : QWidget(parent),
      m_facts(plainTable(2)),
      m_players(plainTable(3)),
      m_issuesTitle(new QLabel),
      m_issues(new QListWidget),
      m_entriesTitle(new QLabel(tr("Also in this archive"))),
      m_entries(new QListWidget) {
    m_facts->horizontalHeader()->hide();
    m_facts->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_facts->horizontalHeader()->setStretchLastSection(true);
    m_players->setHorizontalHeaderLabels({tr("Type"), tr("Left"), tr("Right")});
    m_players->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_issues->setWordWrap(true);
    m_issues->setAlternatingRowColors(true);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(m_facts, 5);
    column->addWidget(m_players, 3);
    column->addWidget(m_issuesTitle);
    column->addWidget(m_issues, 2);
    column->addWidget(m_entriesTitle);
    column->addWidget(m_entries, 1);
    connect(m_issues, &QListWidget::itemClicked, this, [this](const QListWidgetItem* clicked) {
        Q_EMIT frameRequested(clicked->data(kFrameRole).value<logs::FrameNumber>());
    });
    connect(m_entries, &QListWidget::itemDoubleClicked, this,
            [this](const QListWidgetItem* clicked) { Q_EMIT entryRequested(clicked->text()); });
    refresh();
}

void OverviewPanel::setLog(std::shared_ptr<const logs::MatchLog> log, const QString& file) {
    m_log = std::move(log);
    m_file = file;
    refresh();
}

void OverviewPanel::setColors(const TeamColors& colors) {
    m_colors = colors;
    refresh();
}

void OverviewPanel::refresh() {
    fillFacts();
    fillPlayers();
    fillIssues();
    m_entries->clear();
    if (m_log) {
        for (const std::string& entry : m_log->otherEntries()) {
            m_entries->addItem(toQt(entry));
        }
    }
    m_entriesTitle->setVisible(m_entries->count() > 0);
    m_entries->setVisible(m_entries->count() > 0);
}

void OverviewPanel::fillFacts() {
    m_facts->setRowCount(0);
    if (!m_log) {
        return;
    }
    const auto add = [this](const QString& name, const QString& value) {
        const int row = m_facts->rowCount();
        m_facts->insertRow(row);
        m_facts->setItem(row, 0, item(name));
        m_facts->setItem(row, 1, item(value));
    };
    const auto index = m_log->index();
    const auto analysis = m_log->analysis();
    const QLocale locale;
    const QString path = m_file.isEmpty() ? QString::fromStdString(m_log->path().string()) : m_file;
    add(tr("File"), QFileInfo(path).fileName());
    add(tr("Folder"), QFileInfo(path).absolutePath());
    if (!m_log->entryName().empty()) {
        add(tr("In archive"), toQt(m_log->entryName()));
    }
    if (!m_log->packing().empty()) {
        add(tr("Compression"), toQt(m_log->packing()));
    }
    add(tr("Size"), locale.formattedDataSize(static_cast<qint64>(index->byteCount())));
    add(tr("Frames"),
        tr("%1, %2 full scenes")
            .arg(locale.toString(index->frameCount()))
            .arg(locale.toString(static_cast<qulonglong>(index->fullFrames().size()))));
    add(tr("Step"), tr("%1 s").arg(index->stepS()));
    add(tr("Recorded"), clockText(index->durationS()));
    if (const auto active = index->firstActiveFrame()) {
        add(tr("With robots"), clockText(index->durationS() - index->recordTimeS(*active)));
    }
    if (index->drawingLineCount() > 0) {
        add(tr("With drawings"),
            tr("frames: %1")
                .arg(QLocale().toString(static_cast<qulonglong>(index->drawingLineCount()))));
    }
    std::map<logs::EventKind, int> counts;
    for (const logs::Event& event : analysis->events) {
        ++counts[event.kind];
    }
    for (const auto& [kind, count] : counts) {
        add(eventKindText(kind, true), QString::number(count));
    }
}

void OverviewPanel::fillPlayers() {
    m_players->setRowCount(0);
    if (!m_log) {
        return;
    }
    std::map<std::string, std::pair<QStringList, QStringList>> byType;
    const auto analysis = m_log->analysis();
    for (const auto& [id, type] : analysis->players) {
        auto& [left, right] = byType[analysis->robotName(id)];
        (id.side == game::Side::Left ? left : right) << QString::number(id.unum.value());
    }
    for (const auto& [type, numbers] : byType) {
        const int row = m_players->rowCount();
        m_players->insertRow(row);
        m_players->setItem(row, 0, item(type == "unknown" ? tr("unknown") : toQt(type)));
        m_players->setItem(row, 1, item(numbers.first.join(QStringLiteral(" "))));
        m_players->setItem(row, 2, item(numbers.second.join(QStringLiteral(" "))));
    }
}

void OverviewPanel::fillIssues() {
    m_issues->clear();
    if (!m_log) {
        m_issuesTitle->clear();
        return;
    }
    const auto analysis = m_log->analysis();
    for (const logs::LogIssue& issue : analysis->issues) {
        base::Error error = issue.error;
        error.file.clear(); // the file is shown above
        auto* entry = new QListWidgetItem(QString::fromStdString(error.toString()));
        entry->setData(kFrameRole, issue.frame);
        m_issues->addItem(entry);
    }
    if (m_issues->count() > 0) {
        m_issuesTitle->setText(tr("Notes: %1").arg(m_issues->count()));
    } else {
        m_issuesTitle->setText(analysis->isComplete ? tr("All lines read without errors")
                                                    : tr("Not fully checked yet"));
    }
    m_issues->setVisible(m_issues->count() > 0);
}

} // namespace sideline::widgets
