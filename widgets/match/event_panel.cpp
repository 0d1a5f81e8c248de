#include "widgets/match/event_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

namespace sideline::widgets {

namespace {

using logs::EventKind;
using logs::kindBit;

// Shown by default; the others can be switched on.
constexpr std::uint32_t kDefaultKinds = kindBit(EventKind::Goal) | kindBit(EventKind::Score) |
                                        kindBit(EventKind::PlayMode) | kindBit(EventKind::Foul) |
                                        kindBit(EventKind::Half) | kindBit(EventKind::Kick) |
                                        kindBit(EventKind::Fall) | kindBit(EventKind::TimeJump);

} // namespace

EventPanel::EventPanel(QWidget* parent)
    : QWidget(parent),
      m_table(new QTableView),
      m_filter(new QLineEdit),
      m_pause(new QCheckBox(tr("Pause at these"))),
      m_kinds(kDefaultKinds) {
    m_filter->setObjectName(QStringLiteral("eventFilter"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setToolTip(tr("Lists events that contain all of these words"));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, &m_model, &EventModel::setFilter);
    m_pause->setObjectName(QStringLiteral("pauseAtEvents"));
    m_pause->setToolTip(tr("Playback pauses at every listed event"));
    connect(m_pause, &QCheckBox::toggled, this, &EventPanel::pausingChanged);
    connect(&m_model, &EventModel::modelReset, this, &EventPanel::listChanged);
    auto* kindsButton = new QToolButton;
    kindsButton->setText(tr("Kinds"));
    kindsButton->setPopupMode(QToolButton::InstantPopup);
    kindsButton->setToolTip(
        tr("Kinds of events to list; the next/previous event keys stop at these"));
    auto* menu = new QMenu(kindsButton);
    for (int i = 0; i < logs::kEventKindCount; ++i) {
        const auto kind = static_cast<EventKind>(i);
        QAction* action = menu->addAction(eventKindText(kind, true));
        action->setCheckable(true);
        m_kindActions[static_cast<std::size_t>(i)] = action;
        connect(action, &QAction::toggled, this, [this, kind](bool on) {
            setKinds(on ? m_kinds | kindBit(kind) : m_kinds & ~kindBit(kind));
        });
    }
    kindsButton->setMenu(menu);

    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    // A last section that is stretched stays wider than what a narrow panel has left for it.
    m_table->horizontalHeader()->setMinimumSectionSize(40);
    m_table->horizontalHeader()->setSectionResizeMode(EventModel::TextColumn, QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setColumnWidth(EventModel::TimeColumn,
                            fontMetrics().horizontalAdvance(QStringLiteral("00:00.00")) + 10);
    m_table->setColumnWidth(EventModel::KindColumn,
                            fontMetrics().horizontalAdvance(QStringLiteral("Ball placed")) + 10);
    m_table->installEventFilter(this);

    auto* row = new QHBoxLayout;
    row->addWidget(kindsButton);
    row->addWidget(m_filter, 1);
    row->addWidget(m_pause);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addLayout(row);
    column->addWidget(m_table);

    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        Q_EMIT frameRequested(index.data(EventModel::FrameRole).value<logs::FrameNumber>());
    });
    connect(&m_model, &EventModel::bookmarkEdited, this, &EventPanel::bookmarkEdited,
            Qt::QueuedConnection);
    connect(
        m_table->itemDelegate(), &QAbstractItemDelegate::closeEditor, this,
        [this] { m_model.setAnalysis(m_analysis); }, Qt::QueuedConnection);
    const std::uint32_t kinds = m_kinds;
    m_kinds = 0;
    setKinds(kinds);
}

void EventPanel::setKinds(std::uint32_t kinds) {
    if (kinds == m_kinds) {
        return;
    }
    m_kinds = kinds;
    for (int i = 0; i < logs::kEventKindCount; ++i) {
        m_kindActions[static_cast<std::size_t>(i)]->setChecked(
            (kinds & kindBit(static_cast<EventKind>(i))) != 0);
    }
    m_model.setKinds(kinds);
    Q_EMIT kindsChanged(kinds);
}

// A change of the list would close the editor of a bookmark's text, and what the user types would
// trigger shortcuts.
void EventPanel::setAnalysis(const std::shared_ptr<const logs::LogAnalysis>& analysis) {
    m_analysis = analysis;
    if (!isEditing() || analysis == nullptr) {
        m_model.setAnalysis(analysis);
    }
}

bool EventPanel::isEditing() const {
    return m_table->indexWidget(m_table->currentIndex()) != nullptr;
}

void EventPanel::setBookmarks(const std::vector<logs::Bookmark>& bookmarks) {
    m_model.setBookmarks(bookmarks);
}

void EventPanel::setColors(const TeamColors& colors) {
    m_model.setColors(colors);
}

void EventPanel::setFrame(logs::FrameNumber frame) {
    if (m_table->hasFocus() || m_table->isAncestorOf(QApplication::focusWidget())) {
        return; // the user is selecting or typing
    }
    const int row = m_model.rowAt(frame);
    if (row < 0) {
        m_table->selectionModel()
            ->clear(); // also clears the current row, so that it can be selected again
    } else if (m_table->currentIndex().row() != row) {
        m_table->setCurrentIndex(m_model.index(row, EventModel::TextColumn));
    }
}

void EventPanel::editBookmark(logs::FrameNumber frame) {
    if (m_model.rowOfBookmark(frame) < 0) {
        m_filter->clear(); // the filter hides the bookmark
    }
    const int row = m_model.rowOfBookmark(frame);
    if (row >= 0) {
        const QModelIndex index = m_model.index(row, EventModel::TextColumn);
        m_table->setFocus();
        m_table->setCurrentIndex(index);
        m_table->edit(index);
    }
}

bool EventPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const QModelIndex index = m_table->currentIndex();
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (isEditing()) {
            return true; // keys that the editor of a bookmark's name does not handle, such as
                         // Return
        }
        if (key == Qt::Key_Delete && index.data(EventModel::KindRole).toInt() == -1) {
            Q_EMIT bookmarkRemoved(index.data(EventModel::FrameRole).value<logs::FrameNumber>());
            return true;
        }
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && index.isValid()) {
            Q_EMIT frameRequested(index.data(EventModel::FrameRole).value<logs::FrameNumber>());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sideline::widgets
