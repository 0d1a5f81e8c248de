// `sideline motion render`: a strip of a motion's poses as a picture.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <cairo.h>
#include <fmt/format.h>

#include "agentcore/robot/posture.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "cli/output.h"
#include "motions/analysis/motion_analysis.h"
#include "motions/picture/pose_picture.h"
#include "motions/resolve.h"

namespace sideline::cli {

namespace {

constexpr int kMostPoses = 200;
constexpr int kMostPixels = 30000;   // of cairo's pictures, either way
constexpr double kLabelShare = 0.16; // of a pose's height, for the text below it

struct RenderArguments {
    std::string file;
    std::string out;
    MotionArguments read;
    int poses = 0; // 0: the keyframes
    bool isOfKeyframes = false;
    int size = 240;
    double azimuthDeg = 34.0;
    bool mayReplace = false;
};

// An instant that is drawn.
struct Instant {
    double timeS = 0.0;
    std::string name;
};

struct SurfaceDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct ContextDeleter {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};

std::vector<Instant> instantsOf(const keyframe::Motion& motion, const RenderArguments& arguments) {
    std::vector<Instant> instants;
    const bool isOfKeyframes = arguments.isOfKeyframes || arguments.poses == 0;
    if (isOfKeyframes && !motion.keyframes.empty()) {
        for (const auto& keyframe : motion.keyframes) {
            instants.push_back({keyframe->timeS, keyframe->name});
        }
        return instants;
    }
    const int count = std::max(arguments.poses, 1);
    for (int i = 0; i < count; ++i) {
        const double share = count > 1 ? static_cast<double>(i) / (count - 1) : 0.0;
        instants.push_back({share * motion.endS(), {}});
    }
    return instants;
}

void drawText(cairo_t* context, const std::string& text, double x, double y, double widthPx) {
    cairo_text_extents_t extents;
    cairo_text_extents(context, text.c_str(), &extents);
    // A long name is squeezed rather than written over its neighbor.
    const double squeeze = std::min(1.0, widthPx / std::max(extents.x_advance, 1.0));
    cairo_save(context);
    cairo_translate(context, x + (widthPx - extents.x_advance * squeeze) / 2.0, y);
    cairo_scale(context, squeeze, 1.0);
    cairo_move_to(context, 0.0, 0.0);
    cairo_show_text(context, text.c_str());
    cairo_restore(context);
}

void drawPose(cairo_t* context, const std::vector<keyframe::PicturePolygon>& polygons, double x,
              double size) {
    for (const keyframe::PicturePolygon& polygon : polygons) {
        for (const Eigen::Vector2d& point : polygon.points) {
            cairo_line_to(context, x + point.x() * size, point.y() * size);
        }
        cairo_close_path(context);
        const auto [red, green, blue] = polygon.color;
        cairo_set_source_rgb(context, red, green, blue);
        // A hairline in the same color closes the seams between neighbors.
        cairo_fill_preserve(context);
        cairo_set_line_width(context, 0.4);
        cairo_stroke(context);
    }
}

// The motion as a robot does it.
struct Strip {
    robot::RobotModelPtr model;
    keyframe::MotionAnalysisPtr analysis;
};

int labelPx(const RenderArguments& arguments) {
    return static_cast<int>(std::ceil(arguments.size * kLabelShare));
}

// @param top of the strip in the picture, pixels
// @param isNamed whether the robot's name stands in it
void drawStrip(cairo_t* context, const Strip& strip, double top, bool isNamed,
               const std::vector<Instant>& instants, const RenderArguments& arguments) {
    const double size = arguments.size;
    const double labelHeight = labelPx(arguments);
    cairo_save(context);
    cairo_translate(context, 0.0, top);
    for (std::size_t i = 0; i < instants.size(); ++i) {
        const keyframe::MotionSample* sample = strip.analysis->at(instants[i].timeS);
        if (sample == nullptr) {
            continue;
        }
        keyframe::PictureView view;
        view.azimuthRad = arguments.azimuthDeg * std::numbers::pi / 180.0;
        view.centerX = sample->X_STorso.p.x();
        view.centerY = sample->X_STorso.p.y();
        const double x = static_cast<double>(i) * size;
        cairo_save(context);
        cairo_rectangle(context, x, 0.0, size, size);
        cairo_clip(context);
        drawPose(context,
                 keyframe::posePicture(*strip.model, sample->anglesRad, sample->X_STorso, view), x,
                 size);
        cairo_restore(context);
        cairo_set_source_rgb(context, 0.15, 0.15, 0.15);
        drawText(context, fmt::format("{:.2f} s", instants[i].timeS), x, size + labelHeight * 0.40,
                 size * 0.96);
        drawText(context, instants[i].name, x, size + labelHeight * 0.85, size * 0.96);
    }
    if (isNamed) {
        cairo_set_source_rgb(context, 0.15, 0.15, 0.15);
        cairo_move_to(context, labelHeight * 0.2, labelHeight * 0.5);
        cairo_show_text(context, strip.model->name().c_str());
    }
    cairo_restore(context);
}

// The strips below each other; null when cairo has no memory for them.
std::unique_ptr<cairo_surface_t, SurfaceDeleter> drawStrips(const std::vector<Strip>& strips,
                                                            const std::vector<Instant>& instants,
                                                            const RenderArguments& arguments) {
    const int heightPx = arguments.size + labelPx(arguments);
    std::unique_ptr<cairo_surface_t, SurfaceDeleter> surface(cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, arguments.size * static_cast<int>(instants.size()),
        heightPx * static_cast<int>(strips.size())));
    const std::unique_ptr<cairo_t, ContextDeleter> context(cairo_create(surface.get()));
    cairo_set_source_rgb(context.get(), 1.0, 1.0, 1.0);
    cairo_paint(context.get());
    cairo_select_font_face(context.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context.get(), std::max(labelPx(arguments) * 0.38, 6.0));
    for (std::size_t i = 0; i < strips.size(); ++i) {
        drawStrip(context.get(), strips[i], static_cast<double>(i) * heightPx, strips.size() > 1,
                  instants, arguments);
    }
    cairo_surface_flush(surface.get());
    return surface;
}

int render(const RenderArguments& arguments) {
    base::OutputSet outputs(arguments.mayReplace, {arguments.file});
    if (!areFree(outputs, {arguments.out})) {
        return kExitFailed;
    }
    const auto loaded = loadMotion(arguments.file, arguments.read);
    if (!loaded) {
        return kExitFailed;
    }
    const keyframe::Motion& motion = loaded->read.motion;
    const auto instants = instantsOf(motion, arguments);
    const auto count = static_cast<int>(instants.size());
    const auto rows = static_cast<int>(loaded->models.size());
    if (count > kMostPoses || count * arguments.size > kMostPixels ||
        rows * (arguments.size + labelPx(arguments)) > kMostPixels) {
        printError(fmt::format("{}: {} poses of {} pixels are too many for one image, at most {} "
                               "poses and {} pixels; reduce --poses or --size",
                               arguments.file, count, arguments.size, kMostPoses, kMostPixels));
        return kExitFailed;
    }
    std::vector<Strip> strips;
    for (const robot::RobotModelPtr& model : loaded->models) {
        const auto resolved = keyframe::resolve(motion, *model);
        printFindings(resolved.findings);
        keyframe::AnalysisOptions options;
        options.ground = robot::GroundRule::Rest;
        strips.push_back({model, keyframe::analyze(*resolved.trajectory, *model, options)});
    }
    const auto surface = drawStrips(strips, instants, arguments);
    const bool isGood =
        writeTo(outputs, arguments.out, [&](std::ostream& out) -> base::Expected<void> {
            const cairo_status_t status = cairo_surface_write_to_png_stream(
                surface.get(),
                [](void* stream, const unsigned char* bytes, unsigned int length) {
                    auto& to = *static_cast<std::ostream*>(stream);
                    return to.write(reinterpret_cast<const char*>(bytes), length)
                               ? CAIRO_STATUS_SUCCESS
                               : CAIRO_STATUS_WRITE_ERROR;
                },
                &out);
            return status == CAIRO_STATUS_SUCCESS
                       ? base::Expected<void>{}
                       : base::failure(base::ErrorCode::Io, cairo_status_to_string(status));
        });
    return isGood ? kExitGood : kExitFailed;
}

} // namespace

void addMotionRender(CLI::App& motion, int& status) {
    CLI::App* command = motion.add_subcommand(
        "render", "Draw a motion's poses side by side into a PNG file, one row per robot");
    auto arguments = std::make_shared<RenderArguments>();
    command->add_option("FILE", arguments->file, "motion file, or name of a shipped motion")
        ->required();
    command->add_option("OUT", arguments->out, "PNG file; - is standard output")->required();
    addReadOptions(*command, arguments->read);
    addRobotOption(*command, arguments->read, true);
    addMotionOption(*command, arguments->read);
    CLI::Option* poses =
        command->add_option("--poses", arguments->poses, "number of poses, evenly spaced in time")
            ->check(CLI::Range(1, kMostPoses));
    command->add_flag("--keyframes", arguments->isOfKeyframes, "one pose per keyframe (default)")
        ->excludes(poses);
    command->add_option("--size", arguments->size, "width and height of a pose, pixels")
        ->capture_default_str()
        ->check(CLI::Range(32, 2000));
    command
        ->add_option("--azimuth", arguments->azimuthDeg,
                     "view direction, degrees: 0 from the front, 90 from the robot's left")
        ->capture_default_str();
    addForceOption(*command, arguments->mayReplace);
    command->callback([arguments, &status] { status = render(*arguments); });
}

} // namespace sideline::cli
