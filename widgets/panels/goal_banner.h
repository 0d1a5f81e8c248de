#pragma once

#include <cstdint>
#include <optional>

#include <QFrame>
#include <QLabel>
#include <QTimer>

#include "logs/replay/frame_fetcher.h"
#include "widgets/format/text_format.h"

namespace sideline::widgets {

/// Tells of a goal, over a view, for some seconds after play has run over it: whose it is, and the
/// score. Who seeks over a goal is not told, and who seeks away from one is not told any more. A
/// click takes it away.
class GoalBanner : public QFrame {
    Q_OBJECT
public:
    /// How long it is shown.
    static constexpr int kShownMs = 4000;

    /// @param view lies over its top; may be a container of a window
    explicit GoalBanner(QWidget* view);

    /// Shows itself if this frame has one goal more than the one before it, and time ran on from
    /// there to here.
    /// @param isForward whether time runs forward by itself
    void setFrame(const logs::FetchedFrame& fetched, bool isForward);
    /// Another match, or another place of it, comes next.
    void forget();
    void setColours(const TeamColours& colours) { m_colours = colours; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Told {
        std::uint32_t seeks;
        double recordTimeS;
        int scoreLeft;
        int scoreRight;
    };
    void tell(const monitor::GameState& game, monitor::Side side);
    void findPlace();

    QWidget* m_view;
    QLabel* m_text;
    QTimer m_end;
    TeamColours m_colours;
    std::optional<Told> m_before;
};

} // namespace sideline::widgets
