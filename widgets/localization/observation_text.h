#pragma once

#include <array>
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/diagnostics.h"
#include "agentcore/protocol/percepts.h"
#include "widgets/localization/localize_view.h"

namespace sideline::widgets {

/// The tooltip of the observation under the mouse: a title, a small table, some notes.
struct ObservationTip {
    /// Its columns: name, measured, expected, difference, and the difference in sigmas of the noise
    /// alone.
    using Row = std::array<QString, 5>;
    QString title;         ///< such as `F1L - used`
    std::vector<Row> rows; ///< the first one holds the headings
    QStringList notes;
    /// The tooltip as plain text, tab-separated; empty without a title.
    [[nodiscard]] QString text() const;
};

[[nodiscard]] ObservationTip describeObservation(const localization::ObservationReport& report,
                                                 const field::FieldModel& field);

/// The name of an observation; its kind if it has none.
[[nodiscard]] QString observationTitle(const localization::ObservationReport& report,
                                       const field::FieldModel& field);
/// `12.34 m  -23.10\u00b0  4.50\u00b0`: distance, theta, phi; a dash for non-finite values.
[[nodiscard]] QString polarText(const protocol::Polar& polar);
/// Measured minus expected: `+12 mm  -0.08\u00b0  +0.02\u00b0`.
[[nodiscard]] QString innovationText(const protocol::Polar& measured,
                                     const protocol::Polar& predicted);
[[nodiscard]] bool isFinite(const protocol::Polar& polar);

/// One standard deviation of an object observed there by the server's noise model, including
/// rounding.
struct PolarSigmas {
    double distanceM = 0.0;
    double thetaDeg = 0.0;
    double phiDeg = 0.0;
};
[[nodiscard]] PolarSigmas noiseAt(const protocol::Polar& polar);

/// `20 ms old`, `of this cycle`.
[[nodiscard]] QString visionAgeText(double ageS);
/// The vision frame in a line: cycle, age, number of observations, how well they fit, and the
/// verdict of the estimator. A sentence on what to do if there is none.
/// @param instant may be null
[[nodiscard]] QString visionText(const LocalizeInstant* instant);
/// Reason why there is nothing to show, as a sentence; empty if there is something to show.
[[nodiscard]] QString noVisionText(const LocalizeInstant* instant);

/// Identifies an observation across vision frames: a landmark by its name, a line by the field line
/// that it was matched to.
struct ObservationKey {
    localization::ObservationKind kind = localization::ObservationKind::CornerFlag;
    int which = 0;  ///< index of the field line; below 0: an unmatched line
    int repeat = 0; ///< number of equal observations before it
    [[nodiscard]] bool operator==(const ObservationKey&) const = default;
};
/// One key for each observation of a vision frame, all different.
[[nodiscard]] std::vector<ObservationKey> keysOf(const localization::PoseDiagnostics& vision);
/// The key of an observation; nullopt if the vision frame does not contain it.
[[nodiscard]] std::optional<ObservationKey> keyOf(const localization::PoseDiagnostics& vision,
                                                  int observation);
/// Index of the observation with this key in a vision frame, so that a mark stays on the same
/// object; -1 if it is missing.
[[nodiscard]] int indexOf(const localization::PoseDiagnostics& vision, const ObservationKey& key);

} // namespace sideline::widgets
