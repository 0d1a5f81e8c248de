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
    double clearPx = 6.0; ///< minimum distance from the anchor
    QString text;
    QColor color = Qt::white;
    double opacity = 1.0;
    bool isBold = false;
    bool mustShow = false; ///< shown even where it overlaps
};

/// Places the labels of a picture without overlap: beside their points, or farther away with a thin
/// line to them. Earlier ones take precedence.
class LabelLayout {
public:
    /// @param view visible area @param font font of the labels; its size in pixels is set here
    LabelLayout(const QRectF& view, const QFont& font);

    /// Keeps an area free of labels.
    void block(const QRectF& part) { m_taken.push_back(part); }
    /// Labels without text, or whose anchor is out of view, are ignored.
    /// @return whether it was placed
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
