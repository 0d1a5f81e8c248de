#pragma once

#include <array>
#include <vector>

#include <QAbstractListModel>
#include <QIcon>

#include "agentcore/robot/robot_model.h"
#include "motions/finding.h"

namespace sideline::widgets {

/// The findings about a motion as a list: severity as an icon, then time, joint, text.
class FindingModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { SeverityRole = Qt::UserRole };

    using QAbstractListModel::QAbstractListModel;

    /// Sets the findings; errors come first, otherwise the order is kept.
    /// @param model provides display names of joints; null: names as in files
    void setFindings(const std::vector<keyframe::Finding>& findings,
                     const robot::RobotModelPtr& model = {});
    [[nodiscard]] const std::vector<keyframe::Finding>& findings() const { return m_findings; }
    [[nodiscard]] int count(keyframe::Finding::Severity severity) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<keyframe::Finding> m_findings; ///< in the order of the list
    std::vector<keyframe::Finding> m_given;
    robot::RobotModelPtr m_robot;
    std::array<QIcon, 3>
        m_icons; ///< by severity; created with the findings, for the current palette
};

/// `2 errors, 1 warning`; empty for none.
[[nodiscard]] QString findingCountText(const FindingModel& model);

/// Time, joint and text of a finding for display: `0.40 s, Left hip pitch: ...`.
/// @param model may be null
[[nodiscard]] QString findingText(const keyframe::Finding& finding, const robot::RobotModel* model);

} // namespace sideline::widgets
