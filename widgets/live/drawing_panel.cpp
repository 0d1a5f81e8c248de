#include "widgets/live/drawing_panel.h"

#include <algorithm>
#include <set>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr int kSenderRole = Qt::UserRole;
constexpr int kPathRole = Qt::UserRole + 1;

std::string textOf(const QTreeWidgetItem& item, int role) {
    const QByteArray bytes = item.data(0, role).toByteArray();
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

QByteArray bytesOf(const std::string& text) {
    return {text.data(), static_cast<qsizetype>(text.size())};
}

// The last component of a dotted path.
QString nameOf(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    const QString name = toQt(dot == std::string::npos ? path : path.substr(dot + 1));
    return name.isEmpty() ? DrawingPanel::tr("(no name)") : name;
}

QString countText(std::uint64_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

} // namespace

DrawingPanel::DrawingPanel(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->addTab(buildChoice(), tr("Drawings"));
    m_inspector = new SenderInspector;
    tabs->addTab(m_inspector, tr("Senders"));
    column->addWidget(tabs);
    setView({});
}

QWidget* DrawingPanel::buildChoice() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 6, 0, 0);
    auto* row = new QHBoxLayout;
    m_isOn = new QCheckBox(tr("Show"));
    m_isOn->setObjectName(QStringLiteral("isOn"));
    m_isOn->setToolTip(tr("Show agents' drawings in the 3D view and on the field"));
    m_isOn->setChecked(true);
    m_grouping = new QComboBox;
    m_grouping->setObjectName(QStringLiteral("grouping"));
    m_grouping->addItems({tr("By sender"), tr("By set")});
    m_grouping->setToolTip(tr("By set: a check mark applies to all senders"));
    m_clear = new QPushButton(tr("Clear"));
    m_clear->setIcon(icon(QStringLiteral("clear")));
    m_clear->setToolTip(tr("Discard all drawings so far"));
    row->addWidget(m_isOn);
    row->addWidget(m_grouping);
    row->addStretch(1);
    row->addWidget(m_clear);
    column->addLayout(row);
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("search"));
    m_search->setClearButtonEnabled(true);
    m_search->setPlaceholderText(tr("Filter names; regular expressions allowed"));
    column->addWidget(m_search);
    m_tree = new QTreeWidget;
    m_tree->setObjectName(QStringLiteral("tree"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({tr("Set"), tr("Shapes")});
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->setUniformRowHeights(true);
    m_tree->setSelectionMode(QAbstractItemView::SingleSelection);
    column->addWidget(m_tree, 1);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("summary"));
    m_summary->setWordWrap(true);
    column->addWidget(m_summary);

    showPatternError({});
    connect(m_isOn, &QCheckBox::toggled, this, [this](bool on) {
        m_filter.isOn = on;
        Q_EMIT filterChanged(m_filter);
    });
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this] { showTree(); });
    connect(m_clear, &QPushButton::clicked, this, &DrawingPanel::clearRequested);
    connect(m_search, &QLineEdit::textChanged, this, &DrawingPanel::changePattern);
    connect(m_tree, &QTreeWidget::itemChanged, this, &DrawingPanel::toggled);
    return page;
}

void DrawingPanel::setView(const DrawingView& view) {
    m_view = view;
    m_clear->setEnabled(!view.isReplay);
    showTree();
    m_inspector->setView(view);
}

void DrawingPanel::setFilter(const drawing::DrawingFilter& filter) {
    m_filter = filter;
    const QSignalBlocker quietOn(m_isOn);
    const QSignalBlocker quietSearch(m_search);
    m_isOn->setChecked(filter.isOn);
    m_search->setText(toQt(filter.pattern()));
    showPatternError({});
    showTree();
}

DrawingPanel::Counts DrawingPanel::countSets() const {
    Counts counts;
    if (!m_view.board) {
        return counts;
    }
    drawing::DrawingFilter onlyPattern;
    (void)onlyPattern.setPattern(m_filter.pattern());
    const auto addPath = [&](const std::string& sender, const std::string& name,
                             std::size_t shapes) {
        for (std::size_t end = 0; end != std::string::npos;) {
            end = name.find('.', end + 1);
            Count& count = counts[{sender, name.substr(0, end)}];
            count.shapes += shapes;
        }
    };
    for (const auto& set : m_view.board->sets) {
        if (!onlyPattern.shows(*set)) {
            continue;
        }
        if (isBySender()) {
            Count& sender = counts[{set->sender, {}}];
            sender.isSender = true;
            sender.shapes += set->shapes.size();
        }
        if (isBySender() && set->name.empty()) {
            continue; // already counted for the sender
        }
        addPath(isBySender() ? set->sender : std::string(), set->name, set->shapes.size());
    }
    if (isBySender()) {
        for (const drawing::AgentNote& note : m_view.board->agentNotes) {
            Count& sender = counts[{note.sender, {}}];
            sender.isSender = true;
            ++sender.shapes;
        }
    }
    return counts;
}

void DrawingPanel::showTree() {
    Counts counts = countSets();
    const bool isSame = std::ranges::equal(
        counts, m_counts, [](const auto& a, const auto& b) { return a.first == b.first; });
    m_counts = std::move(counts);
    if (!isSame) {
        rebuildTree();
    }
    updateItems([this] {
        showCounts();
        showChecks();
    });
    showSummary();
}

// For every item that reports a change, the view searches its row from the top, which takes seconds
// for thousands of them. Blocks the signals and reports one change instead.
void DrawingPanel::updateItems(const std::function<void()>& update) {
    m_updating = true;
    {
        const QSignalBlocker quiet(m_tree->model());
        update();
    }
    m_updating = false;
    m_tree->resizeColumnToContents(1);
    m_tree->viewport()->update();
}

// Keys are sorted: parents come before their children.
void DrawingPanel::rebuildTree() {
    std::set<Key> closed;
    for (const auto& [key, item] : m_items) {
        if (!item->isExpanded() && item->childCount() > 0) {
            closed.insert(key);
        }
    }
    const QTreeWidgetItem* current = m_tree->currentItem();
    const Key selected = current != nullptr
                             ? Key{textOf(*current, kSenderRole), textOf(*current, kPathRole)}
                             : Key{};
    m_updating = true;
    m_tree->clear();
    m_items.clear();
    QList<QTreeWidgetItem*> tops; // added to the view when complete
    QTreeWidgetItem* selectedItem = nullptr;
    for (const auto& [key, count] : m_counts) {
        const auto& [sender, path] = key;
        const bool isRoot = count.isSender && path.empty();
        const std::size_t dot = path.rfind('.');
        const std::string above = dot == std::string::npos ? std::string() : path.substr(0, dot);
        const bool isTop = isRoot || (above.empty() && !isBySender());
        const auto parent = isTop ? m_items.end() : m_items.find({sender, above});
        auto* item =
            parent != m_items.end() ? new QTreeWidgetItem(parent->second) : new QTreeWidgetItem;
        if (parent == m_items.end()) {
            tops.append(item);
        }
        item->setText(0, isRoot ? toQt(sender) : nameOf(path));
        item->setToolTip(0, isRoot ? tr("All drawings from %1").arg(toQt(sender)) : toQt(path));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(0, kSenderRole, bytesOf(sender));
        item->setData(0, kPathRole, bytesOf(path));
        m_items[key] = item;
        item->setCheckState(0, Qt::Checked);
        if (current != nullptr && key == selected) {
            selectedItem = item;
        }
    }
    m_tree->addTopLevelItems(tops);
    m_tree->expandAll();
    for (const Key& key : closed) {
        if (const auto item = m_items.find(key); item != m_items.end()) {
            item->second->setExpanded(false);
        }
    }
    if (selectedItem != nullptr) {
        m_tree->setCurrentItem(selectedItem);
    }
    m_updating = false;
}

void DrawingPanel::showCounts() {
    for (const auto& [key, count] : m_counts) {
        m_items.at(key)->setText(1, countText(count.shapes));
    }
}

void DrawingPanel::showChecks() {
    for (const auto& [key, item] : m_items) {
        const bool isHidden = m_filter.isHidden(key.first, key.second);
        item->setCheckState(0, isHidden ? Qt::Unchecked : Qt::Checked);
        const bool isAboveHidden =
            item->parent() != nullptr &&
            (item->parent()->checkState(0) == Qt::Unchecked || item->parent()->isDisabled());
        item->setDisabled(isAboveHidden);
    }
}

void DrawingPanel::showSummary() {
    std::size_t shown = 0;
    std::size_t all = 0;
    if (m_view.board) {
        all = m_view.board->shapeCount();
        for (const auto& set : m_view.board->sets) {
            shown += m_filter.shows(*set) ? set->shapes.size() : 0;
        }
    }
    if (all == 0) {
        m_summary->setText((m_view.isReplay
                                ? tr("Nothing is drawn at this instant.")
                                : tr("No drawings. Agents draw with the RoboViz protocol.")) +
                           excessText());
        return;
    }
    m_summary->setText(
        tr("%1 of %Ln shapes shown.", nullptr, static_cast<int>(all)).arg(countText(shown)) +
        excessText());
}

// Lists what was dropped because of limits.
QString DrawingPanel::excessText() const {
    QString text;
    const auto add = [&](std::uint64_t count, const char* what) {
        if (count > 0) {
            text += QLatin1Char('\n') + tr(what, nullptr, static_cast<int>(count));
        }
    };
    if (m_view.stats) {
        add(m_view.stats->leftOut, QT_TR_N_NOOP("Too many at once: %Ln shapes omitted."));
        add(m_view.stats->refused, QT_TR_N_NOOP("Rate too high: %Ln datagrams rejected."));
        add(m_view.stats->unrecorded, QT_TR_N_NOOP("Too many to record: %Ln datagrams."));
    }
    return text;
}

void DrawingPanel::toggled(QTreeWidgetItem* item) {
    if (m_updating) {
        return;
    }
    const std::string sender = textOf(*item, kSenderRole);
    const std::string path = textOf(*item, kPathRole);
    if (item->checkState(0) == Qt::Unchecked) {
        m_filter.hide(sender, path);
    } else {
        m_filter.unhide(sender, path);
    }
    updateItems([this] { showChecks(); });
    showSummary();
    Q_EMIT filterChanged(m_filter);
}

void DrawingPanel::changePattern(const QString& text) {
    const auto isSet = m_filter.setPattern(text.toStdString());
    showPatternError(isSet ? QString() : toQt(isSet.error().toString()));
    if (isSet) {
        showTree();
        Q_EMIT filterChanged(m_filter);
    }
}

void DrawingPanel::showPatternError(const QString& error) {
    QPalette colors = palette();
    if (!error.isEmpty()) {
        colors.setColor(QPalette::Text, QColor(0xd0, 0x30, 0x30));
    }
    m_search->setPalette(colors);
    m_search->setToolTip(
        error.isEmpty() ? tr("Case-insensitive; ^ start of name, $ end, .* anything") : error);
}

} // namespace sideline::widgets
