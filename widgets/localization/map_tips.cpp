#include "widgets/localization/map_tips.h"

#include <cmath>

#include <QCoreApplication>

#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "widgets/localization/map_vision.h"

namespace sideline::widgets {

namespace {

using localization::ObservationReport;
using protocol::Polar;

QString tipWords(const char* text) {
    return QCoreApplication::translate("Localize", text);
}

QString number(double value, int decimals, bool withSign = false) {
    if (!std::isfinite(value)) {
        return QStringLiteral("-");
    }
    QString text = QString::number(value, 'f', decimals);
    if (text.toDouble() == 0.0 && text.startsWith(QLatin1Char('-'))) {
        text.remove(0, 1); // no "-0.00"
    }
    return withSign && !text.startsWith(QLatin1Char('-')) ? QLatin1Char('+') + text : text;
}

QString polarTip(const Polar& polar) {
    return QStringLiteral("%1 m, \u03b8 %2\u00b0, \u03c6 %3\u00b0")
        .arg(number(polar.distanceM, 2), number(polar.thetaDeg, 2), number(polar.phiDeg, 2));
}

QString differenceTip(const Polar& measured, const Polar& predicted) {
    const double thetaDeg =
        math::degFromRad(math::wrapRad(math::radFromDeg(measured.thetaDeg - predicted.thetaDeg)));
    return QStringLiteral("%1 mm, \u03b8 %2\u00b0, \u03c6 %3\u00b0")
        .arg(number((measured.distanceM - predicted.distanceM) * 1000.0, 0, true),
             number(thetaDeg, 2, true), number(measured.phiDeg - predicted.phiDeg, 2, true));
}

QString placeText(const Eigen::Vector3d& p_S) {
    return tipWords("x %1, y %2, z %3 m")
        .arg(number(p_S.x(), 3), number(p_S.y(), 3), number(p_S.z(), 3));
}

QString degreesText(double angleRad, int decimals = 2) {
    return number(math::degFromRad(angleRad), decimals) + QStringLiteral("\u00b0");
}

QString ellipseText(const GroundEllipse& ellipse) {
    return QStringLiteral("%1 x %2").arg(lengthText(ellipse.largeM), lengthText(ellipse.smallM));
}

} // namespace

QString tipOf(const ObservationReport& report, const SeenMark& mark, bool isEnlarged) {
    QStringList lines;
    lines << tipWords("%1 (%2), %3")
                 .arg(mark.name, tipWords(nameOf(report.kind)), tipWords(nameOf(report.verdict)));
    for (std::size_t end = 0; end < mark.pointCount; ++end) {
        if (mark.isLine()) {
            lines << (report.isCut.at(end) ? tipWords("end %1, cut off at the edge of the view")
                                           : tipWords("end %1"))
                         .arg(end + 1);
        }
        lines << tipWords("measured %1").arg(polarTip(report.measured.at(end)));
        if (report.hasPrediction) {
            lines << tipWords("expected %1").arg(polarTip(report.predicted.at(end)));
            lines << tipWords("difference %1")
                         .arg(differenceTip(report.measured.at(end), report.predicted.at(end)));
        }
        if (mark.hasKnown) {
            const QPointF off = mark.seen_S.at(end) - mark.known_S.at(end);
            lines << tipWords("%1 off on the ground").arg(lengthText(std::hypot(off.x(), off.y())));
        }
    }
    if (report.dimension > 0) {
        QString sum = tipWords("%1 sigma (%2 squared, %3 values)")
                          .arg(number(mark.sigmas, 1), number(report.squaredSigmas, 1))
                          .arg(report.dimension);
        if (report.gate > 0.0) {
            sum += (report.squaredSigmas < report.gate ? tipWords("; inside the gate of %1")
                                                       : tipWords("; beyond the gate of %1"))
                       .arg(number(report.gate, 1));
        }
        lines << sum;
    }
    if (isEnlarged) {
        lines << tipWords("thin arrow: error, x %1").arg(number(kResidualTimes, 0));
    }
    return lines.join(QLatin1Char('\n'));
}

QString tipOf(const BeliefMark& belief, bool isChosen, bool isRing) {
    QStringList lines;
    lines << (isChosen ? tipWords("%1 (chosen)").arg(belief.name) : belief.name);
    lines << tipWords("camera at %1").arg(placeText(belief.X_SC.p));
    lines << tipWords("looking toward %1").arg(degreesText(math::forwardHeadingRad(belief.X_SC.R)));
    if (belief.error) {
        lines << tipWords("error %1 and %2")
                     .arg(lengthText(belief.error->groundM), degreesText(belief.error->headingRad));
    }
    const GroundEllipse ellipse = ellipseOf(belief.estimate, kSigmas);
    if (ellipse.largeM > 0.0) {
        lines << tipWords("two sigma: %1, heading %2")
                     .arg(ellipseText(ellipse),
                          degreesText(kSigmas * belief.estimate.headingSigmaRad));
        lines << (isRing ? tipWords("drawn as a ring: zoom in for true scale")
                         : tipWords("ellipse drawn to scale"));
    }
    if (belief.estimate.cyclesSinceVision > 0) {
        lines << tipWords("%1 cycles since vision").arg(belief.estimate.cyclesSinceVision);
    }
    return lines.join(QLatin1Char('\n'));
}

QString tipOf(const TruthMark& truth) {
    return tipWords("Ground truth\ncamera at %1\nlooking toward %2")
        .arg(placeText(truth.p_SCamera), degreesText(truth.headingRad));
}

QString tipOf(const ObjectMark& thing) {
    QStringList lines;
    lines << (thing.isFallen ? tipWords("%1, believed fallen") : tipWords("%1, believed"))
                 .arg(thing.name);
    lines << placeText(thing.p_S);
    const double speedMps = thing.velocity_SMps.norm();
    if (speedMps > 0.005) {
        lines << tipWords("%1 m/s").arg(number(speedMps, 2));
    }
    if (thing.headingRad) {
        lines << tipWords("heading %1").arg(degreesText(*thing.headingRad, 0));
    }
    if (thing.truth_S) {
        lines
            << tipWords("error %1").arg(lengthText((thing.p_S - *thing.truth_S).head<2>().norm()));
    }
    const GroundEllipse ellipse = ellipseOf(thing.covariance_S, kSigmas);
    if (ellipse.largeM > 0.0) {
        lines << tipWords("two sigma: %1").arg(ellipseText(ellipse));
    }
    lines << tipWords("seen %1 s ago").arg(number(thing.ageS, 2));
    return lines.join(QLatin1Char('\n'));
}

} // namespace sideline::widgets
