#pragma once

#include <cstdint>
#include <optional>

#include <QFrame>
#include <QLabel>
#include <QTimer>

#include "logs/replay/frame_fetcher.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// Shows a goal, half time or the end of the game, with the score, over a view for a few seconds
/// after playback has passed that event. Seeking past an event does not show it, and seeking away
/// from one hides it. A click hides it. It moves along with its view.
class MatchBanner : public QFrame {
    Q_OBJECT
public:
    /// Duration for which the banner is shown.
    static constexpr int kShownMs = 4000;

    /// @param view the view whose top the banner covers; may be the container of a window
    explicit MatchBanner(QWidget* view);
    ~MatchBanner() override;

    /// Opens if, compared with the previous frame, this one has one more goal, another half, or the
    /// end of the game, and time advanced continuously between them.
    /// @param isForward whether playback runs forward
    void setFrame(const logs::FetchedFrame& fetched, bool isForward);
    /// Clears the previous frame before a different match or time is shown.
    void forget();
    void setColors(const TeamColors& colors) { m_colors = colors; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Seen {
        std::uint32_t seeks;
        double recordTimeS;
        int scoreLeft;
        int scoreRight;
        int half;
        bool isOver;
    };
    void announce(const monitor::GameState& game, const QString& what, const QColor& color);
    void reportGoal(const monitor::GameState& game, game::Side side);
    void findPlace();

    QWidget* m_view;
    QLabel* m_text;
    QTimer m_end;
    TeamColors m_colors;
    std::optional<Seen> m_before;
};

} // namespace sideline::widgets
