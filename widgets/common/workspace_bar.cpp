#include "widgets/common/workspace_bar.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyleOptionTab>
#include <QStylePainter>

namespace sideline::widgets {

namespace {

constexpr int kLampPx = 16;

QColor lampColor(SimulatorLamp::State state, const QPalette& palette) {
    using State = SimulatorLamp::State;
    switch (state) {
    case State::Running:
    case State::Connected:
        return {0x2e, 0xa0, 0x43};
    case State::Paused:
        return {0xd2, 0x99, 0x22};
    case State::Away:
        return {0xda, 0x36, 0x33};
    case State::Stopped:
        break;
    }
    return palette.color(QPalette::PlaceholderText);
}

const QString kCaptionId = QStringLiteral("/layouts"); // no layout has this id
constexpr int kWordMarginPx = 8;
constexpr int kSeparatorPx = 13; // the line before the layouts, with its margins

// Paints the caption, which is a disabled tab, and the tabs after it as plain words.
class TabsAndWords : public QTabBar {
public:
    /// @param first index of the caption of the layouts; -1: there are only tabs
    void setFirstWord(int first) { m_first = first; }

protected:
    [[nodiscard]] QSize tabSizeHint(int index) const override {
        QSize size = QTabBar::tabSizeHint(index);
        if (isWord(index)) {
            size.setWidth(index == m_first && isNarrow() ? kSeparatorPx : wordPx(index));
        }
        return size;
    }

    void paintEvent(QPaintEvent* /*event*/) override {
        QStylePainter painter(this);
        for (int i = 0; i < count(); ++i) {
            if (i != currentIndex()) {
                paintTab(painter, i);
            }
        }
        if (currentIndex() >= 0) {
            paintTab(painter, currentIndex()); // overlaps its neighbors
        }
    }

private:
    [[nodiscard]] bool isWord(int index) const { return m_first >= 0 && index >= m_first; }

    [[nodiscard]] int wordPx(int index) const {
        return fontMetrics().size(Qt::TextShowMnemonic, tabText(index)).width() +
               2 * kWordMarginPx + (index == m_first ? kSeparatorPx : 0);
    }

    // Whether there is no room for the caption.
    [[nodiscard]] bool isNarrow() const {
        int allPx = 0;
        for (int i = 0; i < count(); ++i) {
            allPx += isWord(i) ? wordPx(i) : QTabBar::tabSizeHint(i).width();
        }
        return allPx > width();
    }

    void paintTab(QStylePainter& painter, int index) const {
        QStyleOptionTab option;
        initStyleOption(&option, index);
        if (!isWord(index)) {
            painter.drawControl(QStyle::CE_TabBarTab, option);
            return;
        }
        QRect box = tabRect(index);
        if (index == m_first) {
            painter.setPen(palette().color(QPalette::Mid));
            const int x = box.left() + kSeparatorPx / 2;
            painter.drawLine(x, box.top() + 5, x, box.bottom() - 5);
            box.setLeft(box.left() + kSeparatorPx);
            if (box.width() <= 0) {
                return;
            }
        } else if (index == currentIndex()) {
            painter.fillRect(box, palette().color(QPalette::Base));
            painter.fillRect(box.left(), box.bottom() - 1, box.width(), 2,
                             palette().color(QPalette::Highlight));
        } else if (option.state.testFlag(QStyle::State_MouseOver)) {
            painter.fillRect(box, palette().color(QPalette::Midlight));
        }
        painter.setPen(
            palette().color(index == m_first ? QPalette::PlaceholderText : QPalette::WindowText));
        painter.drawText(box, Qt::AlignCenter | Qt::TextShowMnemonic, tabText(index));
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            QStyleOptionFocusRect focus;
            focus.QStyleOption::operator=(option);
            focus.rect = box.adjusted(3, 3, -3, -4);
            painter.drawPrimitive(QStyle::PE_FrameFocusRect, focus);
        }
    }

    int m_first = -1;
};

} // namespace

WorkspaceBar::WorkspaceBar(QWidget* parent)
    : QWidget(parent), m_tabs(new TabsAndWords), m_lampButton(new QToolButton) {
    m_tabs->setObjectName(QStringLiteral("workspaceTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setFocusPolicy(Qt::TabFocus);
    m_lampButton->setObjectName(QStringLiteral("simulatorLamp"));
    m_lampButton->setAutoRaise(true);
    m_lampButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_lampButton->setFocusPolicy(Qt::TabFocus);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 4, 0);
    row->setSpacing(8);
    row->addWidget(m_tabs, 1);
    row->addWidget(m_lampButton);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0) {
            Q_EMIT chosen(m_entries[static_cast<std::size_t>(index)].id);
        }
    });
    m_tabs->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tabs, &QWidget::customContextMenuRequested, this, &WorkspaceBar::showMenu);
    connect(m_lampButton, &QToolButton::clicked, this, &WorkspaceBar::lampClicked);
    paintLamp();
}

void WorkspaceBar::setTabs(const std::vector<WorkspaceTab>& tabs) {
    std::vector<WorkspaceTab> entries = tabs;
    const auto first = std::ranges::find(entries, true, &WorkspaceTab::isLayout);
    const bool hasLayouts = first != entries.end();
    const auto caption = static_cast<int>(first - entries.begin());
    if (hasLayouts) {
        entries.insert(first, {kCaptionId, tr("Layouts"), tr("Other arrangements of the panels")});
    }
    if (entries == m_entries) {
        return;
    }
    const QString before = current();
    const QSignalBlocker blocker(m_tabs);
    while (m_tabs->count() > 0) {
        m_tabs->removeTab(0);
    }
    m_entries = std::move(entries);
    static_cast<TabsAndWords*>(m_tabs)->setFirstWord(hasLayouts ? caption : -1);
    for (const WorkspaceTab& tab : m_entries) {
        QString text = tab.text;
        m_tabs->setTabToolTip(m_tabs->addTab(text.replace(u'&', QStringLiteral("&&"))), tab.tip);
    }
    if (hasLayouts) {
        m_tabs->setTabEnabled(caption, false);
    }
    setCurrent(before);
}

void WorkspaceBar::setCurrent(const QString& id) {
    const QSignalBlocker blocker(m_tabs);
    const auto found = std::ranges::find(m_entries, id, &WorkspaceTab::id);
    if (found != m_entries.end()) {
        m_tabs->setCurrentIndex(static_cast<int>(found - m_entries.begin()));
    }
}

QString WorkspaceBar::current() const {
    const int index = m_tabs->currentIndex();
    return index < 0 ? QString() : m_entries[static_cast<std::size_t>(index)].id;
}

void WorkspaceBar::showMenu(const QPoint& pos) {
    const int index = m_tabs->tabAt(pos);
    if (index < 0 || !m_entries[static_cast<std::size_t>(index)].isOwn) {
        return;
    }
    const WorkspaceTab& tab = m_entries[static_cast<std::size_t>(index)];
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("workspaceMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Delete the layout '%1'").arg(tab.text), this,
                    [this, id = tab.id] { Q_EMIT deleteRequested(id); });
    menu->popup(m_tabs->mapToGlobal(pos));
}

void WorkspaceBar::setLamp(const SimulatorLamp& lamp) {
    if (lamp != m_lamp) {
        m_lamp = lamp;
        paintLamp();
    }
}

void WorkspaceBar::paintLamp() {
    const qreal scale = devicePixelRatioF();
    QPixmap pixmap(QSize(kLampPx, kLampPx) * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(lampColor(m_lamp.state, palette()));
    painter.drawEllipse(QRectF(3, 3, kLampPx - 6, kLampPx - 6));
    painter.end();
    m_lampButton->setIcon(QIcon(pixmap));
    m_lampButton->setText(m_lamp.text);
    m_lampButton->setToolTip(m_lamp.tip);
}

void WorkspaceBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintLamp();
    }
    QWidget::changeEvent(event);
}

} // namespace sideline::widgets
