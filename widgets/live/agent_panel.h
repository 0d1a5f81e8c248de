#pragma once

#include <map>

#include <QLabel>
#include <QTreeView>
#include <QWidget>

#include "widgets/live/agent_model.h"
#include "widgets/live/agent_view.h"
#include "widgets/live/cycle_graph.h"

namespace sideline::widgets {

/// One agent: its name, the state of its connection and cycle, and its beliefs, beside the
/// truth where it is known.
class AgentPanel : public QWidget {
    Q_OBJECT
public:
    explicit AgentPanel(QWidget* parent = nullptr);

    /// @param truth ground truth of the same moment as the view's frame; null: there is none
    void setView(const AgentView& view, const monitor::MatchFramePtr& truth = nullptr);
    [[nodiscard]] const AgentView& view() const { return m_view; }
    [[nodiscard]] const monitor::MatchFramePtr& truth() const { return m_truth; }
    [[nodiscard]] const AgentModel& model() const { return m_model; }
    [[nodiscard]] const CycleGraph& graph() const { return *m_graph; }

Q_SIGNALS:
    /// The user wants to plot a value; emitted twice for a row with two values.
    /// @param signalPath name of the value as in session recordings, such as `world.ball.p_F.x`
    void plotRequested(const QString& signalPath);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showHead();
    void fitColumns();
    void requestPlot(const QModelIndex& index);

    AgentModel m_model;
    AgentView m_view;
    monitor::MatchFramePtr m_truth;
    QLabel* m_name = nullptr;
    QLabel* m_lamp = nullptr;
    QLabel* m_link = nullptr;
    CycleGraph* m_graph = nullptr;
    QLabel* m_timing = nullptr;
    QTreeView* m_tree = nullptr;
    std::map<int, int> m_widthsPx; ///< widths of the columns that a narrow panel hides
};

} // namespace sideline::widgets
