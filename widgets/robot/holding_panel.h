#pragma once

#include <set>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QTableWidget>
#include <QWidget>

#include "motions/analysis/holding_load.h"
#include "widgets/common/custom_plot.h"

namespace sideline::widgets {

/// What holding the poses of a motion takes: a table of joints with their greatest torques, curves
/// of those that are chosen, and the stability margin. GUI thread only.
class HoldingPanel : public QWidget {
    Q_OBJECT
public:
    explicit HoldingPanel(QWidget* parent = nullptr);

    /// @param motions names to choose from
    void setMotions(const QStringList& motions);
    /// Without a signal.
    void chooseMotion(int index) { m_motion->setCurrentIndex(index); }
    [[nodiscard]] int motion() const { return m_motion->currentIndex(); }
    /// @param model of the load; null for none
    void setLoad(const robot::RobotModelPtr& model, const keyframe::HoldingLoad& load);
    void setBusy(bool isBusy);
    /// What is wrong with the motion on this robot; empty for nothing.
    void setNote(const QString& note);

Q_SIGNALS:
    void motionChosen();
    void jointChosen(sideline::robot::JointId joint);
    /// A place on the curves was clicked.
    void timeChosen(double timeS);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillTable();
    void showCurves();
    void paintPlot();

    QComboBox* m_motion;
    QLabel* m_state;
    QTableWidget* m_table;
    QCustomPlot* m_plot;
    QCPAxisRect* m_marginRect;
    robot::RobotModelPtr m_model;
    keyframe::HoldingLoad m_load;
    std::vector<std::size_t> m_order; ///< joints in the rows, the greatest torque first
    std::set<std::size_t> m_shown;    ///< joints with curves
    bool m_isFilling = false;
    bool m_isBusy = false;
    QString m_note;
};

} // namespace sideline::widgets
