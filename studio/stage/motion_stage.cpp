#include "studio/stage/motion_stage.h"

#include <algorithm>
#include <cmath>

#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "evaluation/posed_robot.h"
#include "motions/edit/pose_deg.h"
#include "motions/motion.h"
#include "viewer3d/scene/joint_range.h"
#include "widgets/motion/motion_view.h"

namespace sideline::studio {

namespace {

using robot::LimbId;

constexpr std::array kHandleLimbs = {LimbId::LeftFoot, LimbId::RightFoot, LimbId::LeftHand,
                                     LimbId::RightHand};
// `kLeavesM`: distance from the camera's target beyond which the camera follows.
// `kBallPlayedM`: distance beyond which the ball counts as played.
// `kLook_Head`: place of the handle that turns the head, in front of its eyes.
constexpr double kLeavesM = 0.3;
constexpr double kBallPlayedM = 0.1;
const Eigen::Vector3d kLook_Head(0.0, 0.14, 0.0);

// Returns the joints that move when a body is dragged: those of its limb, except those of the trunk
// and the yaw of the hip, which would swing the whole leg where a hip roll is intended.
robot::LimbChain draggedChain(const robot::RobotModel& model, robot::BodyId body) {
    robot::LimbChain chain;
    chain.body = body;
    chain.joints = robot::jointsTo(model, body);
    for (const LimbId limb : robot::kLimbs) {
        const robot::LimbChain* whole = robot::limbChain(model, limb);
        const bool isOfLimb = whole != nullptr && whole->trunkJoints < chain.joints.size() &&
                              std::ranges::find(chain.joints, whole->joints[whole->trunkJoints]) !=
                                  chain.joints.end();
        if (!isOfLimb) {
            continue;
        }
        chain.trunkJoints = whole->trunkJoints;
        if (limb == LimbId::LeftFoot || limb == LimbId::RightFoot) {
            const robot::LegAxes axes = robot::LegKinematics(model, limb).axes();
            for (std::size_t i = axes.knee.index; i-- > whole->trunkJoints;) {
                if (i != axes.hipPitch.index && i != axes.hipRoll.index) {
                    std::erase(chain.joints, whole->joints[i]);
                }
            }
        }
        break;
    }
    return chain;
}

bool isFoot(LimbId limb) {
    return limb == LimbId::LeftFoot || limb == LimbId::RightFoot;
}

} // namespace

MotionStage::MotionStage(QWidget* parent) : Stage(QStringLiteral("motion"), parent) {
    state().setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    fitTo(robot::defaultRobot());
    connect(&view(), &viewer3d::MatchView::handleDragged, this, &MotionStage::dragHandle);
    connect(&view(), &viewer3d::MatchView::handleRotated, this, &MotionStage::rotateHandle);
    connect(&view(), &viewer3d::MatchView::bodyDragged, this, &MotionStage::dragBody);
    connect(&view(), &viewer3d::MatchView::dragCanceled, this, [this] { endDrag(false); });
    connect(&view(), &viewer3d::MatchView::picked, this, [this](const monitor::ObjectId& id) {
        if (id.kind == monitor::ObjectId::Kind::Robot && m_scene.model != nullptr) {
            const robot::JointId joint =
                m_scene.model->bodies()[static_cast<std::size_t>(id.body)].joint;
            if (joint.isValid()) {
                Q_EMIT jointPicked(joint);
            }
        }
    });
}

void MotionStage::lookFrom(double azimuthRad, double elevationRad) {
    view().orbitTo(azimuthRad, elevationRad);
}

void MotionStage::show(const Scene& scene) {
    m_scene = scene;
    if (scene.model == nullptr) {
        return;
    }
    fitTo(*scene.model);
    const auto frame = makeFrame(scene.model->traits().server);
    const int type = robot::naoTypeNumberOf(*scene.model).value_or(-1);
    frame->robots.push_back(
        scene.X_SBody.empty()
            ? evaluation::posedRobot(*scene.model, scene.X_STorso, scene.anglesRad, shownId(), type,
                                     frameIndex())
            : evaluation::posedRobot(*scene.model, scene.X_SBody, scene.anglesRad, shownId(), type,
                                     frameIndex()));
    if (scene.p_SBall) {
        frame->ball = monitor::BallFrame{math::Pose::translation(*scene.p_SBall), frameIndex()};
    }
    // The ball is the target of the camera once it has been kicked.
    const bool isBallPlayed =
        !scene.followsRobot && scene.p_SBall && !scene.ballPath_S.empty() &&
        (*scene.p_SBall - scene.ballPath_S.front()).head<2>().norm() > kBallPlayedM;
    follow(isBallPlayed ? *scene.p_SBall : frame->robots.front().X_STorso().p);
    view().setPoseOverlay(overlayOf(frame->robots.front()));
    view().setFrame(frame);
    const robot::JointId joint = scene.chosenJoint;
    view().setSelection(
        joint.isValid() && scene.canPose
            ? monitor::ObjectId::ofRobot(shownId(), scene.model->joint(joint).child.value())
            : monitor::ObjectId{});
}

// Moves the camera when its target leaves the middle of the picture.
void MotionStage::follow(const Eigen::Vector3d& place_S) {
    if (!m_drag && (place_S.head<2>() - orbitedPlace()).norm() > fit().scale * kLeavesM) {
        orbitPlace(place_S.head<2>());
    }
}

std::shared_ptr<const viewer3d::PoseOverlay> MotionStage::overlayOf(
    const monitor::RobotFrame& robot) const {
    auto overlay = std::make_shared<viewer3d::PoseOverlay>();
    const robot::RobotModel& model = *m_scene.model;
    if (m_scene.canPose) {
        for (const LimbId limb : kHandleLimbs) {
            if (const auto X_STip = tipOf(limb, robot.X_SBody)) {
                const int id = static_cast<int>(limb);
                overlay->handles.push_back(
                    {id, X_STip->p, m_drag && m_draggedHandle == id && !m_isReached});
            }
        }
        if (const auto X_SHead = tipOf(LimbId::Head, robot.X_SBody)) {
            overlay->handles.push_back(
                {static_cast<int>(LimbId::Head), *X_SHead * (fit().scale * kLook_Head),
                 m_drag && m_draggedHandle == static_cast<int>(LimbId::Head) && !m_isReached});
        }
        overlay->handles.push_back({kTorsoHandle, robot.X_SBody.front().p,
                                    m_drag && m_draggedHandle == kTorsoHandle && !m_isReached});
        if (m_scene.chosenJoint.isValid()) {
            overlay->ranges.push_back(viewer3d::jointRange(
                model, m_scene.chosenJoint, robot.jointAnglesRad[m_scene.chosenJoint.index()],
                robot.X_SBody));
        }
    }
    for (const Scene::Skin& skin : m_scene.skins) {
        overlay->skins.push_back({evaluation::posedRobot(model, skin.X_STorso, skin.anglesRad,
                                                         shownId(), robot.typeNumber, frameIndex()),
                                  skin.tint});
    }
    for (const auto& [a, b] : robot::selfCollisions(model, robot.X_SBody)) {
        overlay->flagged.push_back(a);
        overlay->flagged.push_back(b);
    }
    overlay->centerOfMass_S = m_scene.centerOfMass_S;
    overlay->zmp_S = m_scene.zmp_S;
    overlay->support_S = m_scene.support_S;
    overlay->isBalanced = m_scene.marginM >= 0.0;
    overlay->path_S = m_scene.path_S;
    overlay->ballPath_S = m_scene.ballPath_S;
    return overlay;
}

std::optional<math::Pose> MotionStage::tipOf(LimbId limb,
                                             std::span<const math::Pose> X_SBody) const {
    const robot::LimbChain* chain = robot::limbChain(*m_scene.model, limb);
    if (chain == nullptr) {
        return std::nullopt;
    }
    return X_SBody[chain->body.index()] * chain->X_BodyTip;
}

void MotionStage::beginDrag() {
    if (!m_drag) {
        m_drag = Drag{widgets::newGesture(), m_scene.anglesRad, m_scene.X_STorso, m_scene.X_STorso,
                      std::vector<bool>(m_scene.anglesRad.size())};
        m_isReached = true;
    }
}

std::vector<math::Pose> MotionStage::bodiesAtBegin() const {
    std::vector<math::Pose> X_SBody(m_scene.model->bodies().size());
    robot::forwardKinematics(*m_scene.model, m_drag->X_STorso, m_drag->anglesRad, X_SBody);
    return X_SBody;
}

void MotionStage::endDrag(bool isDone) {
    if (!m_drag) {
        return;
    }
    const int gesture = m_drag->gesture;
    m_drag.reset();
    m_draggedHandle = -1;
    if (!isDone) {
        Q_EMIT poseCanceled(gesture);
        return;
    }
    Q_EMIT poseEnded();
}

void MotionStage::dragHandle(int id, const Eigen::Vector3d& target_S, bool isDone) {
    if (!m_scene.canPose || m_scene.model == nullptr) {
        return;
    }
    beginDrag();
    m_draggedHandle = id;
    if (id == kTorsoHandle) {
        moveTorso(target_S);
    } else if (id == static_cast<int>(LimbId::Head)) {
        lookAt(target_S);
    } else {
        const auto limb = static_cast<LimbId>(id);
        if (const auto before = tipOf(limb, bodiesAtBegin())) {
            moveLimb(limb, math::Pose{before->R, target_S}, isFoot(limb));
        }
    }
    if (isDone) {
        endDrag(true);
    }
}

void MotionStage::rotateHandle(int id, const Eigen::Vector3d& axis_S, double angleRad,
                               bool isDone) {
    if (!m_scene.canPose || m_scene.model == nullptr || id == kTorsoHandle) {
        return;
    }
    beginDrag();
    m_draggedHandle = id;
    const auto limb = static_cast<LimbId>(id);
    if (const auto before = tipOf(limb, bodiesAtBegin()); before && isFoot(limb)) {
        const Eigen::Matrix3d turn = Eigen::AngleAxisd(angleRad, axis_S).toRotationMatrix();
        moveLimb(limb, math::Pose{turn * before->R, before->p}, true);
    }
    if (isDone) {
        endDrag(true);
    }
}

void MotionStage::moveLimb(LimbId limb, const math::Pose& X_STip, bool constrainsRotation) {
    std::vector<double> angles = m_drag->anglesRad;
    const auto solution = robot::placeLimb(
        *m_scene.model, limb, m_drag->X_STorso.inverse() * X_STip, constrainsRotation, angles);
    if (solution) {
        reportPose(angles, solution->isReachable);
    }
}

// Sets yaw and pitch of the head so that the target is straight ahead.
void MotionStage::lookAt(const Eigen::Vector3d& target_S) {
    const robot::RobotModel& model = *m_scene.model;
    const robot::LimbChain* chain = robot::limbChain(model, LimbId::Head);
    if (chain == nullptr || chain->joints.size() != chain->trunkJoints + 2) {
        return;
    }
    const robot::JointId yaw = chain->joints[chain->trunkJoints];
    const robot::JointId pitch = chain->joints[chain->trunkJoints + 1];
    std::vector<math::Pose> X_TorsoBody(model.bodies().size());
    robot::forwardKinematics(model, {}, m_drag->anglesRad, X_TorsoBody);
    const Eigen::Vector3d eye_Torso = X_TorsoBody[chain->body.index()].p;
    const math::Pose& X_TorsoNeck = X_TorsoBody[model.joint(yaw).parent.index()];
    const Eigen::Vector3d way_Neck =
        X_TorsoNeck.R.transpose() * (m_drag->X_STorso.inverse() * target_S - eye_Torso);
    std::vector<double> angles = m_drag->anglesRad;
    bool isReached = true;
    const auto turnTo = [&](robot::JointId id, double angleRad, double sign) {
        const robot::Joint& joint = model.joint(id);
        const double targetRad = sign < 0.0 ? -angleRad : angleRad;
        angles[id.index()] = std::clamp(targetRad, joint.minRad, joint.maxRad);
        isReached = isReached && targetRad >= joint.minRad && targetRad <= joint.maxRad;
    };
    turnTo(yaw, std::atan2(-way_Neck.x(), way_Neck.y()), model.joint(yaw).axis.z());
    turnTo(pitch, std::atan2(way_Neck.z(), way_Neck.head<2>().norm()), model.joint(pitch).axis.x());
    reportPose(angles, isReached);
}

// Moves the torso while the feet stay in place.
void MotionStage::moveTorso(const Eigen::Vector3d& target_S) {
    std::vector<double> angles = m_drag->anglesRad;
    const std::vector<math::Pose> X_SBody = bodiesAtBegin();
    const math::Pose X_STorso{m_drag->X_STorso.R, target_S};
    bool isReached = true;
    for (const LimbId limb : {LimbId::LeftFoot, LimbId::RightFoot}) {
        const auto X_STip = tipOf(limb, X_SBody);
        if (!X_STip) {
            continue;
        }
        const auto solution =
            robot::placeLimb(*m_scene.model, limb, X_STorso.inverse() * *X_STip, true, angles);
        isReached = isReached && solution && solution->isReachable;
    }
    if (isReached) {
        m_drag->X_STorsoNow = X_STorso;
        reportPose(angles, true);
    } else { // keeps the last position that the feet can reach
        m_isReached = false;
        show(Scene(m_scene));
    }
}

// Drags a limb at a point between its ends: the joints above that point follow.
void MotionStage::dragBody(const monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                           const Eigen::Vector3d& target_S, bool isDone) {
    if (!m_scene.canPose || m_scene.model == nullptr || id.kind != monitor::ObjectId::Kind::Robot) {
        return;
    }
    beginDrag();
    const robot::RobotModel& model = *m_scene.model;
    robot::LimbChain chain = draggedChain(model, robot::BodyId(id.body));
    chain.X_BodyTip = math::Pose::translation(grip_Body);
    if (chain.joints.size() <= chain.trunkJoints) {
        moveTorso(m_drag->X_STorso.p + target_S - m_drag->X_STorso * grip_Body);
    } else if (chain.joints.size() <= robot::LimbSolution{}.anglesRad.size()) {
        std::vector<double> start;
        for (const robot::JointId joint : chain.joints) {
            start.push_back(m_drag->anglesRad[joint.index()]);
        }
        robot::ChainTarget target;
        target.X_TorsoTip = math::Pose::translation(m_drag->X_STorso.inverse() * target_S);
        target.constrainsRotation = false;
        const robot::LimbSolution solution = robot::solveChain(model, chain, target, start);
        std::vector<double> angles = m_drag->anglesRad;
        for (std::size_t i = 0; i < chain.joints.size(); ++i) {
            angles[chain.joints[i].index()] = solution.anglesRad[i];
        }
        reportPose(angles, solution.positionErrorM < 0.005);
    }
    if (isDone) {
        endDrag(true);
    }
}

void MotionStage::reportPose(const std::vector<double>& anglesRad, bool isReached) {
    keyframe::PoseDeg pose;
    for (std::size_t i = 0; i < anglesRad.size(); ++i) {
        if (anglesRad[i] != m_drag->anglesRad[i]) {
            m_drag->isTouched[i] = true;
        }
        if (m_drag->isTouched[i] && !m_scene.model->joints()[i].effector.empty()) {
            pose[m_scene.model->jointName(robot::JointId(i))] = keyframe::roundedDeg(anglesRad[i]);
        }
    }
    m_isReached = isReached;
    Q_EMIT posed(pose, m_drag->gesture, isReached);
}

math::Pose stageFromTrial(const math::Pose& X_STorso) {
    const bool isUpright = X_STorso.R(2, 2) > 0.5;
    Eigen::Vector3d ahead = X_STorso.R.col(1);
    if (!isUpright) {
        ahead = X_STorso.R(2, 1) < 0.0 ? Eigen::Vector3d(X_STorso.R.col(2))
                                       : Eigen::Vector3d(-X_STorso.R.col(2));
    }
    const double turnRad = std::atan2(ahead.x(), ahead.y());
    math::Pose X_StageS;
    X_StageS.R = Eigen::AngleAxisd(turnRad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    X_StageS.p = -(X_StageS.R * Eigen::Vector3d(X_STorso.p.x(), X_STorso.p.y(), 0.0));
    return X_StageS;
}

} // namespace sideline::studio
