#include "cli/log_verify.h"

#include <algorithm>
#include <iostream>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"
#include "agentcore/base/rng.h"
#include "cli/progress.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kSeed = 2;

struct Exactness {
    std::uint32_t checked = 0;
    std::vector<logs::FrameNumber> different;
    base::Expected<void> read; ///< error that ended the comparison early
};

// Compares the states after random jumps with those of sequential playback.
Exactness checkExactness(const logs::MatchLog& log, std::uint32_t jumps) {
    Exactness result;
    const logs::FrameNumber count = log.index()->frameCount();
    base::Rng rng(kSeed);
    std::vector<logs::FrameNumber> targets;
    for (std::uint32_t i = 0; i < jumps; ++i) {
        targets.push_back(static_cast<logs::FrameNumber>(rng.below(count)));
    }
    logs::FrameReader jumper = log.makeReader();
    std::vector<std::pair<logs::FrameNumber, logs::LogState>> jumped;
    for (const logs::FrameNumber target : targets) {
        auto state = jumper.state(target);
        if (!state) {
            result.read = tl::unexpected(std::move(state.error()));
            return result;
        }
        jumped.emplace_back(target, std::move(*state));
    }
    std::ranges::sort(jumped, {}, [](const auto& entry) { return entry.first; });
    const logs::LogParts parts = log.parts();
    logs::LogStateReducer player;
    auto next = jumped.begin();
    for (logs::FrameNumber frame = 0; frame < count && next != jumped.end(); ++frame) {
        if (auto applied = player.apply(parts, frame); !applied) {
            result.read = tl::unexpected(std::move(applied.error()));
            return result;
        }
        for (; next != jumped.end() && next->first == frame; ++next) {
            ++result.checked;
            if (!(player.state() == next->second)) {
                result.different.push_back(frame);
            }
        }
    }
    return result;
}

void printIssue(const logs::LogIssue& issue) {
    std::cout << fmt::format("{}: {}\n",
                             issue.severity == logs::LogIssue::Severity::Damage ? "damage" : "note",
                             issue.error.toString());
}

Json toJson(const logs::LogIssue& issue) {
    Json json;
    json["severity"] = issue.severity == logs::LogIssue::Severity::Damage ? "damage" : "note";
    json["frame"] = issue.frame;
    json["file"] = issue.error.file;
    json["line"] = issue.error.line ? Json(*issue.error.line) : Json(nullptr);
    json["byte"] = issue.error.byteOffset ? Json(*issue.error.byteOffset) : Json(nullptr);
    json["message"] = issue.error.message;
    json["expected"] = issue.error.expected;
    return json;
}

} // namespace

int verifyMatchLog(const LogArguments& arguments, std::uint32_t jumps) {
    const auto opened = openLog(arguments, true);
    if (!opened) {
        return kExitFailed;
    }
    const auto analysis = opened->analysis();
    Exactness exact = [&] {
        const Progress progress("comparing");
        return checkExactness(*opened, jumps);
    }();
    if (exact.read) {
        exact.read = opened->check();
    }
    if (!exact.read) {
        printError(exact.read.error().toString());
        return kExitFailed;
    }
    const bool damaged = std::ranges::any_of(analysis->issues, [](const auto& issue) {
        return issue.severity == logs::LogIssue::Severity::Damage;
    });
    const bool good = !damaged && exact.different.empty();
    if (arguments.json) {
        Json json;
        json["good"] = good;
        json["frames"] = analysis->frameCount;
        json["damagedFrames"] = analysis->damagedFrames;
        json["outOfSyncFrames"] = analysis->outOfSyncFrames;
        json["remarks"] = analysis->remarkCount;
        json["jumps"] = {{"checked", exact.checked}, {"different", exact.different}};
        json["issues"] = Json::array();
        for (const logs::LogIssue& issue : analysis->issues) {
            json["issues"].push_back(toJson(issue));
        }
        std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    } else {
        std::ranges::for_each(analysis->issues, printIssue);
        std::cout << fmt::format("{} read, {} damaged, {} out of sync, {}\n",
                                 base::plural(analysis->frameCount, "frame"),
                                 analysis->damagedFrames, analysis->outOfSyncFrames,
                                 base::plural(analysis->remarkCount, "remark"));
        std::cout << fmt::format("{}, {} differ from sequential playback\n",
                                 base::plural(exact.checked, "random seek"),
                                 exact.different.size());
        std::cout << (good ? "good\n" : "not ok\n");
    }
    return good ? kExitGood : kExitFound;
}

} // namespace sideline::cli
