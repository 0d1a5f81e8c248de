#include "studio/stage/stage.h"

#include <algorithm>
#include <cmath>

#include <QVBoxLayout>

#include "evaluation/posed_robot.h"
#include "studio/stage/view_container.h"

namespace sideline::studio {

Stage::Stage(const QString& name, QWidget* parent)
    : QWidget(parent),
      m_view(new viewer3d::MatchView),
      m_container(makeViewContainer(m_view, this)),
      m_headline(new QHBoxLayout),
      m_title(new widgets::ElidedLabel("")),
      m_state(new widgets::ElidedLabel("", Qt::ElideRight, QSizePolicy::Preferred)) {
    setObjectName(name + QStringLiteral("-stage"));
    m_container->setMinimumSize(240, 120);
    m_container->setObjectName(name + QStringLiteral("-view"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName(name + QStringLiteral("-title"));
    m_state->setObjectName(name + QStringLiteral("-state"));
    m_headline->setContentsMargins(8, 4, 8, 4);
    m_headline->setSpacing(12);
    m_headline->addWidget(m_title, 1);
    m_headline->addWidget(m_state);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_headline);
    column->addWidget(m_container, 1);
    m_view->setPosing(true);
}

void Stage::setHeadline(const QString& title, const QString& state) {
    // A name up to this width is never cut off for the state beside it.
    constexpr int kWholePx = 100;
    m_title->setText(title);
    m_title->setMinimumWidth(std::min(m_title->sizeHint().width(), kWholePx));
    m_state->setText(state);
}

void Stage::setOptions(const viewer3d::SceneOptions& options) {
    viewer3d::SceneOptions own = options;
    own.playerLabels = false;
    own.selectionRing = false;
    own.field = false;
    m_view->setOptions(own);
}

void Stage::fitTo(const robot::RobotModel& model) {
    // Relative change of size beyond which the view is fitted to an edited robot again.
    constexpr double kOtherSize = 0.25;
    const viewer3d::RobotFit fit = viewer3d::fitOf(model);
    if (model.name() == m_fittedName &&
        std::abs(fit.scale - m_fit.scale) < kOtherSize * m_fit.scale) {
        return;
    }
    m_fittedName = model.name();
    m_fit = fit;
    m_view->orbitAbout({m_place_S.x(), m_place_S.y(), fit.middleM}, fit.distanceM);
}

void Stage::orbitPlace(const Eigen::Vector2d& p_S) {
    const Eigen::Vector3d before_S(m_place_S.x(), m_place_S.y(), m_fit.middleM);
    const double distanceM = (m_view->cameraPose().eye - before_S).norm();
    m_place_S = p_S;
    m_view->orbitAbout({p_S.x(), p_S.y(), m_fit.middleM}, distanceM);
}

std::shared_ptr<monitor::MatchFrame> Stage::makeFrame(game::ServerKind server) {
    auto frame = std::make_shared<monitor::MatchFrame>();
    frame->index = ++m_frameIndex;
    frame->game.environment = evaluation::standardEnvironment(server);
    return frame;
}

} // namespace sideline::studio
