#pragma once

#include <QString>

namespace sideline::studio {

/// Whether a file is a motion, judging by its name.
[[nodiscard]] bool isMotionFile(const QString& path);
/// Returns the filter for file dialogs that open motions of any format, without *All files*.
[[nodiscard]] QString motionFileFilter();
/// Whether a file is an agent's stream: by its content, or by its name if it is missing or damaged.
/// A monitor's recording has the same extension, but different content.
[[nodiscard]] bool isStreamFile(const QString& path);
/// Whether a file is a session: by its content, or by its name if it is missing or damaged.
[[nodiscard]] bool isSessionFile(const QString& path);

} // namespace sideline::studio
