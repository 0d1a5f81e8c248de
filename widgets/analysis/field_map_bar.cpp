#include "widgets/analysis/field_map_bar.h"

#include <algorithm>

#include <QLabel>

#include "logs/analysis/statistic_list.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

using game::Side;

FieldMapBar::FieldMapBar(QWidget* parent)
    : QWidget(parent),
      m_kind(panelChoice("fieldMapKind", {}, tr("Map drawn on the field"))),
      m_whose(panelChoice("fieldMapWhose", {}, tr("Team or player of the map"))) {
    m_kind->setAccessibleName(m_kind->toolTip());
    m_whose->setAccessibleName(m_whose->toolTip());
    for (int i = 0; i < kFieldMapKindCount; ++i) {
        m_kind->addItem(fieldMapText(static_cast<FieldMapKind>(i)));
    }
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new QLabel(tr("Field:")));
    row->addWidget(m_kind, 3);
    row->addWidget(new QLabel(tr("of")));
    row->addWidget(m_whose, 2);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_kind, &QComboBox::activated, this, &FieldMapBar::takeChoice);
    connect(m_whose, &QComboBox::activated, this, &FieldMapBar::takeChoice);
    setNumbers(nullptr);
}

void FieldMapBar::setNumbers(const MatchNumbersPtr& numbers) {
    m_all = {{}, {Side::Left, {}}, {Side::Right, {}}};
    QStringList texts = {tr("both teams")};
    for (const Side side : {Side::Left, Side::Right}) {
        texts << (numbers ? toQt(logs::teamName(numbers->statistics, side))
                          : toQt(game::sideName(side)));
    }
    if (numbers) {
        for (const logs::PlayerStatistics& player : numbers->statistics.players) {
            m_all.push_back({player.id.side, player.id});
            texts << playerText(numbers->statistics, player.id);
        }
    }
    QStringList before;
    for (int i = 0; i < m_whose->count(); ++i) {
        before << m_whose->itemText(i);
    }
    if (texts != before) {
        m_whose->clear();
        m_whose->addItems(texts);
    }
    showChoice();
}

void FieldMapBar::setChoice(const FieldMapChoice& choice) {
    if (!(choice == m_choice)) {
        m_choice = choice;
        showChoice();
        Q_EMIT choiceChanged();
    }
}

void FieldMapBar::takeChoice() {
    const auto at = static_cast<std::size_t>(std::max(0, m_whose->currentIndex()));
    const Whose& whose = m_all[std::min(at, m_all.size() - 1)];
    setChoice({static_cast<FieldMapKind>(m_kind->currentIndex()), whose.side, whose.player});
}

void FieldMapBar::showChoice() {
    m_kind->setCurrentIndex(static_cast<int>(m_choice.kind));
    const auto at = std::ranges::find_if(m_all, [this](const Whose& one) {
        return one.side == m_choice.side && one.player == m_choice.player;
    });
    m_whose->setCurrentIndex(at == m_all.end() ? 0 : static_cast<int>(at - m_all.begin()));
    m_whose->setEnabled(m_choice.kind != FieldMapKind::None && m_choice.kind != FieldMapKind::Ball);
}

} // namespace sideline::widgets
