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

/// What is notified of an observation where the mouse is: a title, a small table, some notes.
struct ObservationTip {
    /// What it is, measured, expected, difference, the difference in sigmas of the noise alone.
    using Row = std::array<QString, 5>;
    QString title;         ///< as `F1L - used`
    std::vector<Row> rows; ///< the first one holds the headings
    QStringList notes;
    /// All of it as plain text, cells parted by tabs; empty without a title.
    [[nodiscard]] QString text() const;
};

[[nodiscard]] ObservationTip describeObservation(const localization::ObservationReport& report,
                                                 const field::FieldModel& field);

/// Its name; its kind where it has none.
[[nodiscard]] QString observationTitle(const localization::ObservationReport& report,
                                       const field::FieldModel& field);
/// `12.34 m  -23.10\u00b0  4.50\u00b0`: distance, theta, phi; a dash for what is not finite.
[[nodiscard]] QString polarText(const protocol::Polar& polar);
/// Measured less expected: `+12 mm  -0.08\u00b0  +0.02\u00b0`.
[[nodiscard]] QString innovationText(const protocol::Polar& measured,
                                     const protocol::Polar& predicted);
[[nodiscard]] bool isFinite(const protocol::Polar& polar);

/// One standard deviation that the server's model of noise gives a thing seen there, rounding
/// included.
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
/// Why there is nothing to show, in a sentence; empty if there is.
[[nodiscard]] QString noVisionText(const LocalizeInstant* instant);

/// Reports things from each other from vision frame to vision frame: a landmark is the same one by
/// its name, a line by the line of the field that it was taken for.
struct ObservationKey {
    localization::ObservationKind kind = localization::ObservationKind::CornerFlag;
    int which = 0;  ///< below 0: a line that was taken for none
    int repeat = 0; ///< how many of the same stand before it
    [[nodiscard]] bool operator==(const ObservationKey&) const = default;
};
/// One for each observation of a vision frame, all different.
[[nodiscard]] std::vector<ObservationKey> keysOf(const localization::PoseDiagnostics& vision);
/// The key of an observation; nothing if the vision frame has none of that number.
[[nodiscard]] std::optional<ObservationKey> keyOf(const localization::PoseDiagnostics& vision,
                                                  int observation);
/// Where a thing is in a vision frame, so that a mark can stay on it; -1 if it is not there.
[[nodiscard]] int indexOf(const localization::PoseDiagnostics& vision, const ObservationKey& key);

} // namespace sideline::widgets
