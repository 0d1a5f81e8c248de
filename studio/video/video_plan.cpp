#include "studio/video/video_plan.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace sideline::studio {

namespace {

constexpr double kRoundingMargin = 0.05; // pictures; tolerates drift of server clocks

std::size_t countOf(const VideoShot& shot, int framesPerSecond) {
    const double count = (shot.toS - shot.fromS) / shot.speed * framesPerSecond;
    return static_cast<std::size_t>(std::max(1.0, std::floor(count + 1.0 + kRoundingMargin)));
}

} // namespace

base::Expected<VideoCamera> videoCamera(std::string_view name) {
    VideoCamera camera;
    for (int preset = 1; preset <= viewer3d::kCameraPresetCount; ++preset) {
        if (name == "preset" + std::to_string(preset)) {
            camera.mode = viewer3d::CameraMode::Free;
            camera.preset = preset;
            return camera;
        }
    }
    if (const auto mode = viewer3d::cameraModeFromName(name);
        mode && *mode != viewer3d::CameraMode::Orbit) {
        camera.mode = *mode;
        return camera;
    }
    return base::failure(base::ErrorCode::InvalidArgument,
                         "unknown camera '" + std::string(name) + "'",
                         "preset1 to preset8, free, follow-ball, follow-player, "
                         "follow-player-turning, first-person, third-person or top");
}

std::size_t VideoPlan::pictureCount() const {
    std::size_t count = 0;
    for (const VideoShot& shot : shots) {
        count += countOf(shot, framesPerSecond);
    }
    return count;
}

VideoPlan::Instant VideoPlan::at(std::size_t picture) const {
    Instant instant;
    for (; instant.shot + 1 < shots.size(); ++instant.shot) {
        const std::size_t count = countOf(shots[instant.shot], framesPerSecond);
        if (picture < count) {
            break;
        }
        picture -= count;
    }
    const VideoShot& shot = shots[instant.shot];
    instant.isCut = picture == 0 && !shot.isContinued;
    instant.recordTimeS = std::min(shot.toS, shot.fromS + static_cast<double>(picture) *
                                                              shot.speed / framesPerSecond);
    return instant;
}

VideoFrames::VideoFrames(const logs::MatchLog& log) : m_reader(log.makeReader()) {
    auto drawings = std::make_unique<logs::DrawingReader>(log.parts());
    if (drawings->hasDrawings()) {
        m_drawings = std::move(drawings);
    }
}

base::Expected<drawing::DrawingBoardPtr> VideoFrames::drawingsAt(double recordTimeS) {
    if (!m_drawings) {
        return nullptr;
    }
    auto reached = m_drawings->seek(m_reader.parts().index->frameAtRecordTime(recordTimeS));
    return reached ? base::Expected<drawing::DrawingBoardPtr>(m_drawings->board())
                   : tl::unexpected(std::move(reached.error()));
}

base::Expected<monitor::MatchFramePtr> VideoFrames::at(double recordTimeS) {
    const logs::LogIndex& index = *m_reader.parts().index;
    const logs::FrameNumber number = index.frameAtRecordTime(recordTimeS);
    const auto from = m_reader.frame(number);
    if (!from || number + 1 >= index.frameCount()) {
        return from ? base::Expected<monitor::MatchFramePtr>(monitor::withTornRobotsRepaired(*from))
                    : from;
    }
    const auto to = m_reader.frame(number + 1);
    if (!to) {
        return to;
    }
    const double gapS = (*to)->recordTimeS - (*from)->recordTimeS;
    const double ratio = gapS > 0.0 ? (recordTimeS - (*from)->recordTimeS) / gapS : 0.0;
    const monitor::MatchFramePtr mended = monitor::withTornRobotsRepaired(*from);
    return ratio <= 0.0 ? mended
                        : monitor::interpolate(*mended, *monitor::withTornRobotsRepaired(*to),
                                               std::min(ratio, 1.0));
}

} // namespace sideline::studio
