#include "widgets/common/command_palette.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QVBoxLayout>

#include "widgets/common/fuzzy_match.h"

namespace sideline::widgets {

namespace {

constexpr int kMaxEntries = 100;
constexpr int kPaletteWidthPx = 640;
constexpr int kPaletteHeightPx = 420;
constexpr int kPaletteEdgePx = 8;
constexpr int kPaletteTopPx = 60; // below the parent's top edge
constexpr int kImpossibleLater = 30;
enum EntryRole { EntryIndex = Qt::UserRole, EntryPlaces, EntryGroup, EntryKeys, EntryIsPossible };

// Draws the text with the matching letters in bold, and its group and shortcut at the right edge.
class EntryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const bool isChosen = (option.state & QStyle::State_Selected) != 0;
        const QPalette& palette = option.palette;
        painter->save();
        if (isChosen) {
            painter->fillRect(option.rect, palette.highlight());
        }
        const QColor strong = palette.color(isChosen ? QPalette::HighlightedText : QPalette::Text);
        const QColor faint = isChosen ? strong : palette.color(QPalette::PlaceholderText);
        const bool isPossible = index.data(EntryIsPossible).toBool();
        QRect rect = option.rect.adjusted(kPaletteEdgePx, 0, -kPaletteEdgePx, 0);
        painter->setFont(option.font);
        painter->setPen(isPossible ? strong : faint);
        const QString keys = index.data(EntryKeys).toString();
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, keys);
        if (!keys.isEmpty()) {
            rect.setRight(rect.right() - option.fontMetrics.horizontalAdvance(keys) -
                          2 * kPaletteEdgePx);
        }
        const QString group = index.data(EntryGroup).toString();
        painter->setPen(faint);
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, group);
        rect.setRight(rect.right() - option.fontMetrics.horizontalAdvance(group) - kPaletteEdgePx);
        drawText(*painter, option, index, rect, isPossible ? strong : faint);
        painter->restore();
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex&) const override {
        return {100, option.fontMetrics.height() + kPaletteEdgePx};
    }

private:
    static void drawText(QPainter& painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index, const QRect& rect, const QColor& color) {
        const QString text = index.data(Qt::DisplayRole).toString();
        QTextLayout layout(text, option.font);
        QList<QTextLayout::FormatRange> bold;
        for (const QVariant& place : index.data(EntryPlaces).toList()) {
            QTextLayout::FormatRange range;
            range.start = place.toInt();
            range.length = 1;
            range.format.setFontWeight(QFont::Bold);
            if (range.start < text.size()) { // later places are letters of the group's name
                bold << range;
            }
        }
        layout.setFormats(bold);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(1e6);
        layout.endLayout();
        painter.setClipRect(rect);
        painter.setPen(color);
        layout.draw(&painter, QPointF(rect.left(), rect.center().y() - line.height() / 2 + 1));
    }
};

} // namespace

CommandPalette::CommandPalette(QWidget* parent)
    : QDialog(parent, Qt::Popup),
      m_query(new QLineEdit),
      m_list(new QListWidget),
      m_note(new QLabel) {
    setObjectName(QStringLiteral("commandPalette"));
    m_query->setObjectName(QStringLiteral("paletteQuery"));
    m_query->setPlaceholderText(tr("Action, workspace, panel, signal, recent file, help page..."));
    m_query->setClearButtonEnabled(true);
    m_query->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kPaletteEdgePx, kPaletteEdgePx, kPaletteEdgePx, kPaletteEdgePx);
    column->addWidget(m_query);
    column->addWidget(m_list, 1);
    column->addWidget(m_note);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::popUp(std::vector<PaletteEntry> entries) {
    m_entries = std::move(entries);
    m_query->clear();
    fill();
    const QWidget* below = parentWidget();
    const QSize size(std::min(kPaletteWidthPx, below->width() - 20),
                     std::min(kPaletteHeightPx, below->height() - kPaletteTopPx - 20));
    setGeometry(QRect(
        below->mapToGlobal(QPoint((below->width() - size.width()) / 2, kPaletteTopPx)), size));
    show();
    m_query->setFocus();
}

void CommandPalette::fill() {
    struct Found {
        std::size_t index;
        FuzzyMatch match;
    };
    std::vector<Found> found;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const PaletteEntry& entry = m_entries[i];
        auto match =
            fuzzyMatch(m_query->text(), entry.text + u' ' + entry.group + u' ' + entry.otherNames);
        if (match) {
            match->score -= entry.isPossible ? 0 : kImpossibleLater;
            found.push_back({i, std::move(*match)});
        }
    }
    std::ranges::stable_sort(found, std::ranges::greater(),
                             [](const Found& each) { return each.match.score; });
    m_list->clear();
    for (const Found& each : found) {
        if (m_list->count() == kMaxEntries) {
            break;
        }
        const PaletteEntry& entry = m_entries[each.index];
        auto* item = new QListWidgetItem(entry.text, m_list);
        item->setData(EntryIndex, QVariant::fromValue(static_cast<qulonglong>(each.index)));
        item->setData(EntryPlaces,
                      QVariantList(each.match.places.begin(), each.match.places.end()));
        item->setData(EntryGroup, entry.group);
        item->setData(EntryKeys, entry.keys);
        item->setData(EntryIsPossible, entry.isPossible);
    }
    m_list->setCurrentRow(0);
    m_list->scrollToTop();
    const auto count = static_cast<int>(found.size());
    m_note->setText(found.empty()         ? tr("No matches")
                    : count > kMaxEntries ? tr("Best %1 of %2").arg(kMaxEntries).arg(count)
                                          : tr("%n found", nullptr, count));
}

void CommandPalette::runCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    if (item == nullptr) {
        return;
    }
    const PaletteEntry& entry = m_entries[item->data(EntryIndex).toULongLong()];
    if (!entry.isPossible) {
        m_note->setText(tr("'%1' is not available now").arg(entry.text));
        return;
    }
    const auto run = entry.run; // copied, because running it may show the palette again
    hide();
    run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) {
        return QDialog::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QApplication::sendEvent(m_list, event);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    default:
        return false;
    }
}

} // namespace sideline::widgets
