#include "widgets/motion/finding_model.h"

#include <algorithm>

#include "widgets/common/icons.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using Severity = keyframe::Finding::Severity;

QIcon severityIcon(Severity severity) {
    switch (severity) {
    case Severity::Error:
        return icon(QStringLiteral("error"), {0xd8, 0x30, 0x30});
    case Severity::Warning:
        return icon(QStringLiteral("warning"), {0xe0, 0x90, 0x00});
    default:
        return icon(QStringLiteral("info"));
    }
}

QString severityText(Severity severity) {
    switch (severity) {
    case Severity::Error:
        return FindingModel::tr("Error: the motion is wrong or cannot be played");
    case Severity::Warning:
        return FindingModel::tr("Warning: the motion plays, but not as written");
    default:
        return FindingModel::tr("Note");
    }
}

} // namespace

QString findingText(const keyframe::Finding& finding, const robot::RobotModel* model) {
    QStringList place;
    if (finding.timeS) {
        QString time = numberText(*finding.timeS, 2, QStringLiteral("s"));
        if (finding.endS && *finding.endS > *finding.timeS) {
            time = numberText(*finding.timeS, 2, {}).trimmed() + QStringLiteral("\u2013") +
                   numberText(*finding.endS, 2, QStringLiteral("s"));
        }
        place << time;
    }
    if (!finding.joint.empty()) {
        place << (model != nullptr ? jointText(*model, finding.joint) : toQt(finding.joint));
    }
    const QString text = toQt(finding.text);
    return place.isEmpty() ? text : place.join(QStringLiteral(", ")) + QStringLiteral(": ") + text;
}

QString findingCountText(const FindingModel& model) {
    QStringList parts;
    if (const int count = model.count(Severity::Error); count > 0) {
        parts << FindingModel::tr("%n errors", nullptr, count);
    }
    if (const int count = model.count(Severity::Warning); count > 0) {
        parts << FindingModel::tr("%n warnings", nullptr, count);
    }
    if (const int count = model.count(Severity::Note); count > 0) {
        parts << FindingModel::tr("%n notes", nullptr, count);
    }
    return parts.join(QStringLiteral(", "));
}

void FindingModel::setFindings(const std::vector<keyframe::Finding>& findings,
                               const robot::RobotModelPtr& model) {
    if (findings == m_given && model == m_robot) {
        return;
    }
    beginResetModel();
    m_given = findings;
    m_robot = model;
    for (std::size_t i = 0; i < m_icons.size(); ++i) {
        m_icons[i] = severityIcon(static_cast<Severity>(i));
    }
    m_findings = findings;
    std::ranges::stable_sort(m_findings, [](const auto& a, const auto& b) {
        return static_cast<int>(a.severity) > static_cast<int>(b.severity);
    });
    endResetModel();
}

int FindingModel::count(Severity severity) const {
    return static_cast<int>(std::ranges::count(m_findings, severity, &keyframe::Finding::severity));
}

int FindingModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_findings.size());
}

QVariant FindingModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const keyframe::Finding& finding = m_findings[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return findingText(finding, m_robot.get());
    case Qt::DecorationRole:
        return m_icons[static_cast<std::size_t>(finding.severity)];
    case Qt::ToolTipRole:
        return severityText(finding.severity) + QLatin1Char('\n') +
               findingText(finding, m_robot.get()) + QLatin1Char('\n') + tr("Click to go there");
    case SeverityRole:
        return static_cast<int>(finding.severity);
    default:
        return {};
    }
}

} // namespace sideline::widgets
