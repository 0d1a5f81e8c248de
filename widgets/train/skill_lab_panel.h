#pragma once

#include <QAbstractItemModel>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStringList>
#include <QTreeView>
#include <QWidget>

#include "widgets/train/skill_view.h"

namespace sideline::widgets {

/// Trials of a skill in groups: one for each reason for failure, and one for the successes.
class SkillTrialModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { NumberColumn, ValueColumn, ReasonColumn, ColumnCount };
    using QAbstractItemModel::QAbstractItemModel;

    void setView(const SkillLabView& view);
    /// Null for a group.
    [[nodiscard]] const SkillTrialRow* at(const QModelIndex& index) const;
    /// Returns the index of a trial, invalid if there is none. @param number number of the trial
    [[nodiscard]] QModelIndex indexOf(int number) const;
    /// Returns the key of a group. @param index index of the group
    [[nodiscard]] QString keyOf(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    struct Group {
        SkillFailureGroup info; ///< the key is empty for successes
        std::vector<SkillTrialRow> trials;
        [[nodiscard]] bool operator==(const Group&) const = default;
    };

    std::vector<Group> m_groups;
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
        bool isKick = false; ///< whether distance and direction of the ball can be required
    };
    SkillLabPanel(const std::vector<Choice>& skills, const QStringList& robots,
                  QWidget* parent = nullptr);

    void setView(const SkillLabView& view);
    [[nodiscard]] QString skill() const;
    [[nodiscard]] int robot() const { return m_robot->currentIndex(); }
    [[nodiscard]] int trials() const { return m_count->value(); }
    [[nodiscard]] quint64 seed() const { return static_cast<quint64>(m_seed->value()); }
    /// What a kick must achieve to count as a success; none for other skills.
    struct KickGoal {
        double distanceM = 0.0;    ///< minimum distance in the target direction
        double toleranceDeg = 0.0; ///< maximum deviation from the target direction
    };
    [[nodiscard]] std::optional<KickGoal> kickGoal() const;
    [[nodiscard]] bool isExact() const { return m_exact->isChecked(); }

Q_SIGNALS:
    void startRequested();
    void stopRequested();
    /// The user watches a trial; a failed one starts a second before the failure.
    void watchRequested(int number);
    void matchRequested(int number); ///< the user opens a trial as a match

private:
    [[nodiscard]] std::optional<int> chosen() const;
    void showTrials();
    void choose(const QModelIndex& index);

    SkillTrialModel m_model;
    QComboBox* m_skill;
    QComboBox* m_robot;
    QSpinBox* m_count;
    QSpinBox* m_seed;
    QDoubleSpinBox* m_distance;
    QDoubleSpinBox* m_tolerance;
    std::vector<bool> m_isKick; ///< whether each skill is a kick
    QCheckBox* m_exact;
    QPushButton* m_run;
    QProgressBar* m_progress;
    QLabel* m_figures;
    SkillPicture* m_picture;
    QTreeView* m_trials;
    QPushButton* m_match;
    SkillLabView m_view;
    QStringList m_closed;     ///< keys of the groups that the user has collapsed
    bool m_isShowing = false; ///< whether the list is being filled
};

} // namespace sideline::widgets
