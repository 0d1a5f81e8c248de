#pragma once

#include <memory>

#include <QObject>

#include "agentcore/field/field_model.h"
#include "widgets/field2d/field_overlay.h"
#include "widgets/localise/localise_view.h"

namespace sideline::widgets {

/// Belief, observation and truth on the field from above.
class LocaliseLayerPainter : public QObject, public FieldOverlay {
    Q_OBJECT
public:
    explicit LocaliseLayerPainter(QObject* parent = nullptr);
    ~LocaliseLayerPainter() override;

    void setField(const field::FieldModel& field);
    void setInstant(std::shared_ptr<const LocaliseInstant> instant);
    void setLayers(const LocaliseLayers& layers);
    /// Marks an observation, by its index in the sight; -1 for none.
    void setHighlighted(int observation);

    void paint(QPainter& painter, const QTransform& toWidget) const override;
    bool click(const QPointF& pos, const QTransform& toWidget) override;
    [[nodiscard]] QString tipAt(const QPointF& pos, const QTransform& toWidget) const override;

Q_SIGNALS:
    /// Something looks different now.
    void changed();
    /// The user clicked on an observation.
    void observationPicked(int observation);

private:
    std::shared_ptr<const LocaliseInstant> m_instant;
    LocaliseLayers m_layers;
    int m_highlighted = -1;
    std::unique_ptr<field::FieldModel> m_field;
};

} // namespace sideline::widgets
