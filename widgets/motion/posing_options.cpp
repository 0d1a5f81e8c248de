#include "widgets/motion/posing_options.h"

#include <QGridLayout>

namespace sideline::widgets {

namespace {

QCheckBox* option(const char* name, const QString& text, const QString& tip) {
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    box->setFocusPolicy(Qt::TabFocus);
    return box;
}

} // namespace

PosingOptionsBar::PosingOptionsBar(QWidget* parent) : QWidget(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    m_mirrors =
        option("mirrors", tr("Mirror"),
               tr("Move the other side symmetrically: knees bend together, arms open together"));
    m_storesKeys = option("storesKeys", tr("Auto-key"),
                          tr("Every change is stored as a key at the cursor. Off: changes are "
                             "temporary until you store a keyframe (K)."));
    m_onionSkins = option("onionSkins", tr("Neighbors"),
                          tr("Show the previous (blue) and next (orange) keyframes as ghosts"));
    m_ground = new QComboBox;
    m_ground->setObjectName(QStringLiteral("ground"));
    m_ground->setFocusPolicy(Qt::TabFocus);
    m_ground->addItems({tr("Torso upright"), tr("Sole flat"), tr("Settle")});
    m_ground->setToolTip(tr("How the robot stands on the ground: torso upright; lower sole flat; "
                            "or settled as a rigid body"));
    m_ground->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_ground->setMinimumContentsLength(8);
    grid->addWidget(m_mirrors, 0, 0);
    grid->addWidget(m_storesKeys, 0, 1);
    grid->addWidget(m_onionSkins, 1, 0);
    grid->addWidget(m_ground, 1, 1);
    grid->setColumnStretch(1, 1);
    for (QCheckBox* check : {m_mirrors, m_storesKeys, m_onionSkins}) {
        connect(check, &QCheckBox::clicked, this, &PosingOptionsBar::readOptions);
    }
    connect(m_ground, &QComboBox::activated, this, &PosingOptionsBar::readOptions);
    setOptions(m_options);
}

void PosingOptionsBar::setOptions(const PosingOptions& options) {
    m_options = options;
    m_mirrors->setChecked(options.mirrors);
    m_storesKeys->setChecked(options.storesKeys);
    m_onionSkins->setChecked(options.onionSkins);
    m_ground->setCurrentIndex(options.ground);
}

void PosingOptionsBar::readOptions() {
    const PosingOptions options{.mirrors = m_mirrors->isChecked(),
                                .storesKeys = m_storesKeys->isChecked(),
                                .ground = m_ground->currentIndex(),
                                .onionSkins = m_onionSkins->isChecked()};
    if (options != m_options) {
        m_options = options;
        Q_EMIT optionsChanged(m_options);
    }
}

} // namespace sideline::widgets
