#pragma once

#include <memory>

#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QWidget>

#include "logs/match/match_log.h"
#include "logs/replay/frame_fetcher.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// Teams with their number of players on the field, score, clock, play mode, and the fouls of the
/// last few seconds, in one line, which does not widen the window. A click on the score lists the
/// goals of the match.
class Scoreboard : public QWidget {
    Q_OBJECT
public:
    explicit Scoreboard(QWidget* parent = nullptr);

    void setAnalysis(std::shared_ptr<const logs::LogAnalysis> analysis);
    void setFrame(const logs::FetchedFrame& fetched);
    void clearFrame();
    void setColors(const TeamColors& colors);

Q_SIGNALS:
    /// The user requests to see this goal, or the frame in which the score was set.
    void goalRequested(const sideline::logs::Event& goal);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Fouls;

    void updateTeams();
    void fit();
    void showPlayers(QLabel* label, const monitor::MatchFrame* frame, game::Side side);
    void listGoals();
    void addGoal(const logs::Event& goal);
    [[nodiscard]] QStringList foulTexts(const monitor::MatchFrame& frame) const;

    std::shared_ptr<const logs::LogAnalysis> m_analysis;
    TeamColors m_colors;
    ElidedLabel* m_leftName;
    ElidedLabel* m_rightName;
    QLabel* m_leftPlayers;
    QLabel* m_rightPlayers;
    QToolButton* m_score;
    QMenu* m_goals;
    QLabel* m_clock;
    QString m_time; ///< text of the game clock
    QString m_half; ///< half of the game, shown after the clock if there is room
    ElidedLabel* m_mode;
    QLabel* m_health;
    Fouls* m_fouls;
};

} // namespace sideline::widgets
