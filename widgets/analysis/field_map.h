#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <QColor>
#include <QImage>
#include <QRectF>
#include <QString>

#include "widgets/analysis/match_numbers.h"
#include "widgets/common/text_format.h"
#include "widgets/match/field_overlay.h"

namespace sideline::widgets {

/// Kinds of maps of a match.
enum class FieldMapKind : std::uint8_t {
    None,
    Ball,       ///< positions of the ball, in play
    Positions,  ///< positions of players
    Passes,     ///< pass network
    Kicks,      ///< all kicks, with their outcomes
    Shots,      ///< shots, with their outcomes
    Recoveries, ///< places where balls were won
};
inline constexpr int kFieldMapKindCount = 7;

/// Team and player of a map.
struct FieldMapChoice {
    FieldMapKind kind = FieldMapKind::None;
    game::Side side = game::Side::None; ///< None for both teams
    game::PlayerId player{};            ///< side None for all players
    [[nodiscard]] bool operator==(const FieldMapChoice&) const = default;
    [[nodiscard]] bool accepts(const game::PlayerId& id) const {
        return (side == game::Side::None || id.side == side) &&
               (player.side == game::Side::None || id == player);
    }
};

/// Paints maps of a match on the field: heat maps, pass networks, arrows.
class FieldMap : public FieldOverlay {
public:
    /// @param jump called with the time of the clicked event
    explicit FieldMap(std::function<void(const logs::Moment&)> jump) : m_jump(std::move(jump)) {}

    void show(const MatchNumbersPtr& numbers, const FieldMapChoice& choice,
              const TeamColors& colors);

    void paint(QPainter& painter, const QTransform& toWidget) const override;
    bool click(const QPointF& pos, const QTransform& toWidget) override;
    [[nodiscard]] QString tipAt(const QPointF& pos, const QTransform& toWidget) const override;

private:
    struct Heat {
        QImage image; ///< a pixel per cell, the first at the smallest x and y
        QRectF place; ///< meters
    };
    // An arrow, or a disc where both ends are the same.
    struct Mark {
        QPointF from;
        QPointF to;
        QColor color;
        double widthPx = 2.0;
        double radiusPx = 3.0; ///< radius of the disc at `from`
        QString label{};       ///< text in the disc
        QString tip{};
        std::optional<logs::Moment> when{};
        double shiftPx = 0.0; ///< offset to the left of its direction, to separate opposite arrows
    };
    struct Legend {
        QColor color;
        QString text;
    };
    void addBallHeat();
    void addPositionHeat();
    void addPasses();
    void addKicks(bool onlyShots);
    void addRecoveries();
    void addHeat(const std::vector<const logs::HeatMap*>& maps, const QColor& color);
    [[nodiscard]] const Mark* markAt(const QPointF& pos, const QTransform& toWidget) const;
    void paintLegend(QPainter& painter) const;

    std::function<void(const logs::Moment&)> m_jump;
    MatchNumbersPtr m_numbers;
    FieldMapChoice m_choice;
    TeamColors m_colors;
    std::vector<Heat> m_heats;
    std::vector<Mark> m_marks;
    std::vector<Legend> m_legend;
};

/// The color of an arrow for the outcome of a kick.
[[nodiscard]] QColor kickColor(const logs::Kick& kick);

/// For display: `Ball heat map`.
[[nodiscard]] QString fieldMapText(FieldMapKind kind);

} // namespace sideline::widgets
