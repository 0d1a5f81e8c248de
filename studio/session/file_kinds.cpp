#include "studio/session/file_kinds.h"

#include <algorithm>
#include <string>

#include <QFileInfo>

#include "logs/match/monitor_recording.h"
#include "logs/session/session_types.h"
#include "motions/format/format.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

bool isMotionFile(const QString& path) {
    const std::string ending = '.' + QFileInfo(path).suffix().toLower().toStdString();
    return std::ranges::any_of(keyframe::formats(), [&](const keyframe::FormatInfo& info) {
        return ending == info.extension;
    });
}

bool isStreamFile(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    return (name.endsWith(QStringLiteral(".rec")) || name.contains(QStringLiteral(".rec."))) &&
           !logs::isMonitorRecording(path.toStdString());
}

bool isSessionFile(const QString& path) {
    return path.endsWith(widgets::toQt(logs::kSessionEnding));
}

} // namespace sideline::studio
