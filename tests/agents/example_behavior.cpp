#include "tests/agents/example_behavior.h"

#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::agents {

namespace {

// Nods, up and down once a second.
class Nod final : public behavior::Behavior {
public:
    explicit Nod(double heightRad) : m_heightRad(heightRad) {}

    [[nodiscard]] std::string_view name() const override { return "nod"; }
    behavior::Status update(const behavior::Context& context,
                            behavior::ActionRequest& request) override {
        const robot::JointId tilt = context.model().findJoint("hj2");
        if (!tilt.isValid()) {
            request.decision.reason = "has no neck to nod with";
            return behavior::Status::Failed;
        }
        request.targetRad[tilt.index()] = m_heightRad * std::sin(2.0 * math::kPi * context.timeS);
        return behavior::Status::Running;
    }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<Nod>(*this);
    }

private:
    double m_heightRad;
};

} // namespace

BehaviorInfo exampleInfo() {
    return {.name = "nod",
            .layer = Layer::Pose,
            .summary = "Nods once a second",
            .parameters = {{.name = "height",
                            .description = "how far it nods",
                            .defaultValue = 0.2,
                            .unit = "rad",
                            .least = 0.0,
                            .most = 0.5}},
            .make = [](const Parameters& parameters,
                       BuildContext&) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
                return std::make_unique<Nod>(parameters.number("height"));
            }};
}

} // namespace sideline::agents
