#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QStringList>
#include <QWidget>

#include "widgets/localization/localize_view.h"

namespace sideline::widgets {

/// A quantity over time; each has a plot of its own.
enum class LocalizeQuantity : std::uint8_t {
    GroundErrorM,
    HeadingErrorRad,
    HeightErrorM,
    GroundSigmaM,
    HeadingSigmaRad,
    Residual, ///< root mean square of a vision frame's residuals in sigmas
    Value,    ///< values that agents report under names of their choice; one name at a time
};
inline constexpr std::size_t kLocalizeQuantityCount = 7;
[[nodiscard]] QString nameOf(LocalizeQuantity quantity);
[[nodiscard]] QString unitOf(
    LocalizeQuantity quantity); ///< display unit: mm, deg, sigmas; may be empty

struct LocalizeCurve {
    int id = 0; ///< id of the estimator's row
    QString name;
    QColor color;
    bool isRemovable = false; ///< a variant or reported belief; drawn dashed
    LocalizeQuantity quantity = LocalizeQuantity::GroundErrorM;
    std::vector<float> values; ///< SI units, one per time of the set; NaN: none
    QString valueName;         ///< name of a `Value`
};

struct LocalizeCurveSet {
    std::vector<double> timeS; ///< record time, ascending
    std::vector<LocalizeCurve> curves;
    std::vector<double> beamsS; ///< instants at which the robot was beamed
};

/// Error, spread and residual curves over record time; the cursor is that of the replay; a click
/// seeks. The wheel zooms in time, a drag moves, a double-click shows all. Shift + drag marks an
/// interval, Escape removes the mark. On a value axis the wheel zooms in values, and a double click
/// shows all of them; by default the axis fits 99 in 100 values, and arrows show where a curve
/// leaves it.
class LocalizeCurves : public QWidget {
    Q_OBJECT
public:
    explicit LocalizeCurves(QWidget* parent = nullptr);
    ~LocalizeCurves() override;

    void setCurves(std::shared_ptr<const LocalizeCurveSet> curves);
    /// @param gameTimeS game clock at that time, if it is known
    void setTime(double recordTimeS, std::optional<double> gameTimeS = std::nullopt);
    /// Shows the last `lengthS` seconds while the curves grow, until the user scrolls elsewhere;
    /// if not set, the whole time.
    void setRolling(std::optional<double> lengthS);
    void showRange(double beginS, double endS);
    /// Sets the plotted quantities; initially ground error, heading error, ground sigma, residual.
    void setQuantities(const std::vector<LocalizeQuantity>& quantities);
    /// Plots a value that agents report under this name; empty: none.
    void setValueName(const QString& name);
    [[nodiscard]] QString valueName() const;
    /// The names of the values that the curves have.
    [[nodiscard]] QStringList valueNames() const;
    [[nodiscard]] std::vector<LocalizeQuantity> quantities() const;
    /// Sets whether the axis of a quantity is logarithmic or linear; initially, the axes of spreads
    /// are logarithmic. On logarithmic axes, signed quantities are shown as absolute values.
    void setLogarithmic(LocalizeQuantity quantity, bool isLogarithmic);
    [[nodiscard]] bool isLogarithmic(LocalizeQuantity quantity) const;
    /// Shades the interval of the figures, if any. Emits no signal.
    void setInterval(std::optional<std::pair<double, double>> intervalS);
    [[nodiscard]] std::optional<std::pair<double, double>> interval() const;
    /// The value at the cursor, in shown units; nullopt in a gap.
    [[nodiscard]] std::optional<double> valueAtCursor(int id, LocalizeQuantity quantity) const;
    /// Bounds of a quantity's axis, in shown units; nullopt if it has no plot.
    [[nodiscard]] std::optional<std::pair<double, double>> shownValues(
        LocalizeQuantity quantity) const;
    /// Visible record time.
    [[nodiscard]] std::pair<double, double> shownTime() const;
    void applyPalette();

Q_SIGNALS:
    void seekRequested(double recordTimeS);
    /// The user zoomed or moved the time axis.
    void rangeChanged(double beginS, double endS);
    /// The user marked an interval for the figures; equal ends: the whole stream.
    void intervalMarked(double beginS, double endS);
    /// The user chose other quantities or another scale, which the owner may save.
    void choiceChanged();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace sideline::widgets
