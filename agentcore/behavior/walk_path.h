#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/computed_parts.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/walking.h"
#include "agentcore/math/pose.h"
#include "agentcore/planning/path/leg_path.h"

namespace sideline::behavior {

/// Settings of `WalkPath`.
struct WalkPathSettings {
    double backPerS = 1.2;
    double turnBackPerS = 2.0;
    double lagM = 0.5;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<WalkPathSettings>> numbers();
};

/// Walks a path of legs that starts at the robot's place and heading: straight lines and arcs,
/// forward, sideways or backward, turning on the way. Follows a point that moves along the path at
/// the speed of its legs and waits for a robot that has fallen behind. Needs its pose: without it,
/// the robot stands. Done at the end of the path, where it stands. Publishes, in addition to the
/// values of `Walk`, `path.errorM` (distance from that point) and the drawing `path.way`.
class WalkPath final : public Behavior, public WalkHandover {
public:
    /// @param times number of rounds, each of which starts where the last one ended; 0: unlimited
    WalkPath(OnFeet feet, planning::LegPath path, int times, const WalkPathSettings& settings = {},
             Besides besides = {})
        : m_feet(std::move(feet)),
          m_path(std::move(path)),
          m_times(times),
          m_settings(settings),
          m_besides(std::move(besides)) {}

    [[nodiscard]] std::string_view name() const override { return "path"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_feet.mayBeInterrupted(); }
    void settle(bool isOn) override { m_feet.settle(isOn); }
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override { return m_feet.walkToHandOver(); }
    void enterWalking(const Context& context, const Walk& walk) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<WalkPath>(*this);
    }

private:
    /// Where the path begins in F.
    struct Start {
        Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
        double headingRad = 0.0;
    };
    void restart();
    [[nodiscard]] motion::WalkCommand follow(const Context& context, ActionRequest& request);
    void draw(const Context& context, ActionRequest& request) const;

    OnFeet m_feet;
    planning::LegPath m_path;
    int m_times;
    WalkPathSettings m_settings;
    Besides m_besides;
    std::optional<Start> m_start; ///< start of this round; not set until the pose is known
    double m_atS = 0.0;           ///< time on the path
    int m_rounds = 0;             ///< number of finished rounds
};

} // namespace sideline::behavior
