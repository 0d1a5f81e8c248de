#include "widgets/live/team_match_row.h"

#include <algorithm>

#include <QLabel>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

QComboBox* teamBox(const QString& name, const QString& tip) {
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(3);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return box;
}

void fillTeamBox(QComboBox& box, const std::vector<TeamView>& teams, const QString& other,
                 bool mayBeOther) {
    const QString before = box.currentData().toString();
    box.clear();
    for (const TeamView& view : teams) {
        box.addItem(view.name, view.key);
        box.setItemData(box.count() - 1, view.file, Qt::ToolTipRole);
    }
    int index = box.findData(before);
    if (index < 0 || (before == other && !mayBeOther)) {
        for (index = 0; index < box.count() && box.itemData(index).toString() == other;) {
            ++index;
        }
    }
    box.setCurrentIndex(index < box.count() ? index : box.count() - 1);
}

TeamMatchRow::TeamMatchRow(QWidget* parent) : QWidget(parent) {
    auto* row = rowIn(this);
    m_left = teamBox(QStringLiteral("left"), tr("The team playing from the left"));
    m_right = teamBox(QStringLiteral("right"), tr("The team playing from the right"));
    m_match =
        panelButton("match", tr("Match"), tr("Starts the simulator and both teams, and kicks off"));
    row->addWidget(m_left, 1);
    row->addWidget(new QLabel(tr("against")));
    row->addWidget(m_right, 1);
    row->addWidget(m_match);
    connect(m_left, &QComboBox::currentIndexChanged, this, &TeamMatchRow::teamsChanged);
    connect(m_right, &QComboBox::currentIndexChanged, this, &TeamMatchRow::teamsChanged);
    connect(m_right, &QComboBox::activated, this, [this] { m_isRightChosen = true; });
    connect(m_match, &QPushButton::clicked, this, [this] {
        if (m_isRunning) {
            Q_EMIT matchEndRequested();
        } else {
            Q_EMIT matchRequested(m_left->currentData().toString(),
                                  m_right->currentData().toString());
        }
    });
}

void TeamMatchRow::listTeams(const std::vector<TeamView>& teams) {
    fillTeamBox(*m_left, teams, m_right->currentData().toString(), true);
    fillTeamBox(*m_right, teams, m_left->currentData().toString(), m_isRightChosen);
}

QString TeamMatchRow::update(const std::vector<TeamView>& teams) {
    const QString missing = m_isRunning ? QString() : missingText(teams);
    m_match->setText(m_isRunning ? tr("End") : tr("Match"));
    m_match->setEnabled(missing.isEmpty());
    m_left->setEnabled(!m_isRunning);
    m_right->setEnabled(!m_isRunning);
    return missing;
}

QString TeamMatchRow::missingText(const std::vector<TeamView>& teams) const {
    if (teams.empty()) {
        return tr("For a match, open a team file");
    }
    for (const QComboBox* box : {m_left, m_right}) {
        const auto at = std::ranges::find(teams, box->currentData().toString(), &TeamView::key);
        if (at == teams.end() || !at->problems.isEmpty()) {
            return tr("For a match, choose a team other than %1: its file has errors")
                .arg(box->currentText());
        }
    }
    return {};
}

} // namespace sideline::widgets
