#pragma once

#include <optional>
#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include "widgets/live/output_list.h"
#include "widgets/live/output_model.h"

namespace sideline::widgets {

/// The output of agents and programs, up to the cursor; a click on a line seeks there.
///
/// In a live match the end is kept in view unless the user has scrolled up. In replay the line at
/// the cursor is marked and kept in view.
class OutputPanel : public QWidget {
    Q_OBJECT
public:
    explicit OutputPanel(QWidget* parent = nullptr);

    /// Replaces all lines, given in any order. Texts with line breaks become several lines.
    void setLines(std::vector<OutputLine> lines);
    /// Adds new lines.
    void appendLines(std::vector<OutputLine> lines);
    void clear();
    /// Sets the time of a replay; nullopt while the match is live.
    void setCursor(std::optional<double> timeS);
    [[nodiscard]] const OutputModel& model() const { return m_model; }

Q_SIGNALS:
    /// The user wants to seek to a line's time.
    void seekRequested(double timeS);

private:
    void applyFilter();
    void showSources();
    void showCount();
    void followCursor();
    void copy(bool onlySelected) const;
    void showMenu(const QPoint& pos);

    OutputModel m_model;
    std::optional<double> m_cursorS;
    bool m_follows = true; ///< in a live match, the end is kept in view
    QComboBox* m_source = nullptr;
    QLineEdit* m_text = nullptr;
    QCheckBox* m_later = nullptr;
    OutputList* m_list = nullptr;
    QLabel* m_count = nullptr;
};

} // namespace sideline::widgets
