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
/// the map. What the user does to the estimators is handed to them; an observation that is picked
/// somewhere is marked everywhere. GUI thread only.
class LocalizationView : public QObject {
    Q_OBJECT
public:
    /// What the list of estimators says besides.
    struct Status {
        QString loading;           ///< name of what is being read; empty if nothing is
        QString beliefs;           ///< how it goes with the beliefs that agents report live
        bool showsLive = false;    ///< a live match is on the screen
        int progressPercent = 100; ///< of work in the background
    };

    /// What it shows, and the map that it draws on; all outlive this.
    LocalizationView(const ShownStream& shown, EstimatorComparison& estimators,
                     widgets::FieldView& field);
    ~LocalizationView() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const;
    // The panels belong to whoever docks them; null when they are gone.
    [[nodiscard]] widgets::EstimatorPanel* estimatorPanel() const { return m_panel; }
    [[nodiscard]] widgets::ImagePlaneView* imagePlane() const { return m_picture; }
    [[nodiscard]] widgets::ObservationPanel* observationPanel() const { return m_observations; }
    [[nodiscard]] widgets::LocalizeCurves* curves() const { return m_curves; }
    /// What is shown; null while there is nothing.
    [[nodiscard]] const std::shared_ptr<const widgets::LocalizeInstant>& instant() const {
        return m_instant;
    }

    /// It is on the screen, or is not: only then the map has the layer, and curves are made.
    void setActive(bool isActive);
    /// Shows the cycle at which the stream stands, but for the list; see `showEstimators`.
    void showCycle();
    /// Shows no cycle.
    void clearCycle();
    void showEstimators(const Status& status);
    void showCurves();
    /// Curves go with the end of a live match, or stay.
    void setRolling(bool isRolling);
    /// Marks an observation of the vision frame that is shown; -1: none.
    void mark(int observation);
    /// Zooms the map to the robot, or shows all of the field again.
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
    field::FieldDimensions m_dimensions; ///< that the panels show
    MapFollower m_map;
    std::shared_ptr<widgets::LocalizeLayerPainter> m_layer;
    QPointer<widgets::EstimatorPanel> m_panel;
    QPointer<widgets::ImagePlaneView> m_picture;
    QPointer<widgets::ObservationPanel> m_observations;
    QPointer<widgets::LocalizeCurves> m_curves;
    std::shared_ptr<const widgets::LocalizeInstant> m_instant;
    std::optional<widgets::ObservationKey> m_marked; ///< that the user has picked
    bool m_isActive = false;
};

} // namespace sideline::studio
