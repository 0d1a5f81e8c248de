#pragma once

#include <QString>

namespace sideline::widgets {

/// One line of output of an agent, a program or the studio.
struct OutputLine {
    double timeS = 0.0; ///< time on the cursor's clock
    QString source;     ///< its writer, such as `Sideline 3`
    QString text;       ///< text without the line break
    bool isFault = false;
    [[nodiscard]] bool operator==(const OutputLine&) const = default;
};

} // namespace sideline::widgets
