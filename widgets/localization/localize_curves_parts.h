#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>
#include <QWheelEvent>

#include "widgets/localization/curve_plot.h"

namespace sideline::widgets {

inline constexpr std::array kAllQuantities = {LocalizeQuantity::GroundErrorM,
                                              LocalizeQuantity::HeadingErrorRad,
                                              LocalizeQuantity::HeightErrorM,
                                              LocalizeQuantity::GroundSigmaM,
                                              LocalizeQuantity::HeadingSigmaRad,
                                              LocalizeQuantity::Residual,
                                              LocalizeQuantity::Value};
static_assert(kAllQuantities.size() == kLocalizeQuantityCount);

/// State of the curves, and their handling of mouse and menu.
struct LocalizeCurves::Parts {
    enum class Grip { None, Waiting, Move, Mark };

    explicit Parts(LocalizeCurves& curves) : owner(curves) {}

    void build();
    void connectMouse();
    void rebuildPlots();
    void styleAxes();
    void rescale();
    void replot() const { plot->replot(QCustomPlot::rpQueuedReplot); }
    void showState();
    void showTime(double beginS, double endS);
    void userShowsTime(double beginS, double endS);
    void showAll();
    void follow();
    void choosePlot(LocalizeQuantity quantity, bool isOn);
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void turnWheel(const QWheelEvent& event);
    void zoomValues(CurveRow& row, double factor);
    void mark(double aS, double bS);
    void clearMark();
    void showTip(const QMouseEvent& event) const;
    void fillMenu();
    [[nodiscard]] double timeAt(double x) const {
        return rows.front()->rect->axis(QCPAxis::atBottom)->pixelToCoord(x);
    }
    [[nodiscard]] CurveRow* rowAt(const QPoint& pos) const;
    [[nodiscard]] bool isOnValueAxis(const QPoint& pos) const {
        return !rows.empty() && pos.x() < rows.front()->rect->left();
    }
    [[nodiscard]] CurveRow* find(LocalizeQuantity quantity) const;
    [[nodiscard]] bool isEmpty() const {
        return state.set == nullptr || state.set->curves.empty() || rows.empty();
    }

    LocalizeCurves& owner;
    CurveState state;
    std::vector<LocalizeQuantity> quantities = {
        LocalizeQuantity::GroundErrorM, LocalizeQuantity::HeadingErrorRad,
        LocalizeQuantity::GroundSigmaM, LocalizeQuantity::Residual};
    std::array<bool, kLocalizeQuantityCount> logarithmic{};
    std::vector<std::unique_ptr<CurveRow>> rows; ///< the plot's parts refer to their addresses
    bool wasRangeSet = false;                    ///< the owner or the user has set a range
    std::optional<double> rollingS;              ///< length of a visible range that follows the end
    Grip grip = Grip::None;
    QPoint pressedAt;
    double grippedS = 0.0;

    QCustomPlot* plot = nullptr;
    QCPMarginGroup* margins = nullptr;
    CurveLegend* legend = nullptr;
    QToolButton* gear = nullptr;
    QMenu* menu = nullptr;
    QLabel* hint = nullptr;
    QLabel* clocks = nullptr;
};

/// First and last time of a set; nullopt without times.
[[nodiscard]] std::optional<std::pair<double, double>> extentOf(const LocalizeCurveSet* set);

} // namespace sideline::widgets
