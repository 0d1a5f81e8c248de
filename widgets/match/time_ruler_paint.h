#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QPainter>
#include <QPalette>
#include <QSize>

#include "logs/match/log_index.h"
#include "logs/match/match_log.h"
#include "logs/replay/bookmarks.h"
#include "logs/replay/replay_clock.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// What a time ruler shows.
struct TimeRulerScene {
    static constexpr int kMarginPx = 8;

    std::shared_ptr<const logs::LogIndex> index;
    std::shared_ptr<const logs::LogAnalysis> analysis;
    std::vector<std::string> playModes;
    std::vector<logs::Bookmark> bookmarks;
    std::optional<logs::LoopRange> loop;
    TeamColors colors;
    double timeS = 0.0;
    double beginS = 0.0; ///< visible range
    double endS = 1.0;
    std::optional<double> hoverX;

    [[nodiscard]] double xOf(double recordTimeS, int widthPx) const;
    [[nodiscard]] double timeAt(double x, int widthPx) const;
};

/// Paints ticks, play modes, events, activity, loop and cursor of a time ruler.
class TimeRulerPainter {
public:
    /// @param scene must have an index
    TimeRulerPainter(QPainter& painter, const TimeRulerScene& scene, const QSize& size,
                     const QPalette& palette)
        : m_painter(painter), m_scene(scene), m_size(size), m_palette(palette) {}

    void paint();

private:
    void paintTicks();
    void paintPlayModes();
    void paintPlayMode(double fromS, double toS, const std::string& mode);
    void paintActivity();
    void paintEvents();
    void paintEvent(const logs::Event& event);
    void paintBookmarks();
    void paintLoop();
    void paintCursor();
    [[nodiscard]] double xOf(double recordTimeS) const {
        return m_scene.xOf(recordTimeS, m_size.width());
    }

    QPainter& m_painter;
    const TimeRulerScene& m_scene;
    QSize m_size;
    QPalette m_palette;
};

/// Color of a play mode's interval on the ruler.
[[nodiscard]] QColor playModeColor(std::string_view playMode, const TeamColors& colors);

/// Color of an event's mark.
[[nodiscard]] QColor eventColor(const logs::Event& event, const TeamColors& colors,
                                const QPalette& palette);

} // namespace sideline::widgets
