#include "widgets/live/referee_ball_page.h"

#include <QSignalBlocker>

#include "agentcore/game/constants.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr double kMaxSpeedMps = 50.0;

} // namespace

RefereeBallPage::RefereeBallPage(RefereeCommands& commands, QWidget* parent)
    : QWidget(parent), m_commands(commands) {
    auto* column = columnIn(this);
    QGridLayout* grid = gridIn(column);
    m_place = vectorFields(grid, 0, "ball", tr("Position, m"), kMaxAcrossM, 0.0, kMaxHeightM,
                           tr("meters, in the server frame"));
    m_place[2]->setValue(game::kBallRadiusM);
    m_place[2]->setDecimals(3);
    m_place[2]->setValue(game::kBallRadiusM);
    m_velocity = vectorFields(grid, 1, "velocity", tr("Speed, m/s"), kMaxSpeedMps, -kMaxSpeedMps,
                              kMaxSpeedMps, tr("meters per second"));
    for (const auto& fields : {m_place, m_velocity}) {
        for (QDoubleSpinBox* field : fields) {
            connect(field, &QDoubleSpinBox::valueChanged, this, &RefereeBallPage::showPath);
        }
    }
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    auto* place =
        m_commands.commandButton("placeBall", tr("Place"), tr("Puts the ball there, at rest"));
    auto* throwIt = m_commands.commandButton("throwBall", tr("Throw"),
                                             tr("Puts the ball there with this speed"));
    auto* kick = m_commands.commandButton("kickBall", tr("Kick"),
                                          tr("Sets the ball's velocity and keeps its position"));
    auto* take = m_commands.openButton("takeBall", tr("From field"),
                                       tr("Fills in the ball's current position"));
    for (QPushButton* button : {place, throwIt, kick, take}) {
        row->addWidget(button, 1);
    }
    column->addLayout(row);
    m_path = new BallPathView;
    column->addWidget(m_path);
    m_pathText = new QLabel;
    m_pathText->setObjectName(QStringLiteral("pathText"));
    m_pathText->setWordWrap(true);
    column->addWidget(m_pathText);
    column->addStretch(1);
    connect(place, &QPushButton::clicked, this, [this] { send(true, false); });
    connect(throwIt, &QPushButton::clicked, this, [this] { send(true, true); });
    connect(kick, &QPushButton::clicked, this, [this] { send(false, true); });
    connect(take, &QPushButton::clicked, this, [this] {
        if (m_commands.view().p_SBall) {
            setPosition(*m_commands.view().p_SBall);
        }
    });
}

void RefereeBallPage::setPosition(const Eigen::Vector3d& p_SBall) {
    for (std::size_t i = 0; i < m_place.size(); ++i) {
        const QSignalBlocker blocker(m_place[i]);
        m_place[i]->setValue(p_SBall[static_cast<Eigen::Index>(i)]);
    }
    showPath();
}

void RefereeBallPage::send(bool isPlaced, bool isThrown) {
    monitor::BallCommand command;
    if (isPlaced) {
        command.p_SBall = vectorOf(m_place);
        command.velocity_SMps =
            Eigen::Vector3d::Zero(); // a position alone would keep the ball's velocity
    }
    if (isThrown) {
        command.velocity_SMps = vectorOf(m_velocity);
    }
    m_commands.send(command);
}

void RefereeBallPage::showPath() {
    const field::BallPath path = field::ballFlight(vectorOf(m_place), vectorOf(m_velocity));
    m_path->setPath(path);
    showText(m_pathText, ballPathText(path, m_commands.view().field));
    std::vector<Eigen::Vector3d> path_S;
    if (isVisible()) {
        for (const field::BallPathPoint& point : path.points) {
            path_S.push_back(point.p_S);
        }
    }
    Q_EMIT pathChanged(path_S);
}

void RefereeBallPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showPath();
}

void RefereeBallPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    Q_EMIT pathChanged({});
}

} // namespace sideline::widgets
