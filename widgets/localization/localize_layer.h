#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QRectF>

#include "agentcore/field/field_model.h"
#include "widgets/localization/localize_view.h"
#include "widgets/localization/map_scene.h"
#include "widgets/match/field_overlay.h"

namespace sideline::widgets {

class LabelLayout;

/// Belief, observation and truth on the field from above.
///
/// Residuals that are too short to see get a thin arrow of ten times their length; ellipses that
/// are too small are drawn as a ring. The legend (lower left) is collapsed by a click on its title;
/// in small views, it is initially collapsed. The marked observation is shown even if its layer is
/// off.
class LocalizeLayerPainter : public QObject, public FieldOverlay {
    Q_OBJECT
public:
    explicit LocalizeLayerPainter(QObject* parent = nullptr);
    ~LocalizeLayerPainter() override;

    /// Sets the field; initially the newest version.
    void setField(const field::FieldModel& field);
    /// Null: nothing to show.
    void setInstant(std::shared_ptr<const LocalizeInstant> instant);
    void setLayers(const LocalizeLayers& layers);
    /// Marks an observation, by its index in the vision frame; -1 for none.
    void setHighlighted(int observation);

    void paint(QPainter& painter, const QTransform& toWidget) const override;
    /// Picks a visible observation, or collapses the legend. A click elsewhere clears the mark, and
    /// counts as not handled.
    bool click(const QPointF& pos, const QTransform& toWidget) override;
    [[nodiscard]] QString tipAt(const QPointF& pos, const QTransform& toWidget) const override;

Q_SIGNALS:
    /// The layer has to be repainted.
    void changed();
    /// The user clicked on an observation; -1: the user clicked elsewhere while one was marked.
    void observationPicked(int observation);

private:
    [[nodiscard]] bool shows(LocalizeLayer layer) const { return has(m_layers, layer); }
    [[nodiscard]] bool shows(const SeenMark& mark) const;
    [[nodiscard]] const SeenMark* markAt(const QPointF& pos, const MapScale& scale) const;
    [[nodiscard]] QString beliefTip(const QPointF& pos, const MapScale& scale) const;
    [[nodiscard]] QString objectTip(const QPointF& pos, const MapScale& scale) const;
    void paintScene(QPainter& painter, const MapScale& scale, LabelLayout& labels) const;
    void paintSeen(QPainter& painter, const MapScale& scale, LabelLayout& labels) const;
    void rebuild();

    std::shared_ptr<const LocalizeInstant> m_instant;
    LocalizeLayers m_layers = defaultLocalizeLayers();
    int m_highlighted = -1;
    field::FieldModel m_field;
    std::vector<SeenMark> m_marks; ///< observations of the instant's vision frame
    std::optional<bool> m_isFolded;
    // Last rectangle of the legend, as clicks do not include the size of the view.
    mutable QRectF m_legendBox;
    mutable QRectF m_legendTitle;
    mutable bool m_wasFolded = false;
};

} // namespace sideline::widgets
