#include "widgets/common/joint_rows_panel.h"

#include <algorithm>
#include <utility>

#include <QShortcut>
#include <QWindow>

namespace sideline::widgets {

using robot::JointId;

namespace {

constexpr int kMinRowsPx = 130; // if the rows are lower, the panel scrolls as a whole

} // namespace

JointRowsPanel::JointRowsPanel(QWidget* parent) : QWidget(parent), m_scroll(new QScrollArea) {
    setFocusPolicy(Qt::StrongFocus);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setMinimumHeight(kMinRowsPx);
    auto* slash = new QShortcut(Qt::Key_Slash, this); // pressed while another widget has the focus
    connect(slash, &QShortcut::activated, this, &JointRowsPanel::beginSearch);
}

void JointRowsPanel::setRows(std::vector<JointSlider*> rows) {
    m_rows = std::move(rows);
    m_chosen = -1;
}

const JointSlider* JointRowsPanel::chosenRow() const {
    return m_chosen >= 0 ? m_rows[static_cast<std::size_t>(m_chosen)] : nullptr;
}

JointId JointRowsPanel::chosenJoint() const {
    const JointSlider* row = chosenRow();
    return row != nullptr ? row->name().joint : JointId();
}

void JointRowsPanel::chooseJoint(JointId joint) {
    const auto found = std::ranges::find_if(
        m_rows, [&](const JointSlider* row) { return row->name().joint == joint; });
    if (found != m_rows.end()) {
        chooseRow(static_cast<int>(found - m_rows.begin()));
    }
}

void JointRowsPanel::chooseRow(int row) {
    if (m_rows.empty()) {
        return;
    }
    row = std::clamp(row, 0, static_cast<int>(m_rows.size()) - 1);
    if (row != m_chosen) {
        closeEditor();
        m_chosen = row;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            m_rows[i]->setChosen(static_cast<int>(i) == row);
        }
        Q_EMIT jointChosen(chosenJoint());
    }
    m_scroll->ensureWidgetVisible(m_rows[static_cast<std::size_t>(row)], 0, 20);
    showDetail();
}

void JointRowsPanel::editNext(int step) {
    closeEditor();
    const int next = m_chosen + step;
    if (next >= 0 && next < static_cast<int>(m_rows.size())) {
        chooseRow(next);
        openEditor();
    } else {
        focusNextPrevChild(step > 0);
    }
}

void JointRowsPanel::beginSearch() {
    window()->windowHandle()->requestActivate(); // a 3D view is a window with a focus of its own
    setFocus(Qt::ShortcutFocusReason);
    m_search.begin();
}

void JointRowsPanel::searchFor(const QString& typed) {
    std::vector<const JointName*> names;
    for (const JointSlider* row : m_rows) {
        names.push_back(&row->name());
    }
    if (const auto row = m_search.find(typed, names)) {
        chooseRow(static_cast<int>(*row));
    }
}

bool JointRowsPanel::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && hasFocus() &&
        isOwnKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

bool JointRowsPanel::isOwnKey(const QKeyEvent& event) const {
    return isJointKey(event) || (isInWord() && isJointLetter(event));
}

void JointRowsPanel::keyPressEvent(QKeyEvent* event) {
    if (hasFocus() && takeKey(*event)) {
        return;
    }
    if (!hasFocus() || (!isJointKey(*event) && !isZeroKey(*event) && !isJointLetter(*event))) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (const auto step = jointStepRad(*event)) {
        if (m_chosen >= 0) {
            moveChosen(step);
        }
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        chooseRow(m_chosen - 1);
        break;
    case Qt::Key_Down:
        chooseRow(m_chosen + 1);
        break;
    case Qt::Key_Slash:
        m_search.begin();
        break;
    case Qt::Key_0:
        if (m_chosen >= 0) {
            moveChosen(std::nullopt);
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        openEditor();
        break;
    default:
        searchFor(event->text());
    }
}

} // namespace sideline::widgets
