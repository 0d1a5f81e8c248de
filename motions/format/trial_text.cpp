#include "motions/format/trial_text.h"

#include <array>

#include <fmt/format.h>

#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

constexpr int kMaxRepeats = 1000;
constexpr double kMaxNoiseDeg = 45.0;
constexpr double kFarthestM = 3.0;
constexpr std::string_view kAllRobots = "all-robots";

} // namespace

std::optional<TrialSetup> trialFrom(std::string_view text) {
    const auto words = wordsOf(text);
    const bool onAll = words.size() == 6 && words[5] == kAllRobots;
    if (words.size() != 5 && !onAll) {
        return std::nullopt;
    }
    const auto start = startPoseFromName(words[0]);
    const auto repeats = wholeNumberFrom(words[1]);
    std::array<double, 3> numbers{};
    constexpr std::array kMin = {0.0, -kFarthestM, -kFarthestM};
    constexpr std::array kMax = {kMaxNoiseDeg, kFarthestM, kFarthestM};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto number = numberFrom(words[i + 2]);
        if (!number || *number < kMin[i] || *number > kMax[i]) {
            return std::nullopt;
        }
        numbers[i] = *number;
    }
    if (!start || !repeats || *repeats < 1 || *repeats > kMaxRepeats) {
        return std::nullopt;
    }
    return TrialSetup{*start, {numbers[1], numbers[2]}, *repeats, numbers[0], onAll};
}

std::string trialText(const TrialSetup& trial) {
    std::string text = fmt::format("{} {} {} {} {}", startPoseName(trial.start), trial.repeats,
                                   numberText(trial.noiseDeg), numberText(trial.ballFromFeetM[0]),
                                   numberText(trial.ballFromFeetM[1]));
    if (trial.onAllRobots) {
        text += fmt::format(" {}", kAllRobots);
    }
    return text;
}

} // namespace sideline::keyframe
