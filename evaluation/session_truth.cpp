#include "evaluation/session_truth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "agentcore/game/constants.h"
#include "logs/match/match_log.h"

namespace sideline::evaluation {

namespace {

using game::kStepS;

constexpr int kMaxCyclesOff = 4;     // maximum error of arrival times
constexpr double kLargestOffS = 0.2; // a larger gap means that frames are missing

using Truths = std::map<logs::FrameNumber, TruthInstant>;

Truths truthsOf(const AgentStream& stream, std::span<const double> matchFrames,
                const std::filesystem::path& file) {
    Truths truths;
    logs::LogOptions options;
    options.analyze = false;
    const auto log = logs::MatchLog::open(file, options);
    if (!log) {
        return truths;
    }
    (*log)->waitUntilIndexed();
    logs::FrameReader reader = (*log)->makeReader();
    const auto [first, last] = std::ranges::minmax(matchFrames);
    const auto count = static_cast<double>((*log)->index()->frameCount());
    const auto begin = static_cast<logs::FrameNumber>(std::clamp(first - 5.0, 0.0, count - 1.0));
    const auto end = static_cast<logs::FrameNumber>(std::clamp(last + 5.0, 0.0, count - 1.0));
    for (logs::FrameNumber frame = begin; frame <= end; ++frame) {
        if (const auto shown = reader.frame(frame)) {
            if (auto truth = truthIn(**shown, stream.robot(), stream.model())) {
                truths[frame] = std::move(*truth);
            }
        }
    }
    return truths;
}

// Returns the frame at a cycle's server time if frame 0 was at `zeroS`; nothing between frames.
std::optional<logs::FrameNumber> frameAt(double serverTimeS, double zeroS) {
    const double frame = (serverTimeS - zeroS) / kSessionFrameS;
    const double whole = std::round(frame);
    return whole >= 0.0 && std::abs(frame - whole) < 0.3
               ? std::optional(static_cast<logs::FrameNumber>(whole))
               : std::nullopt;
}

// Returns the median distance of the estimator from the truth.
double misfitM(const AgentStream& stream, const PoseRun& run, const Truths& truths, double zeroS) {
    std::vector<double> errorsM;
    for (std::size_t i = 0; i < stream.cycles().size(); ++i) {
        const auto frame = frameAt(stream.cycles()[i].serverTimeS, zeroS);
        const auto truth = frame ? truths.find(*frame) : truths.end();
        if (truth != truths.end() && run.estimates()[i].isValid) {
            const math::Pose X_SC = run.estimates()[i].X_ST * stream.cycles()[i].X_TCamera;
            errorsM.push_back((X_SC.p - truth->second.p_SCamera).head<2>().norm());
        }
    }
    if (errorsM.empty()) {
        return std::numeric_limits<double>::infinity();
    }
    // Intervals with motion identify the cycle, since a robot mostly stands.
    const auto at = errorsM.begin() + static_cast<std::ptrdiff_t>(errorsM.size() * 9 / 10);
    std::ranges::nth_element(errorsM, at);
    return *at;
}

} // namespace

TruthTrack truthOfSession(const AgentStream& stream, const PoseRun& belief,
                          std::span<const double> matchFrames, const std::filesystem::path& log) {
    TruthTrack track;
    std::vector<double> zerosS;
    for (std::size_t i = 0; i < matchFrames.size(); ++i) {
        if (matchFrames[i] >= 0.0) {
            zerosS.push_back(stream.cycles()[i].serverTimeS - matchFrames[i] * kSessionFrameS);
        }
    }
    if (zerosS.empty()) {
        return track;
    }
    const Truths truths = truthsOf(stream, matchFrames, log);
    std::ranges::nth_element(zerosS,
                             zerosS.begin() + static_cast<std::ptrdiff_t>(zerosS.size() / 2));
    const double middleS = std::round(zerosS[zerosS.size() / 2] / kStepS) * kStepS;
    double zeroS = middleS;
    double best = std::numeric_limits<double>::infinity();
    for (int off = 0; off <= 2 * kMaxCyclesOff; ++off) { // most likely offsets first
        const int cycles = off % 2 == 0 ? off / 2 : -(off + 1) / 2;
        const double misfit = misfitM(stream, belief, truths, middleS + cycles * kStepS);
        if (misfit < 0.95 * best) {
            best = misfit;
            zeroS = middleS + cycles * kStepS;
        }
    }
    if (!std::isfinite(best)) {
        return track;
    }
    track.source = "the session's match log";
    track.instants.resize(stream.cycles().size());
    for (std::size_t i = 0; i < track.instants.size(); ++i) {
        const double timeS = stream.cycles()[i].serverTimeS;
        const auto frame = frameAt(timeS, zeroS);
        const bool isNear =
            matchFrames[i] >= 0.0 &&
            std::abs(timeS - matchFrames[i] * kSessionFrameS - zeroS) < kLargestOffS;
        const auto truth = frame && isNear ? truths.find(*frame) : truths.end();
        if (truth != truths.end()) {
            track.instants[i] = truth->second;
        }
    }
    return track;
}

} // namespace sideline::evaluation
