#pragma once

#include <cstdint>
#include <optional>

#include <QString>
#include <QWidget>

namespace sideline::widgets {

/// The source of a robot's leg motion, as reported by its agent.
struct WalkView {
    enum class Gait : std::uint8_t {
        None,    ///< the robot stands, gets up, kicks, ...
        Walk,    ///< planned steps
        Run,     ///< a network, which plans no steps: only measured values apply
        Policy,  ///< a network that moves all joints
        Unknown, ///< an external program, whose gait is unknown
    };
    Gait gait = Gait::None;
    QString doing;      ///< activity other than walking, such as `getting up`
    double phase = 0.0; ///< phase of the step, 0 to 1
    bool isLeftSupport = false;
    double forwardMps = 0.0; ///< planned speed, like the next two
    double leftMps = 0.0;
    double turnDps = 0.0;
    std::optional<double> stepS;
    std::optional<double> measuredMps; ///< speed over the ground in the last half second
    std::optional<double> marginM;     ///< margin of the center of mass inside the support polygon

    [[nodiscard]] bool operator==(const WalkView&) const = default;
};

/// A summary of a robot's walk: support foot, phase of the step, planned and measured speed; or
/// what moves the robot instead.
class WalkGauge : public QWidget {
    Q_OBJECT
public:
    explicit WalkGauge(QWidget* parent = nullptr);

    void setView(const std::optional<WalkView>& view);
    [[nodiscard]] const std::optional<WalkView>& view() const { return m_view; }
    /// The two lines below the bar.
    [[nodiscard]] QString plannedText() const;
    [[nodiscard]] QString measuredText() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<WalkView> m_view;
};

} // namespace sideline::widgets
