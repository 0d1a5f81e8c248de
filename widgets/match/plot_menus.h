#pragma once

#include <QMenu>
#include <QWidget>

#include "agentcore/monitor/match_frame.h"
#include "widgets/match/chosen_curves.h"

namespace sideline::widgets {

/// Menus that derive curves from the current one, or plot it against another. GUI thread only.
class PlotMenus : public QObject {
    Q_OBJECT
public:
    /// @param dialogs parent of dialogs
    explicit PlotMenus(QWidget& dialogs) : m_dialogs(dialogs) {}

    /// Sets the curves that the menus apply to.
    /// @param row index of the current curve; out of range if it is not among the curves
    void setState(const ChosenCurves& chosen, std::size_t row, const monitor::MatchFramePtr& frame);

    void fillDerived(QMenu& menu);
    void fillAverages(QMenu& menu);
    void fillAgainst(QMenu& menu);

Q_SIGNALS:
    void curveRequested(const sideline::widgets::ChosenCurve& curve);
    void trackRequested(const sideline::widgets::ChosenTrack& track);

private:
    [[nodiscard]] const ChosenCurve* current() const;

    QWidget& m_dialogs;
    ChosenCurves m_chosen;
    std::size_t m_row = 0;
    monitor::MatchFramePtr m_frame;
};

/// The curves of an object's path on the field: y against x.
[[nodiscard]] ChosenTrack pathOf(const monitor::ObjectId& object,
                                 const monitor::MatchFramePtr& frame);

} // namespace sideline::widgets
