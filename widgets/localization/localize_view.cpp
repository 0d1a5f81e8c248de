#include "widgets/localization/localize_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <QCoreApplication>

#include "agentcore/field/field_model.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using localization::ObservationKind;
using localization::ObservationReport;

struct LayerWords {
    const char* name;
    const char* about;
};
constexpr std::array<LayerWords, kLocalizeLayerCount> kLayerWords = {{
    {QT_TRANSLATE_NOOP("Localize", "Ground truth"),
     QT_TRANSLATE_NOOP("Localize", "True camera pose, and the error of each belief")},
    {QT_TRANSLATE_NOOP("Localize", "Beliefs"),
     QT_TRANSLATE_NOOP("Localize",
                       "Where each estimator believes the camera is and where it looks")},
    {QT_TRANSLATE_NOOP("Localize", "Two sigma"),
     QT_TRANSLATE_NOOP("Localize", "Uncertainty of each belief: a two-sigma ellipse for the "
                                   "position, a two-sigma wedge for the heading")},
    {QT_TRANSLATE_NOOP("Localize", "Trails"),
     QT_TRANSLATE_NOOP("Localize", "The last seconds of ground truth and beliefs")},
    {QT_TRANSLATE_NOOP("Localize", "Candidates"),
     QT_TRANSLATE_NOOP("Localize", "Other poses that the selected estimator considered")},
    {QT_TRANSLATE_NOOP("Localize", "Landmarks"),
     QT_TRANSLATE_NOOP("Localize", "Observed flags and goal posts as placed by the selected "
                                   "belief, connected to their true positions")},
    {QT_TRANSLATE_NOOP("Localize", "Field lines"),
     QT_TRANSLATE_NOOP("Localize", "Observed lines as placed by the selected belief, connected to "
                                   "the field lines they were matched to")},
    {QT_TRANSLATE_NOOP("Localize", "View"),
     QT_TRANSLATE_NOOP("Localize", "Ground area in the camera's view")},
    {QT_TRANSLATE_NOOP("Localize", "Ball"),
     QT_TRANSLATE_NOOP("Localize", "The believed ball, its two-sigma ellipse and its path to rest, "
                                   "connected to the true ball")},
    {QT_TRANSLATE_NOOP("Localize", "Players"),
     QT_TRANSLATE_NOOP("Localize", "The believed players, connected to the true ones")},
}};

QString translated(const char* text) {
    return QCoreApplication::translate("Localize", text);
}

// In the order of `FieldModel::lines`.
constexpr std::array<const char*, 11> kStraightLines = {
    QT_TRANSLATE_NOOP("Localize", "halfway line"),
    QT_TRANSLATE_NOOP("Localize", "right goal line"),
    QT_TRANSLATE_NOOP("Localize", "left goal line"),
    QT_TRANSLATE_NOOP("Localize", "upper sideline"),
    QT_TRANSLATE_NOOP("Localize", "lower sideline"),
    QT_TRANSLATE_NOOP("Localize", "right penalty area, front edge"),
    QT_TRANSLATE_NOOP("Localize", "right penalty area, upper edge"),
    QT_TRANSLATE_NOOP("Localize", "right penalty area, lower edge"),
    QT_TRANSLATE_NOOP("Localize", "left penalty area, front edge"),
    QT_TRANSLATE_NOOP("Localize", "left penalty area, upper edge"),
    QT_TRANSLATE_NOOP("Localize", "left penalty area, lower edge"),
};

constexpr double kYellowSigmas = 2.0;
constexpr double kRedSigmas = 4.0;
const QColor kCalm(0x6c, 0xe0, 0x9f);
const QColor kWary(0xff, 0xd8, 0x3b);
const QColor kBad(0xe8, 0x36, 0x1c);
const QColor kUnknown(0xa8, 0xa8, 0xa8);

QColor between(const QColor& from, const QColor& to, double part) {
    const auto mix = [part](int a, int b) {
        return static_cast<int>(std::lround(a + (b - a) * std::clamp(part, 0.0, 1.0)));
    };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

} // namespace

LocalizeLayers defaultLocalizeLayers() {
    LocalizeLayers layers;
    layers.set();
    layers.reset(static_cast<std::size_t>(LocalizeLayer::Candidates));
    return layers;
}

QString nameOf(LocalizeLayer layer) {
    return translated(kLayerWords.at(static_cast<std::size_t>(layer)).name);
}

QString aboutLayer(LocalizeLayer layer) {
    return translated(kLayerWords.at(static_cast<std::size_t>(layer)).about);
}

QColor residualColor(double sigmas) {
    if (!std::isfinite(sigmas)) {
        return kUnknown;
    }
    return sigmas <= kYellowSigmas
               ? between(kCalm, kWary, sigmas - 1.0)
               : between(kWary, kBad, (sigmas - kYellowSigmas) / (kRedSigmas - kYellowSigmas));
}

QPen residualPen(double sigmas) {
    constexpr double kThinPx = 1.4;
    constexpr double kThickPx = 3.0;
    const double part = std::isfinite(sigmas) ? std::clamp(sigmas / kRedSigmas, 0.0, 1.0) : 0.0;
    QPen pen(residualColor(sigmas), kThinPx + (kThickPx - kThinPx) * part, Qt::SolidLine,
             Qt::FlatCap, Qt::RoundJoin);
    if (sigmas >= kRedSigmas) {
        pen.setDashPattern({2.0, 0.8});
    }
    return pen;
}

double sigmasOf(const ObservationReport& report) {
    return report.dimension > 0 ? std::sqrt(report.squaredSigmas / report.dimension) : 0.0;
}

QString nameOfFieldLine(int fieldLine) {
    const auto straight = static_cast<int>(kStraightLines.size());
    if (fieldLine < 0) {
        return {};
    }
    return fieldLine < straight ? translated(kStraightLines.at(static_cast<std::size_t>(fieldLine)))
                                : translated("center circle %1").arg(fieldLine - straight + 1);
}

QString nameOfObservation(const ObservationReport& report, const field::FieldModel& field) {
    switch (report.kind) {
    case ObservationKind::CornerFlag:
    case ObservationKind::GoalPost: {
        const auto index = static_cast<std::size_t>(report.index);
        return report.index >= 0 && index < field.landmarks().size()
                   ? toQt(field.landmarks()[index].name)
                   : translated("unknown landmark");
    }
    case ObservationKind::Line: {
        const auto count = static_cast<int>(field.lines().size());
        return report.fieldLine >= 0 && report.fieldLine < count
                   ? nameOfFieldLine(report.fieldLine)
                   : translated("line %1").arg(report.index + 1);
    }
    case ObservationKind::Foot:
        return translated("foot %1").arg(report.index + 1);
    }
    return {};
}

} // namespace sideline::widgets
