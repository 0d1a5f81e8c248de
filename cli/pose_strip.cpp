#include "cli/pose_strip.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <ostream>

#include <cairo.h>
#include <fmt/format.h>

#include "cli/log_command.h"
#include "cli/output.h"
#include "motions/picture/pose_picture.h"

namespace sideline::cli {

namespace {

constexpr int kMaxPixels = 30000;    // maximum width and height of a cairo surface
constexpr double kLabelRatio = 0.16; // height of the label, relative to the picture

struct SurfaceDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct ContextDeleter {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using SurfacePtr = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;

int labelPx(const StripLook& look) {
    return static_cast<int>(std::ceil(look.sizePx * kLabelRatio));
}

void drawText(cairo_t* context, const std::string& text, double x, double y, double widthPx) {
    cairo_text_extents_t extents;
    cairo_text_extents(context, text.c_str(), &extents);
    // Narrows a long name so that it does not overlap its neighbor.
    const double squeeze = std::min(1.0, widthPx / std::max(extents.x_advance, 1.0));
    cairo_save(context);
    cairo_translate(context, x + (widthPx - extents.x_advance * squeeze) / 2.0, y);
    cairo_scale(context, squeeze, 1.0);
    cairo_move_to(context, 0.0, 0.0);
    cairo_show_text(context, text.c_str());
    cairo_restore(context);
}

void drawPolygons(cairo_t* context, const std::vector<keyframe::PicturePolygon>& polygons,
                  double sizePx) {
    for (const keyframe::PicturePolygon& polygon : polygons) {
        for (const Eigen::Vector2d& point : polygon.points) {
            cairo_line_to(context, point.x() * sizePx, point.y() * sizePx);
        }
        cairo_close_path(context);
        const auto [red, green, blue] = polygon.color;
        cairo_set_source_rgb(context, red, green, blue);
        // A hairline in the same color closes the seams between adjacent faces.
        cairo_fill_preserve(context);
        cairo_set_line_width(context, 0.4);
        cairo_stroke(context);
    }
}

void drawPose(cairo_t* context, const robot::RobotModel& model, const StripPose& pose,
              const StripLook& look) {
    const double size = look.sizePx;
    keyframe::PictureView view;
    view.azimuthRad = look.azimuthDeg * std::numbers::pi / 180.0;
    view.centerX = pose.X_STorso.p.x();
    view.centerY = pose.X_STorso.p.y();
    cairo_save(context);
    cairo_rectangle(context, 0.0, 0.0, size, size);
    cairo_clip(context);
    drawPolygons(context,
                 keyframe::posePicture(model, pose.anglesRad, pose.X_STorso, view, pose.p_SBall),
                 size);
    cairo_restore(context);
    const double labelHeight = labelPx(look);
    cairo_set_source_rgb(context, 0.15, 0.15, 0.15);
    drawText(context, pose.time, 0.0, size + labelHeight * 0.40, size * 0.96);
    drawText(context, pose.name, 0.0, size + labelHeight * 0.85, size * 0.96);
}

SurfacePtr drawRows(const std::vector<StripRow>& rows, std::size_t columns, const StripLook& look) {
    const int labelHeight = labelPx(look);
    const int heightPx = look.sizePx + labelHeight;
    SurfacePtr surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                  look.sizePx * static_cast<int>(columns),
                                                  heightPx * static_cast<int>(rows.size())));
    const std::unique_ptr<cairo_t, ContextDeleter> context(cairo_create(surface.get()));
    cairo_set_source_rgb(context.get(), 1.0, 1.0, 1.0);
    cairo_paint(context.get());
    cairo_select_font_face(context.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context.get(), std::max(labelHeight * 0.38, 6.0));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t i = 0; i < rows[row].poses.size(); ++i) {
            cairo_save(context.get());
            cairo_translate(context.get(), static_cast<double>(i) * look.sizePx,
                            static_cast<double>(row) * heightPx);
            drawPose(context.get(), *rows[row].model, rows[row].poses[i], look);
            cairo_restore(context.get());
        }
        cairo_set_source_rgb(context.get(), 0.15, 0.15, 0.15);
        cairo_move_to(context.get(), labelHeight * 0.2,
                      static_cast<double>(row) * heightPx + labelHeight * 0.5);
        cairo_show_text(context.get(), rows[row].name.c_str());
    }
    cairo_surface_flush(surface.get());
    return surface;
}

} // namespace

bool writeStrip(const std::vector<StripRow>& rows, const StripLook& look,
                const std::string& subject, base::OutputSet& outputs, const std::string& file) {
    std::size_t columns = 0;
    for (const StripRow& row : rows) {
        columns = std::max(columns, row.poses.size());
    }
    const auto count = static_cast<int>(columns);
    const auto rowCount = static_cast<int>(rows.size());
    if (count > kMaxStripPoses || count * look.sizePx > kMaxPixels ||
        rowCount * (look.sizePx + labelPx(look)) > kMaxPixels) {
        printError(fmt::format("{}: {} poses of {} pixels are too many for one image, at most {} "
                               "poses and {} pixels; reduce --poses or --size",
                               subject, count, look.sizePx, kMaxStripPoses, kMaxPixels));
        return false;
    }
    const SurfacePtr surface = drawRows(rows, columns, look);
    return writeTo(outputs, file, [&](std::ostream& out) -> base::Expected<void> {
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
}

} // namespace sideline::cli
