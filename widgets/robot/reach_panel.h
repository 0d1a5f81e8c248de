#pragma once

#include <string>
#include <vector>

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QWidget>

#include <Eigen/Core>

namespace sideline::widgets {

/// Reachable points of a body's far end, in the torso's frame.
struct ReachCloud {
    std::string body;
    std::vector<Eigen::Vector3d> points_T;
    std::size_t tried = 0; ///< postures tried; those with overlapping bodies have no point
};

/// The reach of hands and feet, as a table; the points are drawn elsewhere. GUI thread only.
class ReachPanel : public QWidget {
    Q_OBJECT
public:
    explicit ReachPanel(QWidget* parent = nullptr);

    /// Sets the bodies to choose from; initially hands and feet are chosen.
    /// @param ends the hands and feet among them
    void setBodies(const QStringList& bodies, const QStringList& ends);
    void setClouds(const std::vector<ReachCloud>& clouds);
    void setBusy(bool isBusy);
    [[nodiscard]] QStringList chosen() const;
    [[nodiscard]] int count() const { return m_count->value(); }
    [[nodiscard]] bool showsPoints() const { return m_shows->isChecked(); }
    /// Color of a cloud, by its index in the list.
    [[nodiscard]] static QColor colorOf(std::size_t index);

Q_SIGNALS:
    void pointsChanged(); ///< the user changed the bodies or the number of points
    void showChanged();

private:
    void fill();

    QTableWidget* m_table;
    QSpinBox* m_count;
    QCheckBox* m_shows;
    QCheckBox* m_all;
    QLabel* m_state;
    QStringList m_bodies;
    QStringList m_ends;
    QStringList m_chosen;
    std::vector<ReachCloud> m_clouds;
    bool m_isFilling = false;
};

} // namespace sideline::widgets
