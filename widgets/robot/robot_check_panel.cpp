#include "widgets/robot/robot_check_panel.h"

#include <algorithm>

#include "agentcore/robot/workshop/robot_edit.h"
#include "widgets/common/icons.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

using Severity = robot::RobotFinding::Severity;

// Returns `Right shoulder pitch (raj1)` for a joint, and other names unchanged.
QString subjectText(const robot::RobotModel& model, const std::string& subject) {
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        const robot::JointId joint(i);
        if (robot::axisName(model, joint) == subject) {
            return QStringLiteral("%1 (%2)").arg(jointText(model, joint), toQt(subject));
        }
    }
    return toQt(subject);
}

} // namespace

RobotCheckPanel::RobotCheckPanel(QWidget* parent)
    : QWidget(parent), m_count(new QLabel), m_list(new QListWidget) {
    auto* column = columnIn(this);
    m_count->setObjectName(QStringLiteral("robot-check-count"));
    m_list->setObjectName(QStringLiteral("robot-checks"));
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_count);
    column->addWidget(m_list, 1);
    const auto choose = [this](int row) {
        if (row >= 0 && row < static_cast<int>(m_findings.size())) {
            Q_EMIT subjectChosen(toQt(m_findings[static_cast<std::size_t>(row)].subject));
        }
    };
    connect(m_list, &QListWidget::itemClicked, this,
            [this, choose](QListWidgetItem* item) { choose(m_list->row(item)); });
    connect(m_list, &QListWidget::itemActivated, this,
            [this, choose](QListWidgetItem* item) { choose(m_list->row(item)); });
    showCount();
}

void RobotCheckPanel::setFindings(const std::vector<robot::RobotFinding>& findings,
                                  const robot::RobotModel& model) {
    m_findings = findings;
    std::ranges::stable_sort(m_findings, {}, [](const robot::RobotFinding& finding) {
        return finding.severity == Severity::Error ? 0 : 1;
    });
    m_list->clear();
    for (const robot::RobotFinding& finding : m_findings) {
        const bool isError = finding.severity == Severity::Error;
        auto* item = new QListWidgetItem(
            isError ? icon(QStringLiteral("error"), {0xd8, 0x30, 0x30})
                    : icon(QStringLiteral("warning"), {0xe0, 0x90, 0x00}),
            QStringLiteral("%1: %2").arg(subjectText(model, finding.subject), toQt(finding.text)),
            m_list);
        item->setToolTip(
            (isError ? tr("Error: a server would reject the robot, or the robot would come apart")
                     : tr("Warning: probably a mistake")) +
            QLatin1Char('\n') + tr("Click to go there"));
    }
    showCount();
}

void RobotCheckPanel::setBusy(bool isBusy) {
    m_isBusy = isBusy;
    showCount();
}

void RobotCheckPanel::showCount() {
    const auto errors =
        std::ranges::count(m_findings, Severity::Error, &robot::RobotFinding::severity);
    const auto warnings = static_cast<std::ptrdiff_t>(m_findings.size()) - errors;
    QStringList parts;
    if (errors > 0) {
        parts << tr("%n errors", nullptr, static_cast<int>(errors));
    }
    if (warnings > 0) {
        parts << tr("%n warnings", nullptr, static_cast<int>(warnings));
    }
    const QString found =
        parts.isEmpty() ? tr("No problems found") : parts.join(QStringLiteral(", "));
    showText(m_count, m_isBusy ? tr("Checking...") : found);
}

} // namespace sideline::widgets
