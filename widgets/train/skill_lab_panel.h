#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QWidget>

#include "widgets/common/row_table.h"
#include "widgets/train/skill_view.h"

namespace sideline::widgets {

/// Trials of a skill, in a table.
class SkillTrialModel : public RowTable<SkillTrialRow> {
    Q_OBJECT
public:
    enum Column { NumberColumn, OutcomeColumn, ValueColumn, ColumnCount };
    using RowTable::RowTable;

    void setTrials(std::vector<SkillTrialRow> trials, const QString& unit);
    [[nodiscard]] const SkillTrialRow* at(int row) const { return rowAt(row); }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    QString m_unit;
};

/// Distribution of the trials' values, and ball positions of successful and failed
/// trials: bars and, for skills with a ball, a map beside them. GUI thread only.
class SkillPicture : public QWidget {
    Q_OBJECT
public:
    explicit SkillPicture(QWidget* parent = nullptr);
    void setView(const SkillLabView& view);
    [[nodiscard]] QSize sizeHint() const override { return {260, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 110}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintBars(QPainter& painter, const QRectF& area) const;
    void paintMap(QPainter& painter, const QRectF& area) const;

    std::vector<SkillTrialRow> m_trials;
    QString m_valueName;
};

/// Runs many trials of a skill: settings, statistics, and a list of trials, each of which can be
/// watched. GUI thread only.
class SkillLabPanel : public QWidget {
    Q_OBJECT
public:
    struct Choice {
        QString name; ///< identifier
        QString about;
    };
    SkillLabPanel(const std::vector<Choice>& skills, const QStringList& robots,
                  QWidget* parent = nullptr);

    void setView(const SkillLabView& view);
    [[nodiscard]] QString skill() const;
    [[nodiscard]] int robot() const { return m_robot->currentIndex(); }
    [[nodiscard]] int trials() const { return m_count->value(); }
    [[nodiscard]] quint64 seed() const { return static_cast<quint64>(m_seed->value()); }
    [[nodiscard]] bool isExact() const { return m_exact->isChecked(); }

Q_SIGNALS:
    void startRequested();
    void stopRequested();
    void watchRequested(int number); ///< the user watches a trial
    void matchRequested(int number); ///< the user opens a trial as a match

private:
    [[nodiscard]] std::optional<int> chosen() const;

    SkillTrialModel m_model;
    QComboBox* m_skill;
    QComboBox* m_robot;
    QSpinBox* m_count;
    QSpinBox* m_seed;
    QCheckBox* m_exact;
    QPushButton* m_run;
    QProgressBar* m_progress;
    QLabel* m_figures;
    SkillPicture* m_picture;
    QCheckBox* m_failuresOnly;
    QTableView* m_table;
    QPushButton* m_match;
    SkillLabView m_view;
};

} // namespace sideline::widgets
