#pragma once

#include <cstdint>
#include <optional>

#include <QFrame>
#include <QLabel>
#include <QTimer>

#include "logs/replay/frame_fetcher.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// Reports a goal, of half time or of the end of the game, over a view, for some seconds after
/// play has run over it: what it is, and the score. Who seeks over one is not reported, and who
/// seeks away from one is not reported any more. A click takes it away. It goes along with its
/// view.
class MatchBanner : public QFrame {
    Q_OBJECT
public:
    /// How long it is shown.
    static constexpr int kShownMs = 4000;

    /// @param view lies over its top; may be a container of a window
    explicit MatchBanner(QWidget* view);
    ~MatchBanner() override;

    /// Shows itself if this frame has one goal more than the one before it, or another half, or the
    /// game is over now, and time ran on from there to here.
    /// @param isForward whether time runs forward by itself
    void setFrame(const logs::FetchedFrame& fetched, bool isForward);
    /// Another match, or another place of it, comes next.
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
