#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/game/player_id.h"

namespace sideline::widgets {

/// A player's activity during an interval, in the time of the match log.
struct DecisionSegment {
    double fromS = 0.0; ///< record time
    double toS = 0.0;
    std::string does;   ///< such as `tree: striker`
    std::string path;   ///< chosen nodes, from the top down
    std::string reason; ///< may be empty
    [[nodiscard]] bool operator==(const DecisionSegment&) const = default;
    /// The behavior alone, such as `striker`.
    [[nodiscard]] std::string behavior() const {
        const std::size_t colon = does.find(": ");
        return colon == std::string::npos ? does : does.substr(colon + 2);
    }
};

/// The activities of one player in a match.
struct DecisionRow {
    game::PlayerId robot;
    std::string team;
    std::vector<DecisionSegment> segments; ///< in chronological order
    [[nodiscard]] bool operator==(const DecisionRow&) const = default;
    /// The segment at the given time; null if unknown.
    /// @param slackS tolerance after the end of the last segment
    [[nodiscard]] const DecisionSegment* at(double timeS, double slackS = 0.0) const;
};

/// Players by side and number.
using DecisionRowsPtr = std::shared_ptr<const std::vector<DecisionRow>>;

} // namespace sideline::widgets
