#include "studio/video/video_writer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
}

namespace sideline::studio {

namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;
using base::Expected;

constexpr int kMinSidePx = 16;
constexpr int kMaxSidePx = 8192;
constexpr int kMaxFramesPerSecond = 120;
constexpr int kGifTicksPerSecond = 100;
// Limit for the pictures of a GIF in memory.
constexpr std::uint64_t kMaxGifBytes = std::uint64_t{1} << 30U;
constexpr int kIoBytes = 1 << 16;

struct Free {
    void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
    void operator()(AVFormatContext* context) const { avformat_free_context(context); }
    void operator()(AVFrame* frame) const { av_frame_free(&frame); }
    void operator()(AVPacket* packet) const { av_packet_free(&packet); }
    void operator()(SwsContext* context) const { sws_freeContext(context); }
    void operator()(AVFilterGraph* graph) const { avfilter_graph_free(&graph); }
    void operator()(AVIOContext* io) const {
        av_freep(&io->buffer);
        avio_context_free(&io);
    }
    void operator()(AVFilterInOut* ends) const { avfilter_inout_free(&ends); }
};
template <typename T>
using AvPtr = std::unique_ptr<T, Free>;

std::string reasonOf(int code) {
    std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
    av_strerror(code, text.data(), text.size());
    return text.data();
}

// An unnamed file in the folder of another file; it disappears when the program ends.
class ScratchFile {
public:
    static Expected<ScratchFile> nextTo(const fs::path& file) {
        std::error_code ignored;
        const fs::path target = fs::weakly_canonical(file, ignored);
        const fs::path folder =
            target.has_parent_path() && fs::is_directory(target.parent_path(), ignored)
                ? target.parent_path()
                : fs::path(".");
        constexpr int kMode = 0600;
        int handle = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kMode);
        if (handle < 0) { // the file system has no unnamed files
            std::string name = (folder / ".sideline-video-XXXXXX").string();
            handle = ::mkstemp(name.data());
            if (handle >= 0) {
                ::unlink(name.c_str());
            }
        }
        if (handle < 0) {
            return tl::unexpected(
                base::systemError(errno, "cannot write the video", file.string()));
        }
        return ScratchFile(handle);
    }
    ~ScratchFile() {
        if (m_handle >= 0) {
            ::close(m_handle);
        }
    }
    ScratchFile(ScratchFile&& other) noexcept : m_handle(std::exchange(other.m_handle, -1)) {}
    ScratchFile& operator=(ScratchFile&& other) noexcept {
        std::swap(m_handle, other.m_handle);
        return *this;
    }

    // Signature required by libavformat.
    static int write(void* file, std::uint8_t* bytes, int count) {
        auto& self = *static_cast<ScratchFile*>(file);
        for (int done = 0; done < count;) {
            const auto wrote = ::pwrite(self.m_handle, bytes + done,
                                        static_cast<std::size_t>(count - done), self.m_at);
            if (wrote <= 0) {
                self.m_fault = wrote < 0 ? errno : ENOSPC;
                return AVERROR(self.m_fault);
            }
            done += static_cast<int>(wrote);
            self.m_at += wrote;
        }
        return count;
    }
    static std::int64_t seek(void* file, std::int64_t offset, int whence) {
        auto& self = *static_cast<ScratchFile*>(file);
        struct stat status {};
        if (::fstat(self.m_handle, &status) != 0) {
            return AVERROR(errno);
        }
        switch (whence & ~AVSEEK_FORCE) {
        case AVSEEK_SIZE:
            return status.st_size;
        case SEEK_SET:
            self.m_at = offset;
            break;
        case SEEK_CUR:
            self.m_at += offset;
            break;
        case SEEK_END:
            self.m_at = status.st_size + offset;
            break;
        default:
            return AVERROR(EINVAL);
        }
        return self.m_at;
    }
    // Returns the last system error; 0 if there was none.
    [[nodiscard]] int fault() const { return m_fault; }

    Expected<void> copyTo(base::OutputFile& file) const {
        std::vector<char> bytes(kIoBytes);
        for (off_t at = 0;;) {
            const auto got = ::pread(m_handle, bytes.data(), bytes.size(), at);
            if (got < 0) {
                return tl::unexpected(base::systemError(errno, "cannot read the video back"));
            }
            if (got == 0) {
                return {};
            }
            if (auto written = file.write({bytes.data(), static_cast<std::size_t>(got)});
                !written) {
                return written;
            }
            at += got;
        }
    }

private:
    explicit ScratchFile(int handle) : m_handle(handle) {}
    int m_handle;
    off_t m_at = 0;
    int m_fault = 0;
};

const char* encoderName(VideoFormat format) {
    switch (format) {
    case VideoFormat::Mp4:
        return "libx264";
    case VideoFormat::WebM:
        return "libvpx-vp9";
    case VideoFormat::Gif:
        break;
    }
    return "gif";
}

const char* muxerName(VideoFormat format) {
    switch (format) {
    case VideoFormat::Mp4:
        return "mp4";
    case VideoFormat::WebM:
        return "webm";
    case VideoFormat::Gif:
        break;
    }
    return "gif";
}

} // namespace

std::optional<VideoFormat> videoFormatOf(const fs::path& file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
    if (ending == ".mp4") {
        return VideoFormat::Mp4;
    }
    if (ending == ".webm") {
        return VideoFormat::WebM;
    }
    return ending == ".gif" ? std::optional(VideoFormat::Gif) : std::nullopt;
}

Expected<VideoFormat> checkVideo(const fs::path& file, const VideoSettings& settings) {
    const auto fail = [&](std::string message, std::string expected) {
        return tl::unexpected(
            base::failure(ErrorCode::InvalidArgument, std::move(message), std::move(expected))
                .value()
                .inFile(file.string()));
    };
    const auto format = videoFormatOf(file);
    if (!format) {
        return fail("unknown file name extension of a video", ".mp4, .webm or .gif");
    }
    const auto [width, height, rate] = settings;
    if (std::min(width, height) < kMinSidePx || std::max(width, height) > kMaxSidePx) {
        return fail(fmt::format("invalid video size {} x {}", width, height),
                    fmt::format("width and height from {} to {}", kMinSidePx, kMaxSidePx));
    }
    if (*format != VideoFormat::Gif && (width % 2 != 0 || height % 2 != 0)) {
        return fail(fmt::format("odd video size {} x {}", width, height),
                    fmt::format("an even width and height, such as {} x {}", width / 2 * 2,
                                height / 2 * 2));
    }
    if (rate < 1 || rate > kMaxFramesPerSecond) {
        return fail(fmt::format("invalid rate of {} frames per second", rate),
                    fmt::format("1 to {}", kMaxFramesPerSecond));
    }
    if (*format == VideoFormat::Gif && kGifTicksPerSecond % rate != 0) {
        return fail(fmt::format("a GIF cannot have exactly {} frames per second", rate),
                    "1, 2, 4, 5, 10, 20, 25, 50 or 100");
    }
    return *format;
}

struct VideoWriter::Impl {
    Impl(base::OutputFile out, ScratchFile file, VideoFormat videoFormat,
         VideoSettings videoSettings)
        : output(std::move(out)),
          scratch(std::move(file)),
          format(videoFormat),
          settings(videoSettings),
          packet(av_packet_alloc()) {}
    ~Impl() {
        if (muxer) {
            muxer->pb = nullptr; // owned by this object
        }
    }

    // Converts an error of the libraries, adding the file and the system's reason if there is one.
    Error failed(const char* what, int code) const {
        if (scratch.fault() != 0) {
            return base::systemError(scratch.fault(), "cannot write the video",
                                     output.path().string());
        }
        return base::failure(ErrorCode::Io, fmt::format("{}: {}", what, reasonOf(code)))
            .value()
            .inFile(output.path().string());
    }

    Expected<void> open();
    Expected<void> openEncoder(AVPixelFormat pixels);
    Expected<void> openPalette();
    Expected<void> encode(AVFrame* picture);
    Expected<void> drainPalette();
    AvPtr<AVFrame> picture(const std::uint8_t* pixels, std::size_t strideBytes,
                           AVPixelFormat pixelFormat);

    base::OutputFile output;
    ScratchFile scratch;
    VideoFormat format;
    VideoSettings settings;
    AvPtr<AVIOContext> io;
    AvPtr<AVFormatContext> muxer;
    AVStream* stream = nullptr;
    AvPtr<AVCodecContext> encoder;
    AvPtr<SwsContext> scaler;
    AvPtr<AVPacket> packet;
    AvPtr<AVFilterGraph> palette; ///< for GIF only
    AVFilterContext* paletteIn = nullptr;
    AVFilterContext* paletteOut = nullptr;
    std::int64_t pictures = 0;
};

Expected<void> VideoWriter::Impl::open() {
    AVFormatContext* made = nullptr;
    int code = avformat_alloc_output_context2(&made, nullptr, muxerName(format), nullptr);
    muxer.reset(made);
    if (code < 0) {
        return tl::unexpected(failed("no writer for this video format", code));
    }
    auto* buffer = static_cast<unsigned char*>(av_malloc(kIoBytes));
    io.reset(avio_alloc_context(buffer, kIoBytes, 1, &scratch, nullptr, &ScratchFile::write,
                                &ScratchFile::seek));
    muxer->pb = io.get();
    muxer->flags |= AVFMT_FLAG_BITEXACT; // no dates
    auto opened = format == VideoFormat::Gif ? openPalette() : openEncoder(AV_PIX_FMT_YUV420P);
    if (!opened) {
        return opened;
    }
    stream = avformat_new_stream(muxer.get(), nullptr);
    code = avcodec_parameters_from_context(stream->codecpar, encoder.get());
    stream->time_base = encoder->time_base;
    stream->avg_frame_rate = encoder->framerate;
    if (code >= 0) {
        code = avformat_write_header(muxer.get(), nullptr);
    }
    return code < 0 ? Expected<void>(tl::unexpected(failed("cannot start the video", code)))
                    : Expected<void>{};
}

Expected<void> VideoWriter::Impl::openEncoder(AVPixelFormat pixels) {
    const AVCodec* codec = avcodec_find_encoder_by_name(encoderName(format));
    if (codec == nullptr) {
        return base::failure(ErrorCode::NotFound,
                             fmt::format("the encoder {} is missing", encoderName(format)),
                             "a build of FFmpeg's libavcodec that includes it, such as Debian's");
    }
    encoder.reset(avcodec_alloc_context3(codec));
    encoder->width = settings.widthPx;
    encoder->height = settings.heightPx;
    encoder->pix_fmt = pixels;
    encoder->time_base = {1, settings.framesPerSecond};
    encoder->framerate = {settings.framesPerSecond, 1};
    encoder->thread_count = 1; // the encoded bytes depend on the number of threads
    encoder->flags |= AV_CODEC_FLAG_BITEXACT;
    if ((muxer->oformat->flags & AVFMT_GLOBALHEADER) != 0) {
        encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    }
    if (format != VideoFormat::Gif) {
        encoder->color_range = AVCOL_RANGE_MPEG;
        encoder->colorspace = AVCOL_SPC_BT709;
        encoder->color_primaries = AVCOL_PRI_BT709;
        encoder->color_trc = AVCOL_TRC_BT709;
    }
    if (format == VideoFormat::Mp4) {
        av_opt_set(encoder->priv_data, "preset", "medium", 0);
        av_opt_set(encoder->priv_data, "crf", "20", 0);
    } else if (format == VideoFormat::WebM) {
        av_opt_set(encoder->priv_data, "crf", "32", 0);
        av_opt_set(encoder->priv_data, "deadline", "good", 0);
        av_opt_set(encoder->priv_data, "cpu-used", "4", 0);
        encoder->bit_rate = 0; // constant quality
    }
    const int code = avcodec_open2(encoder.get(), codec, nullptr);
    return code < 0 ? Expected<void>(tl::unexpected(failed("cannot start the video", code)))
                    : Expected<void>{};
}

// Sets up a filter that reads all pictures before the first is written, because they share a
// palette.
Expected<void> VideoWriter::Impl::openPalette() {
    palette.reset(avfilter_graph_alloc());
    palette->nb_threads = 1;
    const std::string source =
        fmt::format("video_size={}x{}:pix_fmt={}:time_base=1/{}:pixel_aspect=1/1", settings.widthPx,
                    settings.heightPx, static_cast<int>(AV_PIX_FMT_BGR0), settings.framesPerSecond);
    int code = avfilter_graph_create_filter(&paletteIn, avfilter_get_by_name("buffer"), "in",
                                            source.c_str(), nullptr, palette.get());
    if (code >= 0) {
        code = avfilter_graph_create_filter(&paletteOut, avfilter_get_by_name("buffersink"), "out",
                                            nullptr, nullptr, palette.get());
    }
    AvPtr<AVFilterInOut> out(avfilter_inout_alloc());
    out->name = av_strdup("in");
    out->filter_ctx = paletteIn;
    AvPtr<AVFilterInOut> in(avfilter_inout_alloc());
    in->name = av_strdup("out");
    in->filter_ctx = paletteOut;
    if (code >= 0) {
        AVFilterInOut* ins = in.release();
        AVFilterInOut* outs = out.release();
        code = avfilter_graph_parse_ptr(
            palette.get(),
            "split[a][b];[a]palettegen=stats_mode=diff[p];"
            "[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle",
            &ins, &outs, nullptr);
        in.reset(ins);
        out.reset(outs);
    }
    if (code >= 0) {
        code = avfilter_graph_config(palette.get(), nullptr);
    }
    return code < 0 ? Expected<void>(tl::unexpected(failed("cannot create a palette", code)))
                    : openEncoder(AV_PIX_FMT_PAL8);
}

AvPtr<AVFrame> VideoWriter::Impl::picture(const std::uint8_t* pixels, std::size_t strideBytes,
                                          AVPixelFormat pixelFormat) {
    AvPtr<AVFrame> frame(av_frame_alloc());
    frame->width = settings.widthPx;
    frame->height = settings.heightPx;
    frame->format = pixelFormat;
    frame->pts = pictures;
    if (av_frame_get_buffer(frame.get(), 0) < 0) {
        return nullptr;
    }
    const int stride = static_cast<int>(strideBytes);
    if (pixelFormat == AV_PIX_FMT_BGR0) {
        av_image_copy_plane(frame->data[0], frame->linesize[0], pixels, stride,
                            4 * settings.widthPx, settings.heightPx);
        return frame;
    }
    if (!scaler) {
        scaler.reset(sws_getContext(settings.widthPx, settings.heightPx, AV_PIX_FMT_BGR0,
                                    settings.widthPx, settings.heightPx, pixelFormat, SWS_BICUBIC,
                                    nullptr, nullptr, nullptr));
        const int* to = sws_getCoefficients(SWS_CS_ITU709);
        constexpr int kOne = 1 << 16;
        sws_setColorspaceDetails(scaler.get(), to, 1, to, 0, 0, kOne, kOne);
    }
    sws_scale(scaler.get(), &pixels, &stride, 0, settings.heightPx, frame->data, frame->linesize);
    return frame;
}

// @param picture null: end of the video
Expected<void> VideoWriter::Impl::encode(AVFrame* picture) {
    int code = avcodec_send_frame(encoder.get(), picture);
    while (code >= 0) {
        code = avcodec_receive_packet(encoder.get(), packet.get());
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) {
            return {};
        }
        if (code >= 0) {
            packet->duration = 1; // otherwise the duration of the last picture is unknown
            av_packet_rescale_ts(packet.get(), encoder->time_base, stream->time_base);
            packet->stream_index = stream->index;
            code = av_interleaved_write_frame(muxer.get(), packet.get());
        }
        if (scratch.fault() != 0) {
            code = AVERROR(scratch.fault());
        }
    }
    return tl::unexpected(failed("cannot encode the video", code));
}

Expected<void> VideoWriter::Impl::drainPalette() {
    int code = av_buffersrc_add_frame(paletteIn, nullptr);
    while (code >= 0) {
        const AvPtr<AVFrame> ready(av_frame_alloc());
        code = av_buffersink_get_frame(paletteOut, ready.get());
        if (code == AVERROR_EOF) {
            return {};
        }
        if (code >= 0) {
            if (auto encoded = encode(ready.get()); !encoded) {
                return encoded;
            }
        }
    }
    return tl::unexpected(failed("cannot create a palette", code));
}

VideoWriter::VideoWriter(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
VideoWriter::~VideoWriter() = default;
VideoWriter::VideoWriter(VideoWriter&&) noexcept = default;
VideoWriter& VideoWriter::operator=(VideoWriter&&) noexcept = default;

Expected<VideoWriter> VideoWriter::create(const fs::path& file, const VideoSettings& settings,
                                          base::OutputOptions output) {
    const auto format = checkVideo(file, settings);
    if (!format) {
        return tl::unexpected(format.error());
    }
    av_log_set_level(AV_LOG_QUIET); // errors are returned instead of printed
    auto out = base::OutputFile::create(file, std::move(output));
    if (!out) {
        return tl::unexpected(out.error());
    }
    auto scratch = ScratchFile::nextTo(file);
    if (!scratch) {
        return tl::unexpected(scratch.error());
    }
    auto impl = std::make_unique<Impl>(std::move(*out), std::move(*scratch), *format, settings);
    if (auto opened = impl->open(); !opened) {
        return tl::unexpected(opened.error().inFile(file.string()));
    }
    return VideoWriter(std::move(impl));
}

Expected<void> VideoWriter::add(const std::uint8_t* pixels, std::size_t strideBytes) {
    Impl& impl = *m_impl;
    const bool isGif = impl.format == VideoFormat::Gif;
    const auto bytes = std::uint64_t{4} * static_cast<std::uint64_t>(impl.settings.widthPx) *
                       static_cast<std::uint64_t>(impl.settings.heightPx);
    if (isGif && static_cast<std::uint64_t>(impl.pictures) >= kMaxGifBytes / bytes) {
        return tl::unexpected(
            base::failure(ErrorCode::LimitExceeded,
                          fmt::format("more than {} pictures of this size do not fit into a GIF",
                                      kMaxGifBytes / bytes),
                          "a shorter or smaller video, or .mp4 or .webm")
                .value()
                .inFile(impl.output.path().string()));
    }
    const auto frame =
        impl.picture(pixels, strideBytes, isGif ? AV_PIX_FMT_BGR0 : AV_PIX_FMT_YUV420P);
    if (!frame) {
        return tl::unexpected(impl.failed("cannot add a picture", AVERROR(ENOMEM)));
    }
    ++impl.pictures;
    if (!isGif) {
        return impl.encode(frame.get());
    }
    const int code = av_buffersrc_add_frame(impl.paletteIn, frame.get());
    return code < 0 ? Expected<void>(tl::unexpected(impl.failed("cannot add a picture", code)))
                    : Expected<void>{};
}

Expected<void> VideoWriter::finish() {
    Impl& impl = *m_impl;
    auto done = impl.format == VideoFormat::Gif ? impl.drainPalette() : Expected<void>{};
    if (done) {
        done = impl.encode(nullptr);
    }
    if (!done) {
        return done;
    }
    int code = av_write_trailer(impl.muxer.get());
    avio_flush(impl.io.get());
    if (impl.scratch.fault() != 0) {
        code = AVERROR(impl.scratch.fault());
    }
    if (code < 0) {
        return tl::unexpected(impl.failed("cannot complete the video", code));
    }
    done = impl.scratch.copyTo(impl.output);
    return done ? impl.output.commit() : done;
}

} // namespace sideline::studio
