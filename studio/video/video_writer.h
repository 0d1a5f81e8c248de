#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"

namespace sideline::studio {

/// Format of a video; determined by the file name extension.
enum class VideoFormat : std::uint8_t {
    Mp4,  ///< H.264
    WebM, ///< VP9
    Gif,  ///< one palette of 256 colors for all pictures
};

/// Returns the format for a file name; empty if its extension is unknown.
[[nodiscard]] std::optional<VideoFormat> videoFormatOf(const std::filesystem::path& file);

/// Size and rate of a video's pictures.
struct VideoSettings {
    int widthPx = 1280;
    int heightPx = 720;
    int framesPerSecond = 25;
};

/// Checks whether a video can be written with these settings.
/// Errors: InvalidArgument for an unknown extension, a size that is out of range or odd (odd sizes
/// are valid for GIF), or a rate that is out of range or that a GIF cannot represent exactly.
[[nodiscard]] base::Expected<VideoFormat> checkVideo(const std::filesystem::path& file,
                                                     const VideoSettings& settings);

/// Writes a video, picture by picture, with the libraries of FFmpeg.
///
/// The file appears when it is complete; until then an unnamed file in the same folder is used, of
/// which nothing remains after a failure or crash. With the same libraries, equal pictures produce
/// equal bytes. Movable, not copyable; one thread at a time.
class VideoWriter {
public:
    /// Errors: those of `checkVideo` and of `base::OutputFile`; NotFound if the installed libraries
    /// lack the encoder.
    [[nodiscard]] static base::Expected<VideoWriter> create(const std::filesystem::path& file,
                                                            const VideoSettings& settings,
                                                            base::OutputOptions output = {});
    ~VideoWriter();
    VideoWriter(VideoWriter&&) noexcept;
    VideoWriter& operator=(VideoWriter&&) noexcept;

    /// Adds a picture with the size of the settings. The bytes of a pixel are blue, green, red and
    /// one that is ignored.
    /// @param strideBytes distance between two rows
    /// Errors, each with the file: LimitExceeded for a full disk or a GIF that is too long, Io.
    base::Expected<void> add(const std::uint8_t* pixels, std::size_t strideBytes);

    /// Completes the file and makes it visible. Errors: those of `add` and of `OutputFile::commit`.
    base::Expected<void> finish();

private:
    struct Impl;
    explicit VideoWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::studio
