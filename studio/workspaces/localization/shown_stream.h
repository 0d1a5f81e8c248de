#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <QFileInfo>
#include <QString>

#include "evaluation/annotated_stream.h"

namespace sideline::studio {

/// Origin of the stream that the Localize layout shows.
enum class StreamSource { None, Recorded, Session, Live };

/// The stream that the Localize layout shows, and the current cycle. All classes of the layout
/// refer to the same object; only the workspace changes it. GUI thread only.
struct ShownStream {
    StreamSource source = StreamSource::None;
    std::shared_ptr<evaluation::AnnotatedStream> stream; ///< null: none
    QString file;          ///< path of the recorded stream that was read last
    std::size_t cycle = 0; ///< the shown cycle

    /// Returns whether the stream is complete; a live one still grows.
    [[nodiscard]] bool isComplete() const {
        return stream != nullptr && source != StreamSource::Live;
    }
    /// Returns the name of the recorded stream; empty if it is not recorded.
    [[nodiscard]] QString title() const {
        return source == StreamSource::Recorded ? QFileInfo(file).fileName() : QString();
    }
    /// Returns the robot of the stream for the match that is made from the stream; null without a
    /// stream.
    [[nodiscard]] std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots() const {
        return stream ? std::make_shared<const std::vector<robot::RobotModelPtr>>(
                            1, stream->stream().model().shared())
                      : nullptr;
    }
};

} // namespace sideline::studio
