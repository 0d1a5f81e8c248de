#pragma once

#include <QTableView>

#include "widgets/live/team_model.h"

namespace sideline::widgets {

/// The players of a team with their state, and buttons that start and stop them. Columns are hidden
/// where there is no room for them.
class PlayerTable : public QTableView {
    Q_OBJECT
public:
    explicit PlayerTable(TeamModel& model, QWidget* parent = nullptr);

    /// Row of the chosen player; -1 if there is none.
    [[nodiscard]] int player() const;

Q_SIGNALS:
    void startRequested(int player);
    void stopRequested(int player);
    void restartRequested(int player);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showMenu(const QPoint& pos);
};

} // namespace sideline::widgets
