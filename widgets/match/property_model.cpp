#include "widgets/match/property_model.h"

#include <algorithm>
#include <cmath>

#include <QFont>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::widgets {

namespace {

using logs::Quantity;
using math::degFromRad;
using monitor::MatchFrame;
using monitor::ObjectId;
using monitor::RobotFrame;

QString degrees(double value, int decimals) {
    return numberText(value, decimals, QStringLiteral("\u00b0"));
}

} // namespace

void PropertyModel::setFrame(const logs::FetchedFrame& fetched) {
    m_fetched = fetched;
    rebuild();
}

void PropertyModel::setSelection(const ObjectId& selection) {
    m_selection = selection;
    rebuild();
}

void PropertyModel::rebuild() {
    std::vector<Row> rows = m_fetched.exact ? describe() : std::vector<Row>{};
    // Values change in every frame, rows rarely: keeps the view's scroll position and cells.
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    } else if (rows != m_rows) {
        m_rows = std::move(rows);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

std::vector<PropertyModel::Row> PropertyModel::describe() const {
    std::vector<Row> rows;
    if (m_selection.kind == ObjectId::Kind::None) {
        addGame(rows);
    } else if (!m_fetched.exact->findPose(m_selection)) {
        rows.push_back({tr("Not on the field at this time"), {}, {}, {}, true});
    } else {
        addPose(rows);
        if (m_selection.kind == ObjectId::Kind::Robot) {
            addRobot(rows);
        }
    }
    return rows;
}

void PropertyModel::addGame(std::vector<Row>& rows) const {
    const monitor::GameState& game = m_fetched.exact->game;
    rows.push_back({tr("Game"), {}, {}, {}, true});
    rows.push_back({tr("Clock"),
                    clockText(game.timeS, true),
                    {},
                    logs::SignalId{Quantity::GameTimeS, {}, -1}});
    rows.push_back({tr("Play mode"),
                    playModeText(game.playModeName()),
                    {},
                    logs::SignalId{Quantity::PlayMode, {}, -1}});
    rows.push_back({tr("Half"), QString::number(game.half), {}, {}});
    if (game.environment) {
        const monitor::Environment& env = *game.environment;
        const auto meters = [](double value) { return numberText(value, 2, QStringLiteral("m")); };
        rows.push_back({tr("Field"), {}, {}, {}, true});
        rows.push_back({tr("Length"), meters(env.field.lengthM), {}, {}});
        rows.push_back({tr("Width"), meters(env.field.widthM), {}, {}});
        rows.push_back({tr("Goal width"), meters(env.field.goalWidthM), {}, {}});
        rows.push_back({tr("Free-kick distance"), meters(env.freeKickDistanceM), {}, {}});
        rows.push_back(
            {tr("Duration of a half"), numberText(env.halfTimeS, 0, QStringLiteral("s")), {}, {}});
        rows.push_back(
            {tr("Ball radius"), numberText(env.ballRadiusM, 3, QStringLiteral("m")), {}, {}});
    }
}

QString PropertyModel::ageSince(std::uint32_t updatedAt) const {
    const std::uint32_t frames = m_fetched.exact->index - updatedAt;
    if (frames == 0 || !m_fetched.before) {
        return {};
    }
    const double stepS = m_fetched.exact->recordTimeS - m_fetched.before->recordTimeS;
    return tr("%1 ago").arg(numberText(frames * stepS, 2, QStringLiteral("s")));
}

void PropertyModel::addPose(std::vector<Row>& rows) const {
    const MatchFrame& frame = *m_fetched.exact;
    const math::Pose pose = *frame.findPose(m_selection);
    // The stream repeats a pose only after a noticeable change.
    const QString age = ageSince(frame.poseUpdatedAt(m_selection).value_or(frame.index));
    QString title = tr("Ball");
    if (m_selection.kind == ObjectId::Kind::Robot) {
        const RobotFrame& robot = *frame.findRobot(m_selection.robot);
        title = QStringLiteral("%1, %2").arg(
            robotText(m_selection.robot, frame.game),
            toQt(frame.bodyName(robot, static_cast<std::size_t>(m_selection.body))));
    }
    rows.push_back({title, {}, {}, {}, true});
    const auto place = [&](const char* name, double value, Quantity quantity) {
        rows.push_back({QString::fromLatin1(name), numberText(value, 3, QStringLiteral("m")), age,
                        logs::SignalId{quantity, m_selection, -1}});
    };
    place("x", pose.p.x(), Quantity::XM);
    place("y", pose.p.y(), Quantity::YM);
    place("z", pose.p.z(), Quantity::ZM);
    const double yaw = std::atan2(pose.R(1, 0), pose.R(0, 0));
    const double pitch = std::asin(std::clamp(-pose.R(2, 0), -1.0, 1.0));
    const double roll = std::atan2(pose.R(2, 1), pose.R(2, 2));
    rows.push_back({tr("Rotation about z, y, x"),
                    QStringLiteral("%1, %2, %3")
                        .arg(degrees(degFromRad(yaw), 1), degrees(degFromRad(pitch), 1),
                             degrees(degFromRad(roll), 1)),
                    age,
                    {}});
    const double speed =
        logs::signalValue({Quantity::SpeedMps, m_selection, -1}, frame, m_fetched.before.get());
    rows.push_back({tr("Speed"),
                    numberText(speed, 2, QStringLiteral("m/s")),
                    {},
                    logs::SignalId{Quantity::SpeedMps, m_selection, -1}});
}

void PropertyModel::addRobot(std::vector<Row>& rows) const {
    const MatchFrame& frame = *m_fetched.exact;
    const RobotFrame& robot = *frame.findRobot(m_selection.robot);
    const ObjectId whole = ObjectId::ofRobot(m_selection.robot);
    const auto addSignal = [&](const QString& name, Quantity quantity, int decimals,
                               const QString& unit) {
        const logs::SignalId id{quantity, whole, -1};
        rows.push_back(
            {name, numberText(logs::signalValue(id, frame, nullptr), decimals, unit), {}, id});
    };
    const auto bodyIndex = static_cast<std::size_t>(m_selection.body);
    if (bodyIndex > 0 && robot.model != nullptr) {
        const robot::Body& body = robot.model->bodies()[bodyIndex];
        for (std::size_t i = 0; i < robot.model->joints().size(); ++i) {
            const robot::Joint& joint = robot.model->joints()[i];
            if (!body.joint.isValid() || joint.child != robot::BodyId(bodyIndex)) {
                continue;
            }
            const logs::SignalId id{Quantity::JointDeg, whole, static_cast<std::int32_t>(i)};
            rows.push_back({tr("Joint %1").arg(toQt(robot.model->perceptorName(robot::JointId(i)))),
                            degrees(degFromRad(robot.jointAnglesRad[i]), 2),
                            {},
                            id});
            const logs::SignalId torque{Quantity::TorqueNm, whole, id.joint};
            const logs::SignalId ratio{Quantity::TorqueRatio, whole, id.joint};
            if (const double torqueNm = logs::signalValue(torque, frame, nullptr);
                !std::isnan(torqueNm)) {
                const double percent = 100.0 * logs::signalValue(ratio, frame, nullptr);
                rows.push_back({tr("Motor torque"),
                                numberText(torqueNm, 2, QStringLiteral("Nm")),
                                {},
                                torque});
                rows.push_back(
                    {tr("Torque / limit"), numberText(percent, 0, QStringLiteral("%")), {}, ratio});
            }
            rows.push_back({tr("Joint range"),
                            QStringLiteral("%1 to %2")
                                .arg(degrees(degFromRad(joint.minRad), 0),
                                     degrees(degFromRad(joint.maxRad), 0)),
                            {},
                            {}});
        }
        rows.push_back({tr("Mass"), numberText(body.massKg, 3, QStringLiteral("kg")), {}, {}});
        return;
    }
    addSignal(tr("Heading"), Quantity::HeadingDeg, 1, QStringLiteral("\u00b0"));
    addSignal(tr("Tilt"), Quantity::TiltDeg, 1, QStringLiteral("\u00b0"));
    addSignal(tr("Distance to the ball"), Quantity::BallDistanceM, 2, QStringLiteral("m"));
    rows.push_back({tr("Posture"), robot.isFallen() ? tr("fallen") : tr("upright"), {}, {}});
    if (robot.model != nullptr) {
        const Eigen::Vector3d com = robot::centerOfMass(*robot.model, robot.X_SBody);
        rows.push_back({tr("Center of mass"),
                        QStringLiteral("%1, %2, %3 m")
                            .arg(com.x(), 0, 'f', 3)
                            .arg(com.y(), 0, 'f', 3)
                            .arg(com.z(), 0, 'f', 3),
                        {},
                        {}});
        rows.push_back(
            {tr("Mass"), numberText(robot.model->massKg(), 3, QStringLiteral("kg")), {}, {}});
        addJoints(rows, robot);
    }
}

void PropertyModel::addJoints(std::vector<Row>& rows, const RobotFrame& robot) const {
    rows.push_back({tr("Joint angles"), {}, {}, {}, true});
    for (std::size_t i = 0; i < robot.jointAnglesRad.size(); ++i) {
        const robot::Joint& joint = robot.model->joints()[i];
        // The age of an angle is that of the newer of its two bodies.
        const std::uint32_t updated = std::max(robot.bodyUpdatedAt[joint.parent.index()],
                                               robot.bodyUpdatedAt[joint.child.index()]);
        rows.push_back(
            {QStringLiteral("%1  %2").arg(toQt(robot.model->perceptorName(robot::JointId(i))),
                                          toQt(robot.model->body(joint.child).name)),
             degrees(degFromRad(robot.jointAnglesRad[i]), 2), ageSince(updated),
             logs::SignalId{Quantity::JointDeg, ObjectId::ofRobot(robot.id),
                            static_cast<std::int32_t>(i)}});
    }
}

std::optional<logs::SignalId> PropertyModel::signalAt(int row) const {
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].signal
                                        : std::nullopt;
}

int PropertyModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PropertyModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PropertyModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::FontRole && row.isHeader) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::TextAlignmentRole && index.column() == ValueColumn) {
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && row.signal) {
        return tr("Double-click to plot");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case NameColumn:
        return row.name;
    case ValueColumn:
        return row.value;
    default:
        return row.age;
    }
}

bool PropertyModel::hasAges() const {
    return std::ranges::any_of(m_rows, [](const Row& row) { return !row.age.isEmpty(); });
}

QVariant PropertyModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Property");
    case ValueColumn:
        return tr("Value");
    default:
        return tr("Last updated");
    }
}

} // namespace sideline::widgets
