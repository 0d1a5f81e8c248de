#pragma once

#include <deque>
#include <vector>

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QWidget>

#include "widgets/live/team_view.h"

namespace sideline::widgets {

/// The output of one player of a team, or of all, with a filter.
class TeamOutput : public QWidget {
    Q_OBJECT
public:
    explicit TeamOutput(QWidget* parent = nullptr);

    void setTitle(const QString& text);
    /// Whether the output of all players is requested.
    [[nodiscard]] bool isOfAll() const { return m_all->isChecked(); }
    void setOfAll(bool isOn) { m_all->setChecked(isOn); }
    /// Number of the newest line that has been appended; 0 after `clear`.
    [[nodiscard]] quint64 lastLine() const { return m_lastLine; }
    /// Appends the lines after `lastLine`.
    void appendLines(const std::vector<TeamLineView>& lines);
    void clear();

Q_SIGNALS:
    void ofAllChanged();

private:
    void appendShown(const TeamLineView& line);
    void rebuild();
    void copy() const;

    quint64 m_lastLine = 0;
    std::deque<TeamLineView> m_lines;
    QLabel* m_title = nullptr;
    QCheckBox* m_all = nullptr;
    QLineEdit* m_filter = nullptr;
    QPlainTextEdit* m_output = nullptr;
};

} // namespace sideline::widgets
