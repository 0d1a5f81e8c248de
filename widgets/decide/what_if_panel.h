#pragma once

#include <memory>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QWidget>

#include "widgets/decide/what_if_view.h"
#include "widgets/match/field_view.h"

namespace sideline::widgets {

/// What if: two teams play on from the instant on the screen; what was recorded and what became of
/// it stand beside each other. Values in, signals out. GUI thread only.
class WhatIfPanel : public QWidget {
    Q_OBJECT
public:
    explicit WhatIfPanel(QWidget* parent = nullptr);

    void setChoices(const WhatIfChoices& choices);
    /// Null for none.
    void setView(const WhatIfViewPtr& view);
    [[nodiscard]] const WhatIfViewPtr& view() const { return m_view; }
    void setColors(const TeamColors& colors);
    /// Shows this time after the instant. @param timeS clamped
    void setTime(double timeS);
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// @param percent of the work that is done; negative: nothing is at work
    void setProgress(int percent);
    /// Whether there is an instant to play on from.
    void setPossible(bool isPossible);
    /// No team is chosen: says what would become of it, and offers it all the same.
    void askWhetherNobodyPlays(bool isAsked);
    /// Whether the match on the screen can be played again exactly.
    /// @param game which one it is; empty: it cannot be @param why it cannot be
    void setExact(const QString& game, const QString& why);
    /// The match is to be played again from its kick-off, and to become another one at the instant;
    /// a side without a team file goes on as it was.
    [[nodiscard]] bool isExact() const { return m_exact->isChecked(); }
    /// Why nothing came of it; empty: nothing is wrong.
    void setProblem(const QString& text);

    [[nodiscard]] QString left() const { return m_left->currentData().toString(); }
    [[nodiscard]] QString right() const { return m_right->currentData().toString(); }
    [[nodiscard]] double lengthS() const { return m_length->value(); }
    [[nodiscard]] int runs() const { return static_cast<int>(m_runs->value()); }
    [[nodiscard]] FieldView* recordedField() const { return m_recorded; }
    [[nodiscard]] FieldView* playedField() const { return m_played; }

Q_SIGNALS:
    void runRequested();
    /// It shall play on though no team is chosen.
    void runWithNobodyRequested();
    void stopRequested();
    /// Another team file is to be offered.
    void fileRequested(bool isLeft);
    /// This time after the instant is to be shown, in the match as well.
    void timeRequested(double timeS);
    /// The log of a course is to be opened.
    void logRequested(const QString& file);

private:
    class Ghosts;
    void fill(QComboBox* box, const QStringList& teams, const QString& chosen);
    QLayout* buildChoices();
    QWidget* buildRestart();
    void showRestart();
    void buildQuestion();
    QWidget* buildFields();
    QLayout* buildTime();
    void showNumbers();
    void showCourses();
    [[nodiscard]] const WhatIfFuture* course() const;

    WhatIfViewPtr m_view;
    double m_timeS = 0.0;
    QComboBox* m_left;
    QComboBox* m_right;
    QDoubleSpinBox* m_length;
    QDoubleSpinBox* m_runs;
    QPushButton* m_run;
    QPushButton* m_stop;
    QLabel* m_progress;
    QCheckBox* m_exact;
    QLabel* m_restart; ///< which kind of restart it is
    QLabel* m_problem;
    QString m_game;
    QWidget* m_question;
    FieldView* m_recorded;
    FieldView* m_played;
    std::shared_ptr<Ghosts> m_recordedGhosts;
    std::shared_ptr<Ghosts> m_playedGhosts;
    QComboBox* m_course;
    QPushButton* m_open;
    QTableWidget* m_numbers;
    QSlider* m_slider;
    QLabel* m_time;
};

} // namespace sideline::widgets
