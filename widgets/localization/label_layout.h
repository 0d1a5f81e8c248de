#pragma once

#include <vector>

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

namespace sideline::widgets {

/// A short text beside a point of a picture.
struct PictureLabel {
    QPointF anchor;
    double clearPx = 6.0; ///< so far from the anchor it keeps
    QString text;
    QColor color = Qt::white;
    double opacity = 1.0;
    bool isBold = false;
    bool mustShow = false; ///< shown even where it covers something
};

/// Finds places for the texts of a picture, so that none covers another: beside their points, or
/// further away with a thin line to them. Those that come first have the first choice.
class LabelLayout {
public:
    /// @param view what can be seen @param font of the texts; its size in pixels is set here
    LabelLayout(const QRectF& view, const QFont& font);

    /// No label should lie here.
    void block(const QRectF& part) { m_taken.push_back(part); }
    /// Labels without text, or whose anchor is out of view, are ignored.
    /// @return whether it found a place
    bool add(const PictureLabel& label);
    void paint(QPainter& painter) const;

    struct Placed {
        PictureLabel label;
        QRectF box;
        bool hasLeader = false;
    };
    [[nodiscard]] const std::vector<Placed>& placed() const { return m_placed; }

private:
    [[nodiscard]] double covered(const QRectF& box) const;
    [[nodiscard]] QFont fontOf(const PictureLabel& label) const;

    QRectF m_view;
    QFont m_font;
    std::vector<QRectF> m_taken;
    std::vector<Placed> m_placed;
};

} // namespace sideline::widgets
