#pragma once

#include <functional>
#include <optional>

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStringList>

#include "widgets/match/formula_edit.h"
#include "widgets/match/plot_set.h"

namespace sideline::widgets {

/// Edits the name, the text and the unit of a formula, and checks them while the user types. GUI
/// thread only.
class FormulaDialog : public QDialog {
    Q_OBJECT
public:
    /// @param names names of the signals to offer
    /// @param edited formula that is shown first; null for a new one
    /// @param isTaken returns whether another formula has a name
    FormulaDialog(const QStringList& names, const PlotFormula* edited,
                  std::function<bool(const QString&)> isTaken, QWidget* parent = nullptr);

    /// The formula; nullopt while it has an error.
    [[nodiscard]] const std::optional<PlotFormula>& formula() const { return m_formula; }

private:
    void check();
    void acceptIfGood();
    [[nodiscard]] QString problemOf(const base::Error& error) const;

    std::function<bool(const QString&)> m_isTaken;
    QStringList m_names;
    QLineEdit* m_name;
    FormulaEdit* m_text;
    QLineEdit* m_unit;
    QLabel* m_problem;
    QPushButton* m_accept = nullptr;
    std::optional<PlotFormula> m_formula;
};

} // namespace sideline::widgets
