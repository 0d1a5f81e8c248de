#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"

namespace sideline::studio {

/// What a video is written as; the ending of its name says which.
enum class VideoFormat : std::uint8_t {
    Mp4,  ///< H.264
    WebM, ///< VP9
    Gif,  ///< one palette of 256 colors for all pictures
};

/// The format for a file of this name; nothing for an ending that none has.
[[nodiscard]] std::optional<VideoFormat> videoFormatOf(const std::filesystem::path& file);

/// How the pictures of a video are.
struct VideoSettings {
    int widthPx = 1280;
    int heightPx = 720;
    int framesPerSecond = 25;
};

/// Whether a video can be like this.
/// Errors: InvalidArgument for an unknown ending, a size that is odd (but of a GIF) or out of
/// range, a rate out of range, or one that a GIF cannot have exactly.
[[nodiscard]] base::Expected<VideoFormat> checkVideo(const std::filesystem::path& file,
                                                     const VideoSettings& settings);

/// Writes a video, picture by picture, with the libraries of ffmpeg.
///
/// The file appears when it is whole; until then it is written into a nameless file beside it,
/// of which nothing stays, whatever happens. Equal pictures give equal bytes with the same
/// libraries. Not copyable, movable; one thread at a time.
class VideoWriter {
public:
    /// Errors: those of `checkVideo` and of `base::OutputFile`; NotFound for an encoder that the
    /// installed libraries lack.
    [[nodiscard]] static base::Expected<VideoWriter> create(const std::filesystem::path& file,
                                                            const VideoSettings& settings,
                                                            base::OutputOptions output = {});
    ~VideoWriter();
    VideoWriter(VideoWriter&&) noexcept;
    VideoWriter& operator=(VideoWriter&&) noexcept;

    /// Adds a picture of the size of the settings: bytes blue, green, red and one that does not
    /// count.
    /// @param strideBytes from row to row
    /// Errors, each with the file: LimitExceeded for a full disk and a GIF that gets too long, Io.
    base::Expected<void> add(const std::uint8_t* pixels, std::size_t strideBytes);

    /// Completes the file, which appears now. Errors: as `add`, and of `OutputFile::commit`.
    base::Expected<void> finish();

private:
    struct Impl;
    explicit VideoWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::studio
