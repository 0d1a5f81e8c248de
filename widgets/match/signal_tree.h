#pragma once

#include <string>
#include <vector>

#include <QLineEdit>
#include <QTreeWidget>
#include <QWidget>

#include "agentcore/monitor/match_frame.h"
#include "logs/match/signals.h"
#include "widgets/match/chosen_curves.h"

namespace sideline::widgets {

/// The signals of a match as a tree with check marks, and a search field. Names have the form
/// `left.7.rlj4`: a level of the tree for each part. The user's formulas are a group of their own.
class SignalTree : public QWidget {
    Q_OBJECT
public:
    explicit SignalTree(QWidget* parent = nullptr);

    /// Offers the signals of a frame; null offers none.
    /// @return whether the signals have changed
    bool setFrame(const monitor::MatchFramePtr& frame);
    /// Offers formulas, below the signals of the match.
    void setFormulas(const std::vector<PlotFormula>& formulas);
    /// Checks the signals and formulas of these curves, and no others.
    void setTicked(const std::vector<ChosenCurve>& curves);

Q_SIGNALS:
    void toggled(const sideline::logs::SignalId& id, bool isOn);
    void formulaToggled(const std::string& name, bool isOn);
    void formulaEditRequested(const std::string& name);
    void formulaRemoveRequested(const std::string& name);
    /// The user plots the object's path over the field.
    void pathRequested(const sideline::monitor::ObjectId& object);

private:
    void fill(const monitor::MatchFrame& frame);
    void fillFormulas();
    void showTicks();
    void applySearch();
    void tickFirstFound();
    void showMenu(const QPoint& pos);

    QLineEdit* m_search;
    QTreeWidget* m_tree;
    std::string m_signature; ///< signature of the signals that the tree was filled with
    std::vector<PlotFormula> m_formulas;
    std::vector<logs::SignalId> m_ticked;
    std::vector<std::string> m_tickedFormulas;
    bool m_isFilling = false;
};

} // namespace sideline::widgets
