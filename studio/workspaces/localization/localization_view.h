#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointF>
#include <QPointer>
#include <QString>

#include "studio/workspaces/localization/estimator_comparison.h"
#include "studio/workspaces/localization/map_follower.h"
#include "studio/workspaces/localization/shown_stream.h"
#include "studio/workspaces/workspace.h"
#include "widgets/localization/estimator_panel.h"
#include "widgets/localization/image_plane_view.h"
#include "widgets/localization/localize_curves.h"
#include "widgets/localization/localize_layer.h"
#include "widgets/localization/observation_panel.h"
#include "widgets/localization/observation_text.h"
#include "widgets/match/field_view.h"

namespace sideline::studio {

/// Shows the estimators and a cycle of their stream: in the panels of the Localize layout, and on
/// the map. Passes the user's changes to the estimators, and marks a picked observation in all
/// panels. GUI thread only.
class LocalizationView : public QObject {
    Q_OBJECT
public:
    /// Further state for the list of estimators.
    struct Status {
        QString loading;           ///< name of the file that is being read; empty: none
        QString beliefs;           ///< state of the reception of live beliefs
        bool showsLive = false;    ///< whether a live match is shown
        int progressPercent = 100; ///< progress of work in the background
    };

    /// Shows a stream, and draws on the map of `field`; all must outlive this object.
    LocalizationView(const ShownStream& shown, EstimatorComparison& estimators,
                     widgets::FieldView& field);
    ~LocalizationView() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const;
    // The panels belong to their docks; null after their deletion.
    [[nodiscard]] widgets::EstimatorPanel* estimatorPanel() const { return m_panel; }
    [[nodiscard]] widgets::ImagePlaneView* imagePlane() const { return m_picture; }
    [[nodiscard]] widgets::ObservationPanel* observationPanel() const { return m_observations; }
    [[nodiscard]] widgets::LocalizeCurves* curves() const { return m_curves; }
    /// Returns the data that is shown; null while there is none.
    [[nodiscard]] const std::shared_ptr<const widgets::LocalizeInstant>& instant() const {
        return m_instant;
    }

    /// Sets whether the layout is shown; if not, there are no map layer and no curves.
    void setActive(bool isActive);
    /// Shows the current cycle of the stream, without the list; see `showEstimators`.
    void showCycle();
    /// Clears the cycle that is shown.
    void clearCycle();
    void showEstimators(const Status& status);
    void showCurves();
    /// Sets whether the curves scroll with the end of a live match.
    void setRolling(bool isRolling);
    /// Marks an observation of the shown vision frame; -1: none.
    void mark(int observation);
    /// Zooms the map to the robot, or back to the whole field.
    void zoomToRobot() { m_map.toggle(robotOnMap()); }

private:
    void connectPanels(widgets::FieldView& field);
    void showMarked(int observation);
    void useField(const field::FieldModel& field);
    [[nodiscard]] std::optional<QPointF> robotOnMap() const;
    [[nodiscard]] QString sourceText(const QString& loading) const;
    [[nodiscard]] QString intervalText() const;

    const ShownStream& m_shown;
    EstimatorComparison& m_estimators;
    widgets::FieldView& m_field;
    field::FieldDimensions m_dimensions; ///< dimensions that the panels show
    MapFollower m_map;
    std::shared_ptr<widgets::LocalizeLayerPainter> m_layer;
    QPointer<widgets::EstimatorPanel> m_panel;
    QPointer<widgets::ImagePlaneView> m_picture;
    QPointer<widgets::ObservationPanel> m_observations;
    QPointer<widgets::LocalizeCurves> m_curves;
    std::shared_ptr<const widgets::LocalizeInstant> m_instant;
    std::optional<widgets::ObservationKey> m_marked; ///< observation that the user has picked
    bool m_isActive = false;
};

} // namespace sideline::studio
