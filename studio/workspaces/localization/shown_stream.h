#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <QFileInfo>
#include <QString>

#include "evaluation/annotated_stream.h"

namespace sideline::studio {

/// Where the stream comes from that the Localize layout shows.
enum class StreamSource { None, Recorded, Session, Live };

/// The stream that the Localize layout shows, and the place in it. The classes of the layout look
/// at one that they share; only the workspace changes it. GUI thread only.
struct ShownStream {
    StreamSource source = StreamSource::None;
    std::shared_ptr<evaluation::AnnotatedStream> stream; ///< null: none
    QString file;          ///< of the recorded stream that was read last
    std::size_t cycle = 0; ///< that is on the screen

    /// Whether all of the stream is there; a live one still grows.
    [[nodiscard]] bool isComplete() const {
        return stream != nullptr && source != StreamSource::Live;
    }
    /// Name of the recorded stream; empty if it is none.
    [[nodiscard]] QString title() const {
        return source == StreamSource::Recorded ? QFileInfo(file).fileName() : QString();
    }
    /// The robot of the stream, as the match that is made of it may hold it; null without a stream.
    [[nodiscard]] std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots() const {
        return stream ? std::make_shared<const std::vector<robot::RobotModelPtr>>(
                            1, stream->stream().model().shared())
                      : nullptr;
    }
};

} // namespace sideline::studio
