#pragma once

#include <optional>

#include <QLabel>
#include <QWidget>

#include "widgets/train/train_plot.h"
#include "widgets/train/train_view.h"

namespace sideline::widgets {

/// Fitness and success over the generations. GUI thread only.
class TrainCurves : public QWidget {
    Q_OBJECT
public:
    explicit TrainCurves(QWidget* parent = nullptr);

    /// @param data may be null
    void setData(const TrainDataPtr& data);
    /// Marks the generation of the watched individual.
    void setMarked(std::optional<double> generation);
    [[nodiscard]] TrainPlot& plot() { return *m_plot; }
    /// Number of points of the curve of the best individuals; for tests.
    [[nodiscard]] int pointCount() const { return m_best->dataCount(); }

Q_SIGNALS:
    /// The user wants to see the best individual of a generation.
    void generationChosen(quint64 generation);

private:
    void fit();

    TrainPlot* m_plot;
    QLabel* m_legend;
    QCPGraph* m_upper;
    QCPGraph* m_lower;
    QCPGraph* m_best;
    QCPGraph* m_median;
    QCPGraph* m_champion;
    QCPGraph* m_success;
    QCPGraph* m_championSuccess;
    std::vector<QCPItemStraightLine*> m_marks; ///< one per row
    TrainDataPtr m_data;
};

} // namespace sideline::widgets
