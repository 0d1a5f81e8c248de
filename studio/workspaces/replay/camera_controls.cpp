#include "studio/workspaces/replay/camera_controls.h"

#include <algorithm>
#include <vector>

#include "studio/actions/camera_actions.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

using monitor::ObjectId;
using viewer3d::CameraMode;

CameraControls::CameraControls(const MatchPanels& panels, ShownMatch& match, ActionTable& actions)
    : m_panels(panels), m_match(match), m_actions(actions) {
    connectCameras();
    connectSelection();
}

void CameraControls::note(const QString& text) {
    m_panels.messages->show(widgets::MessageBar::Severity::Note, text);
}

void CameraControls::connectCameras() {
    for (int i = 1; i <= viewer3d::kCameraPresetCount; ++i) {
        connect(m_actions.action(QStringLiteral("camera.preset%1").arg(i)), &QAction::triggered,
                this, [this, i] { m_panels.cameraView().goToPreset(i); });
    }
    for (const CameraAction& entry : kCameraActions) {
        connect(m_actions.action(entry.id), &QAction::triggered, this, [this, mode = entry.mode] {
            requirePlayer(mode);
            viewer3d::MatchView& view = m_panels.cameraView();
            // The same key again switches back to the free camera.
            view.setCameraMode(view.cameraMode() == mode ? CameraMode::Free : mode);
            showMode();
        });
    }
    connect(m_panels.view, &viewer3d::MatchView::cameraModeChanged, this,
            &CameraControls::showMode);
    connect(m_panels.second, &SecondView::cameraChanged, this, &CameraControls::showMode);
    connect(m_panels.second, &SecondView::modeRequested, this, [this](CameraMode mode) {
        requirePlayer(mode);
        m_panels.second->view()->setCameraMode(mode);
    });
    showMode();
}

void CameraControls::showMode() {
    const CameraMode mode = m_panels.cameraView().cameraMode();
    for (const CameraAction& entry : kCameraActions) {
        m_actions.action(entry.id)->setChecked(entry.mode == mode);
    }
}

// Selects the player nearest to the ball for a player camera if no player is selected.
void CameraControls::requirePlayer(CameraMode mode) {
    const bool needsPlayer = mode == CameraMode::FollowPlayer ||
                             mode == CameraMode::FollowPlayerTurning ||
                             mode == CameraMode::FirstPerson || mode == CameraMode::ThirdPerson;
    const auto& frame = m_match.shown().exact;
    if (!needsPlayer || !frame || m_match.log().selection().kind == ObjectId::Kind::Robot) {
        return;
    }
    const Eigen::Vector3d ball =
        frame->ball ? frame->ball->X_SBall.p : Eigen::Vector3d(Eigen::Vector3d::Zero());
    const auto nearest =
        std::ranges::min_element(frame->robots, {}, [&](const monitor::RobotFrame& robot) {
            return (robot.X_STorso().p - ball).norm();
        });
    if (nearest != frame->robots.end()) {
        m_match.log().select(ObjectId::ofRobot(nearest->id));
    } else {
        note(tr("No player is on the field at this time"));
    }
}

void CameraControls::connectSelection() {
    const auto select = [this](const ObjectId& id) { m_match.log().select(id); };
    connect(m_panels.view, &viewer3d::MatchView::picked, this, select);
    connect(m_panels.view, &viewer3d::MatchView::activated, this, [this](const ObjectId& id) {
        m_match.log().select(id);
        m_panels.view->setCameraMode(id.kind == ObjectId::Kind::Ball ? CameraMode::FollowBall
                                                                     : CameraMode::FollowPlayer);
    });
    connect(m_panels.field, &widgets::FieldView::selected, this, select);
    connect(m_panels.objects, &widgets::ObjectPanel::selected, this, select);
    const auto on = [this](const QString& id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on(QStringLiteral("select.ball"), [this] { m_match.log().select(ObjectId::ball()); });
    on(QStringLiteral("select.none"), [this] {
        QAction* measuring = m_actions.action("view.measure");
        measuring->isChecked() ? measuring->setChecked(false) : m_match.log().select({});
    });
    on(QStringLiteral("select.next"), [this] { selectNeighbor(1); });
    on(QStringLiteral("select.previous"), [this] { selectNeighbor(-1); });
    on(QStringLiteral("select.other-team"), [this] {
        const game::PlayerId id = m_match.log().selection().robot;
        if (id.side != game::Side::None) {
            selectNumber(id.side == game::Side::Left ? game::Side::Right : game::Side::Left,
                         id.unum.value());
        }
    });
    for (int i = 1; i <= 11; ++i) {
        on(QStringLiteral("select.left%1").arg(i),
           [this, i] { selectNumber(game::Side::Left, i); });
        on(QStringLiteral("select.right%1").arg(i),
           [this, i] { selectNumber(game::Side::Right, i); });
    }
}

void CameraControls::selectNumber(game::Side side, int number) {
    const game::PlayerId id{side, game::UniformNumber(number)};
    const auto& frame = m_match.shown().exact;
    if (!frame) {
        return;
    }
    if (frame->findRobot(id) != nullptr) {
        m_match.log().select(ObjectId::ofRobot(id));
    } else {
        note(tr("Player %1 is not on the field at this time")
                 .arg(widgets::toQt(game::toString(id))));
    }
}

void CameraControls::selectNeighbor(int step) {
    const auto& frame = m_match.shown().exact;
    if (!frame) {
        return;
    }
    const game::PlayerId current = m_match.log().selection().robot;
    const game::Side side = current.side == game::Side::None ? game::Side::Left : current.side;
    std::vector<game::PlayerId> team;
    for (const monitor::RobotFrame& robot : frame->robots) {
        if (robot.id.side == side) {
            team.push_back(robot.id);
        }
    }
    if (team.empty()) {
        return;
    }
    std::ranges::sort(team);
    const auto at = std::ranges::find(team, current);
    const auto size = static_cast<std::ptrdiff_t>(team.size());
    const std::ptrdiff_t next = at == team.end() ? 0 : (at - team.begin() + step + size) % size;
    m_match.log().select(ObjectId::ofRobot(team[static_cast<std::size_t>(next)]));
}

} // namespace sideline::studio
