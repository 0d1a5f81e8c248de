#pragma once

#include <QString>

namespace sideline::studio {

/// Whether a file is a motion, by its name.
[[nodiscard]] bool isMotionFile(const QString& path);
/// Whether a file is an agent's stream, by its name; a monitor's recording, which has the same
/// ending, is recognized by its content and is none.
[[nodiscard]] bool isStreamFile(const QString& path);
/// Whether a file is a session, by its name.
[[nodiscard]] bool isSessionFile(const QString& path);

} // namespace sideline::studio
