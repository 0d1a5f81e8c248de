#pragma once

#include <memory>

#include <QWidget>

#include "agentcore/field/field_model.h"
#include "widgets/localization/localize_view.h"

namespace sideline::widgets {

/// The observations of the shown vision frame: name, measured and expected position, innovation,
/// sigmas, gate and verdict. A clicked row is marked in the views as well; Ctrl+C copies the
/// selected rows as tab-separated text. Narrow panels omit columns.
class ObservationPanel : public QWidget {
    Q_OBJECT
public:
    explicit ObservationPanel(QWidget* parent = nullptr);
    ~ObservationPanel() override;

    void setField(const field::FieldModel& field);
    void setInstant(std::shared_ptr<const LocalizeInstant> instant);
    void setHighlighted(int observation);

Q_SIGNALS:
    /// @param observation index in the vision frame; -1: none
    void observationPicked(int observation);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts;
    void buildTree();
    void takeSelection();
    std::unique_ptr<Parts> m_parts;
};

} // namespace sideline::widgets
