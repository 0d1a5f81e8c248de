#include "studio/session/file_kinds.h"

#include <algorithm>
#include <string>

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include "logs/match/monitor_recording.h"
#include "logs/session/recording_kind.h"
#include "motions/format/format.h"

namespace sideline::studio {

bool isMotionFile(const QString& path) {
    const std::string ending = '.' + QFileInfo(path).suffix().toLower().toStdString();
    return std::ranges::any_of(keyframe::formats(), [&](const keyframe::FormatInfo& info) {
        return ending == info.extension;
    });
}

QString motionFileFilter() {
    QStringList endings;
    for (const keyframe::FormatInfo& info : keyframe::formats()) {
        endings << QStringLiteral("*%1").arg(QLatin1String(info.extension));
    }
    endings.removeDuplicates();
    return QCoreApplication::translate("FileKinds", "Motions (%1)")
        .arg(endings.join(QLatin1Char(' ')));
}

bool isStreamFile(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    const bool isNamedSo =
        name.endsWith(QStringLiteral(".rec")) || name.contains(QStringLiteral(".rec."));
    return isNamedSo
               ? !logs::isMonitorRecording(path.toStdString())
               : logs::plainRecordingKind(path.toStdString()) == logs::RecordingKind::AgentStream;
}

bool isSessionFile(const QString& path) {
    return logs::isSession(path.toStdString());
}

} // namespace sideline::studio
