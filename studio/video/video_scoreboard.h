#pragma once

#include <QImage>

#include "agentcore/monitor/game_state.h"
#include "studio/video/video_plan.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

/// Paints teams, score, clock and play mode at the top of a video's pictures, and announces a goal
/// for a few seconds. One thread.
class VideoScoreboard {
public:
    explicit VideoScoreboard(const widgets::TeamColors& colors) : m_colors(colors) {}

    /// @param atS time since the beginning of the video
    /// @param isCut the picture does not continue the previous one, so a changed score is not
    ///     announced
    void paint(QImage& picture, const monitor::GameState& game, double atS, bool isCut);

private:
    void paintBar(QImage& picture, const monitor::GameState& game) const;
    void paintGoal(QImage& picture, const monitor::GameState& game) const;

    widgets::TeamColors m_colors;
    int m_left = 0;
    int m_right = 0;
    game::Side m_scorer = game::Side::None;
    double m_goalAtS = 0.0;
};

/// Paints a caption in the lower part of a picture. Any thread.
void paintCaption(QImage& picture, const VideoCaption& caption, const widgets::TeamColors& colors);

} // namespace sideline::studio
