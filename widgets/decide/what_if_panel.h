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

/// What-if panel: two teams play on from the shown instant; the recorded match and the new runs are
/// shown side by side. Values in, signals out. GUI thread only.
class WhatIfPanel : public QWidget {
    Q_OBJECT
public:
    explicit WhatIfPanel(QWidget* parent = nullptr);

    void setChoices(const WhatIfChoices& choices);
    /// Shows runs of a match; null for none.
    void setView(const WhatIfViewPtr& view);
    [[nodiscard]] const WhatIfViewPtr& view() const { return m_view; }
    void setColors(const TeamColors& colors);
    /// Shows the given time after the instant. @param timeS time after the instant, s; clamped
    void setTime(double timeS);
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// @param percent completed percentage of the work; negative: idle
    void setProgress(int percent);
    /// Sets whether there is an instant to play on from.
    void setPossible(bool isPossible);
    /// Reports that no team is chosen, shows the consequence, and offers to play on anyway.
    void askForTeams(bool isAsked);
    /// Sets whether the shown match can be replayed exactly.
    /// @param game the game; empty: it cannot
    /// @param why reason why it cannot
    void setExact(const QString& game, const QString& why);
    /// Whether the match is to be replayed from its kick-off and to branch off at the instant; a
    /// side without a team file continues as recorded.
    [[nodiscard]] bool isExact() const { return m_exact->isChecked(); }
    /// Why there is no result; empty: no error.
    void setProblem(const QString& text);

    [[nodiscard]] QString left() const { return m_left->currentData().toString(); }
    [[nodiscard]] QString right() const { return m_right->currentData().toString(); }
    [[nodiscard]] double lengthS() const { return m_length->value(); }
    [[nodiscard]] int runs() const { return static_cast<int>(m_runs->value()); }

Q_SIGNALS:
    void runRequested();
    /// The user plays on although no team is chosen.
    void runWithoutTeamsRequested();
    void stopRequested();
    /// The user wants to add a team file.
    void fileRequested(bool isLeft);
    /// The user moves to this time after the instant, in the match as well.
    void timeRequested(double timeS);
    /// The user opens the log of a run.
    void logRequested(const QString& file);

private:
    class Ghosts;
    void fill(QComboBox* box, const WhatIfChoices& choices, const QString& chosen);
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
    QLabel* m_restart; ///< describes the kind of restart
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
