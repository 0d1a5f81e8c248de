#pragma once

#include <QString>

namespace sideline::studio {

/// Whether a file is a motion, by its name.
[[nodiscard]] bool isMotionFile(const QString& path);
/// Whether a file is an agent's stream, by its name. A monitor's recording has the same extension,
/// but is recognized by its content and excluded.
[[nodiscard]] bool isStreamFile(const QString& path);
/// Whether a file is a session, by its name.
[[nodiscard]] bool isSessionFile(const QString& path);

} // namespace sideline::studio
