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

/// Torques for holding the poses of a motion: a table of joints with their maximum torques, curves
/// of the chosen ones, and the stability margin. GUI thread only.
class HoldingPanel : public QWidget {
    Q_OBJECT
public:
    explicit HoldingPanel(QWidget* parent = nullptr);

    /// @param motions names to choose from
    void setMotions(const QStringList& motions);
    /// Chooses a motion, without a signal.
    void chooseMotion(int index) { m_motion->setCurrentIndex(index); }
    [[nodiscard]] int motion() const { return m_motion->currentIndex(); }
    /// @param model the robot that the load was computed for; null for none
    void setLoad(const robot::RobotModelPtr& model, const keyframe::HoldingLoad& load);
    void setBusy(bool isBusy);
    /// Shows the error of the motion on this robot; empty for none.
    void setNote(const QString& note);

Q_SIGNALS:
    void motionChosen();
    void jointChosen(sideline::robot::JointId joint);
    /// The user clicked on the curves.
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
    std::vector<std::size_t> m_order; ///< joints in the rows, the largest torque first
    std::set<std::size_t> m_shown;    ///< joints with curves
    bool m_isFilling = false;
    bool m_isBusy = false;
    QString m_note;
};

} // namespace sideline::widgets
