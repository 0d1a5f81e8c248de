#pragma once

#include <map>
#include <vector>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// A named pose: angles of joints. Joints are named by their effector (`lle4`; `lle2_3.2` for the
/// second axis of a universal joint), so that a pose fits every robot that has these joints.
struct StoredPose {
    QString name;
    std::map<QString, double> angleRad;
    [[nodiscard]] bool operator==(const StoredPose&) const = default;
};

/// Poses that the user has stored, sorted by name.
class JointPoses {
public:
    /// Reads `[{"name": "stand", "joints": {"lle4": -45.0}}]`, angles in degrees. Errors: Malformed
    /// for text that is not JSON (with the byte offset) or has a different structure, LimitExceeded
    /// for angles beyond 360 degrees. On an error, nothing is read.
    [[nodiscard]] static base::Expected<JointPoses> fromJson(const QByteArray& json);
    /// Writes the text that `fromJson` reads.
    [[nodiscard]] QByteArray toJson() const;

    [[nodiscard]] const std::vector<StoredPose>& poses() const { return m_poses; }
    [[nodiscard]] QStringList names() const;
    /// The pose with this name, or null.
    [[nodiscard]] const StoredPose* find(const QString& name) const;
    /// Adds a pose; replaces one with the same name.
    void store(StoredPose pose);
    void remove(const QString& name);
    [[nodiscard]] bool operator==(const JointPoses&) const = default;

private:
    std::vector<StoredPose> m_poses;
};

/// The angles of a robot's joints as a pose. NaN angles are omitted.
/// @param angleRad one per joint of the model
[[nodiscard]] StoredPose storedPose(const QString& name, const robot::RobotModel& model,
                                    const std::vector<double>& angleRad);

} // namespace sideline::widgets
