#pragma once

#include <optional>
#include <set>

#include <QString>

#include "agentcore/robot/robot_model.h"
#include "motions/motion.h"
#include "widgets/common/row_table.h"

namespace sideline::widgets {

/// A joint's key.
struct KeyRow {
    keyframe::JointName joint;
    keyframe::Key key;
    bool isLocked = false; ///< cannot be edited
    QString name{};        ///< name of the joint, for display
    /// For robots of rcssservermj: the gains in effect.
    std::optional<keyframe::JointGains> gains{};
    [[nodiscard]] bool operator==(const KeyRow&) const = default;
};

/// The keys of one keyframe as a table: joint, angle (a number or an expression), curve that leads
/// to it, factor of the gain or, for a robot of rcssservermj, the gains kp and kd. Edits are
/// requested by signals.
class KeyModel : public RowTable<KeyRow> {
    Q_OBJECT
public:
    enum Column { JointColumn, AngleColumn, CurveColumn, GainColumn, ColumnCount };

    using RowTable::RowTable;

    /// @param keyframe null for none
    /// @param locked joints whose keys cannot be edited
    /// @param model provides display names of joints; null: names as in files
    /// @param gains gains of keys without gains of their own; if not set, each joint's defaults
    void setKeyframe(const keyframe::Keyframe* keyframe,
                     const std::set<keyframe::JointName>& locked = {},
                     const robot::RobotModel* model = nullptr,
                     const std::optional<keyframe::JointGains>& gains = {});

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Requests an edit of a cell; a curve is given by its number.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void angleRequested(const QString& joint, const sideline::keyframe::Value& angleDeg);
    void curveRequested(const QString& joint, sideline::motion::Curve curve);
    void gainRequested(const QString& joint, double factor);
    /// @param gains gains of the key; if not set, those of the motion
    void gainsRequested(const QString& joint,
                        const std::optional<sideline::keyframe::JointGains>& gains);

private:
    bool m_hasGains = false; ///< keys have motor gains kp and kd
};

/// Names of the kinds of curves, such as `Smooth`, in the order of `motion::Curve`.
[[nodiscard]] QStringList curveTexts();

} // namespace sideline::widgets
