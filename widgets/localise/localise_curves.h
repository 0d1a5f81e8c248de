#pragma once

#include <memory>
#include <vector>

#include <QWidget>

#include "widgets/localise/localise_view.h"

namespace sideline::widgets {

/// A quantity over time; each has a plot of its own.
enum class LocaliseQuantity : std::uint8_t {
    GroundErrorM,
    HeadingErrorRad,
    HeightErrorM,
    GroundSigmaM,
    HeadingSigmaRad,
    Residual, ///< root mean square of a sight's residuals in sigmas
};
inline constexpr std::size_t kLocaliseQuantityCount = 6;
[[nodiscard]] QString nameOf(LocaliseQuantity quantity);
[[nodiscard]] QString unitOf(LocaliseQuantity quantity); ///< as it is shown: mm, deg, sigmas

struct LocaliseCurve {
    int id = 0; ///< of the estimator's row
    QString name;
    QColor colour;
    bool isVariant = false; ///< drawn dashed
    LocaliseQuantity quantity = LocaliseQuantity::GroundErrorM;
    std::vector<float> values; ///< SI units, one per time of the set; NaN: none
};

struct LocaliseCurveSet {
    std::vector<double> timeS; ///< record time, rising
    std::vector<LocaliseCurve> curves;
    std::vector<double> beamsS; ///< instants at which the robot was beamed
};

/// Error, spread and residual curves over record time; the cursor is that of the replay; a click
/// seeks. Wheel zooms in time, drag moves, double click shows all. Shift + drag marks a stretch.
class LocaliseCurves : public QWidget {
    Q_OBJECT
public:
    explicit LocaliseCurves(QWidget* parent = nullptr);
    ~LocaliseCurves() override;

    void setCurves(std::shared_ptr<const LocaliseCurveSet> curves);
    void setTime(double recordTimeS);
    void showRange(double beginS, double endS);
    /// Which quantities have a plot.
    void setQuantities(const std::vector<LocaliseQuantity>& quantities);
    void applyPalette();

Q_SIGNALS:
    void seekRequested(double recordTimeS);
    /// The user zoomed or moved the time axis.
    void rangeChanged(double beginS, double endS);
    /// The user marked a stretch of time for the figures; equal ends: all of it.
    void stretchMarked(double beginS, double endS);

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace sideline::widgets
