#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include "widgets/motion/drive_section.h"
#include "widgets/motion/finding_model.h"
#include "widgets/motion/motion_panel_parts.h"
#include "widgets/motion/parameter_model.h"

namespace sideline::widgets {

// The parts of the motion panel that do not depend on the cursor.

/// Name, description, tags, robots.
class AboutSection : public MotionSection {
    Q_OBJECT
public:
    explicit AboutSection(QWidget* parent = nullptr);
    void setRobots(const std::vector<RobotName>& robots, int current);

Q_SIGNALS:
    void robotChosen(int index);

protected:
    void showMotion() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void commitDescription();
    void fillMadeFor();
    void showMadeFor();

    CommitLine* m_name;
    QPlainTextEdit* m_description;
    CommitLine* m_tags;
    QToolButton* m_madeFor;
    QMenu* m_madeForMenu;
    std::vector<RobotName> m_robots;
    QComboBox* m_robot;
    QLabel* m_warning;
    std::string m_shownDescription;
};

/// Speed, length, loop, mirrored, fallen, drive.
class PlayingSection : public MotionSection {
    Q_OBJECT
public:
    explicit PlayingSection(QWidget* parent = nullptr);

protected:
    void showMotion() override;

private:
    QWidget* buildLoop();
    void changeLoop(const QWidget* by);

    QDoubleSpinBox* m_speed;
    QDoubleSpinBox* m_length;
    QLabel* m_end;
    QCheckBox* m_loops = nullptr;
    QDoubleSpinBox* m_loopBegin = nullptr;
    QDoubleSpinBox* m_loopEnd = nullptr;
    QDoubleSpinBox* m_loopCount = nullptr;
    QWidget* m_loopRow = nullptr;
    QCheckBox* m_mirrored;
    QCheckBox* m_stops;
    DriveSection* m_drive = nullptr;
};

/// The entry pose of the motion.
class EntrySection : public MotionSection {
    Q_OBJECT
public:
    explicit EntrySection(QWidget* parent = nullptr);

Q_SIGNALS:
    void entryPoseRequested();

protected:
    void showMotion() override;

private:
    QLabel* m_state;
    QDoubleSpinBox* m_duration;
    QWidget* m_durationRow;
    QPushButton* m_take;
    QPushButton* m_clear;
};

/// The named parameters of the motion.
class ParameterSection : public MotionSection {
    Q_OBJECT
public:
    explicit ParameterSection(QWidget* parent = nullptr);

protected:
    void showMotion() override;

private:
    void add();
    void remove();
    void rename(const QString& from, const QString& to);

    ParameterModel m_model;
    QTableView* m_table;
    QLabel* m_hint;
    QToolButton* m_remove;
};

/// Findings about the motion.
class FindingSection : public MotionSection {
    Q_OBJECT
public:
    explicit FindingSection(QWidget* parent = nullptr);
    [[nodiscard]] const FindingModel& model() const { return m_model; }

Q_SIGNALS:
    void findingActivated(const sideline::keyframe::Finding& finding);

protected:
    void showMotion() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void activate(const QModelIndex& index);
    void fitHeight();

    FindingModel m_model;
    QListView* m_list;
    QWidget* m_good;
};

} // namespace sideline::widgets
