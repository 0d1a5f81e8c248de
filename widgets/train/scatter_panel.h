#pragma once

#include <optional>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "widgets/train/train_plot.h"
#include "widgets/train/train_view.h"

namespace sideline::widgets {

/// All individuals as points: one figure against another, colored by fitness. A click selects the
/// nearest individual. GUI thread only.
class ScatterPanel : public QWidget {
    Q_OBJECT
public:
    explicit ScatterPanel(QWidget* parent = nullptr);

    /// @param data may be null
    void setData(const TrainDataPtr& data);
    void setMarked(std::optional<IndividualId> id);
    [[nodiscard]] int pointCount() const;

Q_SIGNALS:
    void chosenByUser(const sideline::widgets::IndividualId& id);

private:
    void fillChoices();
    void plotPoints();
    void showMark();
    void pick(const QPointF& pos);
    [[nodiscard]] double valueOf(const TrainIndividual& individual, const QComboBox& choice) const;

    QComboBox* m_x;
    QComboBox* m_y;
    QLabel* m_legend;
    TrainPlot* m_plot;
    std::vector<QCPGraph*> m_shades; ///< graphs from the worst to the best fitness
    QCPGraph* m_mark = nullptr;
    TrainDataPtr m_data;
    std::optional<IndividualId> m_marked;
};

} // namespace sideline::widgets
