#include "widgets/common/joint_poses.h"

#include <algorithm>
#include <cmath>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "agentcore/math/angles.h"
#include "widgets/common/joint_model.h"

namespace sideline::widgets {

namespace {

using base::ErrorCode;

constexpr double kLargestDeg = 360.0;

tl::unexpected<base::Error> malformed(const QString& what, const QString& expected) {
    return base::failure(ErrorCode::Malformed, what.toStdString(), expected.toStdString());
}

base::Expected<StoredPose> readPose(const QJsonObject& object, qsizetype number) {
    const QString place = QStringLiteral("stored pose %1").arg(number);
    StoredPose pose{.name = object[QLatin1String("name")].toString().trimmed(), .angleRad = {}};
    if (pose.name.isEmpty()) {
        return malformed(place + QStringLiteral(" has no name"),
                         QStringLiteral("a string \"name\""));
    }
    const QJsonValue joints = object[QLatin1String("joints")];
    if (!joints.isObject()) {
        return malformed(place + QStringLiteral(" has no joints"),
                         QStringLiteral("an object \"joints\" that maps effectors to degrees"));
    }
    const QJsonObject angles = joints.toObject();
    for (auto angle = angles.begin(); angle != angles.end(); ++angle) {
        if (!angle->isDouble()) {
            return malformed(place + QStringLiteral(": %1 is not a number").arg(angle.key()),
                             QStringLiteral("degrees"));
        }
        if (!(std::abs(angle->toDouble()) <= kLargestDeg)) {
            return base::failure(
                ErrorCode::LimitExceeded,
                (place + QStringLiteral(": angle of %1 is too large").arg(angle.key()))
                    .toStdString(),
                "at most 360 degrees");
        }
        pose.angleRad[angle.key()] = math::radFromDeg(angle->toDouble());
    }
    return pose;
}

} // namespace

base::Expected<JointPoses> JointPoses::fromJson(const QByteArray& json) {
    JointPoses result;
    if (json.trimmed().isEmpty()) {
        return result;
    }
    QJsonParseError fault{};
    const QJsonDocument document = QJsonDocument::fromJson(json, &fault);
    if (fault.error != QJsonParseError::NoError) {
        auto failed = malformed(
            QStringLiteral("stored poses are not valid JSON: %1").arg(fault.errorString()),
            QStringLiteral("a list of poses"));
        failed.value().byteOffset = static_cast<std::uint64_t>(std::max(0, fault.offset));
        return failed;
    }
    if (!document.isArray()) {
        return malformed(QStringLiteral("stored poses are not a list"),
                         QStringLiteral("[{\"name\": ..., \"joints\": {...}}]"));
    }
    const QJsonArray list = document.array();
    for (qsizetype i = 0; i < list.size(); ++i) {
        auto pose = readPose(list[i].toObject(), i + 1);
        if (!pose) {
            return tl::unexpected(pose.error());
        }
        result.store(std::move(*pose));
    }
    return result;
}

QByteArray JointPoses::toJson() const {
    QJsonArray list;
    for (const StoredPose& pose : m_poses) {
        QJsonObject joints;
        for (const auto& [key, angleRad] : pose.angleRad) {
            constexpr double kParts = 1e4; // number of meaningful digits
            joints[key] = std::round(math::degFromRad(angleRad) * kParts) / kParts;
        }
        list.append(
            QJsonObject{{QStringLiteral("name"), pose.name}, {QStringLiteral("joints"), joints}});
    }
    return QJsonDocument(list).toJson(QJsonDocument::Compact);
}

QStringList JointPoses::names() const {
    QStringList names;
    for (const StoredPose& pose : m_poses) {
        names << pose.name;
    }
    return names;
}

const StoredPose* JointPoses::find(const QString& name) const {
    const auto found = std::ranges::find(m_poses, name, &StoredPose::name);
    return found != m_poses.end() ? &*found : nullptr;
}

void JointPoses::store(StoredPose pose) {
    remove(pose.name);
    const auto place = std::ranges::lower_bound(m_poses, pose.name, {}, &StoredPose::name);
    m_poses.insert(place, std::move(pose));
}

void JointPoses::remove(const QString& name) {
    std::erase_if(m_poses, [&](const StoredPose& pose) { return pose.name == name; });
}

StoredPose storedPose(const QString& name, const robot::RobotModel& model,
                      const std::vector<double>& angleRad) {
    StoredPose pose{.name = name, .angleRad = {}};
    const std::size_t count = std::min(angleRad.size(), model.joints().size());
    for (std::size_t i = 0; i < count; ++i) {
        const QString key = jointKey(model, robot::JointId(i));
        if (std::isfinite(angleRad[i]) && !key.isEmpty()) {
            pose.angleRad[key] = angleRad[i];
        }
    }
    return pose;
}

} // namespace sideline::widgets
