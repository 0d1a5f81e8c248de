#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "logs/analysis/occurrences.h"
#include "logs/analysis/statistic_list.h"
#include "studio/video/video_plan.h"

namespace sideline::studio {

namespace {

constexpr double kCaptionS = 3.0;

std::optional<double> speedOf(std::string_view word) {
    double speed = 0.0;
    if (!word.ends_with('x')) {
        return std::nullopt;
    }
    const char* end = word.data() + word.size() - 1;
    const auto [at, fault] = std::from_chars(word.data(), end, speed);
    return fault == std::errc() && at == end && speed >= 0.01 && speed <= 100.0
               ? std::optional(speed)
               : std::nullopt;
}

std::optional<game::PlayerId> playerOf(std::string_view word) {
    const auto colon = word.find(':');
    const std::string_view team = word.substr(0, std::min(colon, word.size()));
    const auto side = team == "left"    ? game::Side::Left
                      : team == "right" ? game::Side::Right
                                        : game::Side::None;
    if (side == game::Side::None || colon == std::string_view::npos) {
        return std::nullopt;
    }
    int number = 0;
    const char* end = word.data() + word.size();
    const auto [at, fault] = std::from_chars(word.data() + colon + 1, end, number);
    return fault == std::errc() && at == end && number >= 1 && number <= 11
               ? std::optional(game::PlayerId{side, game::UniformNumber(number)})
               : std::nullopt;
}

// Commands of a bookmark.
struct Cut {
    std::optional<VideoCamera> camera;
    std::optional<game::PlayerId> player;
    double speed = 1.0;
};

base::Expected<std::optional<Cut>> cutOf(const logs::Bookmark& bookmark) {
    std::optional<Cut> cut;
    std::istringstream words(bookmark.text);
    for (std::string word; words >> word;) {
        if (word.size() < 2 || word.front() != '@') {
            continue;
        }
        word.erase(0, 1);
        if (!cut) {
            cut.emplace();
        }
        const auto camera = videoCamera(word);
        const auto player = playerOf(word);
        const auto speed = speedOf(word);
        if (!camera && !player && !speed) {
            return base::failure(
                base::ErrorCode::InvalidArgument,
                fmt::format("the bookmark \"{}\" at {:.1f} s has the unknown command '@{}'",
                            bookmark.text, bookmark.gameTimeS, word),
                camera.error().expected + ", a player such as left:7, or a speed such as 0.5x");
        }
        if (camera) {
            cut->camera = *camera;
        }
        cut->player = player ? player : cut->player;
        cut->speed = speed.value_or(cut->speed);
    }
    return cut;
}

bool isCaption(const logs::Occurrence& occurrence) {
    using Kind = logs::OccurrenceKind;
    return occurrence.is(Kind::Goal) || occurrence.is(Kind::OwnGoal) || occurrence.is(Kind::Shot) ||
           occurrence.is(Kind::Foul) || occurrence.is(Kind::SetPlay);
}

// Describes an event as it begins, without revealing how a shot or a set play ends.
std::string captionTextOf(const logs::Occurrence& occurrence) {
    if (occurrence.is(logs::OccurrenceKind::Shot)) {
        return "Shot";
    }
    const bool isSetPlay = occurrence.is(logs::OccurrenceKind::SetPlay);
    return isSetPlay ? occurrence.what.substr(0, occurrence.what.find(',')) : occurrence.what;
}

} // namespace

base::Expected<std::vector<VideoShot>> cutsOf(const VideoShot& shot,
                                              const std::vector<logs::Bookmark>& bookmarks,
                                              const logs::LogIndex& index) {
    std::vector<VideoShot> shots = {shot};
    for (const logs::Bookmark& bookmark : bookmarks) {
        const auto cut = cutOf(bookmark);
        if (!cut) {
            return tl::unexpected(cut.error());
        }
        if (!*cut || bookmark.frame >= index.frameCount()) {
            continue;
        }
        const double atS = index.recordTimeS(bookmark.frame);
        if (atS > shot.toS) {
            break; // the bookmarks are sorted
        }
        VideoShot next = shots.back();
        const std::optional<game::PlayerId> player =
            (*cut)->player ? (*cut)->player : next.camera.player;
        next.camera = (*cut)->camera.value_or(next.camera);
        next.camera.player = player;
        if ((*cut)->player && next.camera.rig) {
            next.camera.rig.reset(); // a fixed camera cannot follow a player
        }
        next.speed = shot.speed * (*cut)->speed;
        if (atS <= shots.back().fromS) { // at or before the start of the shot
            next.toS = shot.toS;
            shots.back() = next;
        } else {
            next.fromS = atS;
            next.toS = shot.toS;
            shots.back().toS = atS;
            shots.push_back(next);
        }
    }
    return shots;
}

std::vector<VideoCaption> captionsOf(const logs::MatchStatistics& statistics) {
    std::vector<VideoCaption> captions;
    for (const logs::Occurrence& occurrence : logs::occurrencesOf(statistics)) {
        if (!isCaption(occurrence)) {
            continue;
        }
        const double atS = occurrence.when.recordTimeS;
        std::string text = captionTextOf(occurrence);
        if (occurrence.player.side != game::Side::None) {
            text = fmt::format("{} {}: {}", logs::teamName(statistics, occurrence.player.side),
                               occurrence.player.unum.value(), text);
        } else if (occurrence.side != game::Side::None) {
            text = fmt::format("{}: {}", logs::teamName(statistics, occurrence.side), text);
        }
        if (!captions.empty()) {
            captions.back().toS = std::min(captions.back().toS, atS);
        }
        captions.push_back({atS, atS + kCaptionS, occurrence.side, std::move(text)});
    }
    return captions;
}

} // namespace sideline::studio
