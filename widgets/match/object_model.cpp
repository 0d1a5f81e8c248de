#include "widgets/match/object_model.h"

#include <algorithm>

#include <fmt/format.h>

namespace sideline::widgets {

using game::Side;
using monitor::MatchFrame;
using monitor::ObjectId;
using monitor::RobotFrame;

struct ObjectModel::Node {
    QString text;
    ObjectId id;
    Side side = Side::None;
    Node* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;

    Node* add(QString childText, const ObjectId& childId, Side childSide) {
        auto child = std::make_unique<Node>();
        child->text = std::move(childText);
        child->id = childId;
        child->side = childSide;
        child->parent = this;
        child->row = static_cast<int>(children.size());
        children.push_back(std::move(child));
        return children.back().get();
    }
};

namespace {

// A key that changes exactly when the tree changes: the robots and their names.
std::string signatureOf(const MatchFrame& frame) {
    std::string text =
        fmt::format("{}|{}|{}", frame.ball.has_value(), frame.game.teamLeft, frame.game.teamRight);
    for (const RobotFrame& robot : frame.robots) {
        text += fmt::format("|{} {} {} {} {}", game::sideName(robot.id.side), robot.id.unum.value(),
                            robot.typeNumber, robot.X_SBody.size(),
                            robot.model ? std::string_view(robot.model->name()) : "");
    }
    return text;
}

} // namespace

ObjectModel::ObjectModel(QObject* parent)
    : QAbstractItemModel(parent), m_root(std::make_unique<Node>()) {}

ObjectModel::~ObjectModel() = default;

void ObjectModel::setFrame(const monitor::MatchFramePtr& frame) {
    const std::string signature = frame ? signatureOf(*frame) : std::string();
    if (signature == m_signature) {
        return;
    }
    beginResetModel();
    m_signature = signature;
    m_root = std::make_unique<Node>();
    if (frame) {
        build(*frame);
    }
    endResetModel();
}

void ObjectModel::setColors(const TeamColors& colors) {
    m_colors = colors;
    if (!m_root->children.empty()) { // only rows of teams show a color
        Q_EMIT dataChanged(index(0, 0, {}), index(rowCount({}) - 1, 0, {}), {Qt::DecorationRole});
    }
}

void ObjectModel::build(const MatchFrame& frame) {
    if (frame.ball) {
        m_root->add(tr("Ball"), ObjectId::ball(), Side::None);
    }
    for (const Side side : {Side::Left, Side::Right, Side::None}) {
        Node* team = nullptr;
        std::vector<const RobotFrame*> robots;
        for (const RobotFrame& robot : frame.robots) {
            if (robot.id.side == side) {
                robots.push_back(&robot);
            }
        }
        std::ranges::sort(robots, {}, [](const RobotFrame* robot) { return robot->id.unum; });
        for (const RobotFrame* robot : robots) {
            if (team == nullptr) {
                const QString name = toQt(frame.game.teamName(side));
                const QString label = side == Side::None   ? tr("Not initialized")
                                      : side == Side::Left ? tr("Left")
                                                           : tr("Right");
                team = m_root->add(
                    name.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(name, label), {}, side);
            }
            const QString type = robot->typeNumber >= 0 ? tr("type %1").arg(robot->typeNumber)
                                 : robot->model         ? toQt(robot->model->name())
                                                        : tr("unknown type");
            Node* node = team->add(QStringLiteral("%1  %2").arg(robot->id.unum.value()).arg(type),
                                   ObjectId::ofRobot(robot->id), side);
            std::vector<Node*> bodyNodes;
            for (std::size_t i = 0; i < robot->X_SBody.size(); ++i) {
                Node* parent = node;
                if (robot->model != nullptr && i > 0) {
                    parent = bodyNodes[robot->model->bodies()[i].parent.index()];
                }
                bodyNodes.push_back(
                    parent->add(toQt(frame.bodyName(*robot, i)),
                                ObjectId::ofRobot(robot->id, static_cast<std::int32_t>(i)), side));
            }
        }
    }
}

ObjectModel::Node* ObjectModel::nodeAt(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root.get();
}

QModelIndex ObjectModel::indexOfNode(const Node& node) const {
    return node.parent == nullptr ? QModelIndex() : createIndex(node.row, 0, &node);
}

QModelIndex ObjectModel::indexOf(const ObjectId& id) const {
    if (id.kind == ObjectId::Kind::None) {
        return {};
    }
    // A robot's node comes before its torso, which has an equal id.
    std::vector<const Node*> open = {m_root.get()};
    while (!open.empty()) {
        const Node* node = open.back();
        open.pop_back();
        if (node->parent != nullptr && node->id == id) {
            return indexOfNode(*node);
        }
        for (auto it = node->children.rbegin(); it != node->children.rend(); ++it) {
            open.push_back(it->get());
        }
    }
    return {};
}

ObjectId ObjectModel::objectAt(const QModelIndex& index) const {
    return nodeAt(index)->id;
}

QModelIndex ObjectModel::index(int row, int column, const QModelIndex& parent) const {
    const Node* node = nodeAt(parent);
    if (column != 0 || row < 0 || row >= static_cast<int>(node->children.size())) {
        return {};
    }
    return createIndex(row, 0, node->children[static_cast<std::size_t>(row)].get());
}

QModelIndex ObjectModel::parent(const QModelIndex& index) const {
    return index.isValid() ? indexOfNode(*nodeAt(index)->parent) : QModelIndex();
}

int ObjectModel::rowCount(const QModelIndex& parent) const {
    return static_cast<int>(nodeAt(parent)->children.size());
}

int ObjectModel::columnCount(const QModelIndex& /*parent*/) const {
    return 1;
}

QVariant ObjectModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Node& node = *nodeAt(index);
    const bool isTeam = node.id.kind == ObjectId::Kind::None;
    switch (role) {
    case Qt::DisplayRole:
        return node.text;
    case ObjectRole:
        return QVariant::fromValue(node.id);
    case Qt::DecorationRole:
        return isTeam ? QVariant(m_colors.of(node.side)) : QVariant();
    default:
        return {};
    }
}

} // namespace sideline::widgets
