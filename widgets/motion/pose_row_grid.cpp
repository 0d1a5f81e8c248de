#include "widgets/motion/pose_row_grid.h"

#include <algorithm>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr int kMinWideGroovePx = 12; // extra width from which both sides are placed side by side

} // namespace

PoseRowGrid::PoseRowGrid(const robot::RobotModelPtr& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(0);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(2, 1);
    if (model != nullptr) {
        for (const JointName& name : jointNames(*model)) {
            if (name.effector.isEmpty()) {
                continue; // no key can move it
            }
            m_rows.push_back(new PoseSlider(name, model->joint(name.joint), this));
            m_nameWidthPx = std::max(m_nameWidthPx, m_rows.back()->nameWidthHint());
        }
    }
    for (PoseSlider* row : m_rows) {
        row->setNameWidth(m_nameWidthPx);
    }
    arrange();
}

void PoseRowGrid::fitTo(int widthPx) {
    if (m_rows.empty()) {
        return;
    }
    const int sidePx = m_rows.front()->leastSideWidth() + kMinWideGroovePx;
    const bool isWide = widthPx >= 2 * sidePx + m_nameWidthPx;
    if (isWide != m_isWide) {
        m_isWide = isWide;
        arrange();
    }
}

PoseSlider* PoseRowGrid::mirrorOf(const PoseSlider& row) const {
    const auto mirror = mirrorJoint(*m_model, row.name().joint);
    if (!mirror) {
        return nullptr;
    }
    const auto at = std::ranges::find_if(
        m_rows, [&](const PoseSlider* other) { return other->name().joint == mirror->joint; });
    return at == m_rows.end() ? nullptr : *at;
}

void PoseRowGrid::addLabel(const QString& text, int line, int column, int columns,
                           Qt::Alignment alignment, bool isHeading) {
    auto* label = new QLabel(text, this);
    if (isHeading) {
        label->setFont(bold(label->font()));
        label->setContentsMargins(4, line == 0 ? 0 : 4, 4, 0);
    }
    label->setAlignment(alignment);
    m_grid->addWidget(label, line, column, 1, columns);
    label->show();
    m_labels.push_back(label);
}

void PoseRowGrid::arrange() {
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item;
    }
    qDeleteAll(m_labels);
    m_labels.clear();
    std::vector<const PoseSlider*> placed;
    QString group;
    int line = 0;
    for (PoseSlider* row : m_rows) {
        if (std::ranges::find(placed, row) != placed.end()) {
            continue;
        }
        PoseSlider* other = m_isWide ? mirrorOf(*row) : nullptr;
        if (row->name().group != group) {
            group = row->name().group;
            addLabel(group, line, 0, other == nullptr ? 3 : 1, Qt::AlignLeft, true);
            if (other != nullptr) {
                addLabel(other->name().group, line, 2, 1, Qt::AlignRight, true);
            }
            ++line;
        }
        using Layout = PoseSlider::Layout;
        row->setLayoutKind(other == nullptr ? Layout::WithName : Layout::LeftOfName);
        m_grid->addWidget(row, line, 0, 1, other == nullptr ? 3 : 1);
        if (other != nullptr) {
            addLabel(row->name().name, line, 1, 1, Qt::AlignCenter, false);
            other->setLayoutKind(Layout::RightOfName);
            m_grid->addWidget(other, line, 2);
            placed.push_back(other);
        }
        ++line;
    }
    for (int i = 0; i <= line + static_cast<int>(m_rows.size()); ++i) {
        m_grid->setRowStretch(i, i == line ? 1 : 0);
    }
}

} // namespace sideline::widgets
