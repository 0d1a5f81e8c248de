#include "widgets/localization/localize_layer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPainter>

#include "widgets/localization/label_layout.h"
#include "widgets/localization/map_legend.h"
#include "widgets/localization/map_marks.h"
#include "widgets/localization/map_tips.h"
#include "widgets/localization/map_vision.h"

namespace sideline::widgets {

namespace {

constexpr double kPointReachPx = 9.0;
constexpr double kLineReachPx = 5.0;
constexpr double kFoldBelowPx = 380.0; // in views shorter than this, the legend is initially folded

double lengthOf(const QPointF& way) {
    return std::hypot(way.x(), way.y());
}

double distanceTo(const QPointF& from, const QPointF& to, const QPointF& pos) {
    const QPointF way = to - from;
    const double square = QPointF::dotProduct(way, way);
    const double part =
        square > 0.0 ? std::clamp(QPointF::dotProduct(pos - from, way) / square, 0.0, 1.0) : 0.0;
    return lengthOf(from + way * part - pos);
}

} // namespace

LocalizeLayerPainter::LocalizeLayerPainter(QObject* parent)
    : QObject(parent), m_field(field::newestField().dimensions) {}
LocalizeLayerPainter::~LocalizeLayerPainter() = default;

void LocalizeLayerPainter::setField(const field::FieldModel& field) {
    m_field = field;
    rebuild();
}

void LocalizeLayerPainter::setInstant(std::shared_ptr<const LocalizeInstant> instant) {
    if (instant != m_instant) {
        m_instant = std::move(instant);
        rebuild();
    }
}

void LocalizeLayerPainter::rebuild() {
    m_marks = m_instant ? seenMarks(*m_instant, m_field) : std::vector<SeenMark>();
    Q_EMIT changed();
}

void LocalizeLayerPainter::setLayers(const LocalizeLayers& layers) {
    if (layers != m_layers) {
        m_layers = layers;
        Q_EMIT changed();
    }
}

void LocalizeLayerPainter::setHighlighted(int observation) {
    if (observation != m_highlighted) {
        m_highlighted = observation;
        Q_EMIT changed();
    }
}

bool LocalizeLayerPainter::shows(const SeenMark& mark) const {
    return mark.observation == m_highlighted ||
           shows(mark.isLine() ? LocalizeLayer::Lines : LocalizeLayer::Landmarks);
}

void LocalizeLayerPainter::paint(QPainter& painter, const QTransform& toWidget) const {
    m_legendBox = m_legendTitle = {};
    if (!m_instant) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const MapScale scale(toWidget);
    const QRectF view(painter.viewport());
    LabelLayout labels(view, painter.font());

    const bool hasEnlarged = std::ranges::any_of(m_marks, [&](const SeenMark& mark) {
        return shows(mark) && mark.verdict != localization::Verdict::Unmatched &&
               isEnlarged(mark, 0, scale);
    });
    const std::vector<LegendRow> rows = legendRows(*m_instant, m_layers, hasEnlarged);
    m_wasFolded = m_isFolded.value_or(view.height() < kFoldBelowPx);
    const LegendPlace legend = placeLegend(rows, m_wasFolded, view, painter.font());
    if (!rows.empty()) {
        labels.block(legend.box);
        m_legendBox = legend.box;
        m_legendTitle = legend.title;
    }

    paintScene(painter, scale, labels);
    labels.paint(painter);
    if (!rows.empty()) {
        paintLegend(painter, rows, m_wasFolded, legend);
    }
    painter.restore();
}

// Paints from the ground up.
void LocalizeLayerPainter::paintScene(QPainter& painter, const MapScale& scale,
                                      LabelLayout& labels) const {
    const LocalizeInstant& instant = *m_instant;
    if (shows(LocalizeLayer::ViewCone)) {
        paintView(painter, scale, instant, m_field);
    }
    const bool withTruth = shows(LocalizeLayer::Truth);
    const bool withBeliefs = shows(LocalizeLayer::Beliefs);
    if (shows(LocalizeLayer::Trails)) {
        paintTrails(painter, scale, instant, withTruth, withBeliefs);
    }
    if (shows(LocalizeLayer::Candidates)) {
        paintCandidates(painter, scale, instant);
    }
    paintSeen(painter, scale, labels);
    if (shows(LocalizeLayer::Players)) {
        paintObjects(painter, scale, instant, false, labels);
    }
    if (shows(LocalizeLayer::Ball)) {
        paintObjects(painter, scale, instant, true, labels);
    }
    if (withTruth && withBeliefs) {
        paintErrors(painter, scale, instant, labels);
    }
    if (withTruth && instant.truth) {
        paintTruth(painter, scale, *instant.truth);
    }
    if (withBeliefs) {
        paintBeliefs(painter, scale, instant, labels);
    }
    if (shows(LocalizeLayer::Ellipses)) {
        paintSpreads(painter, scale, instant);
    }
}

// Lines below landmarks, the highlighted observation on top.
void LocalizeLayerPainter::paintSeen(QPainter& painter, const MapScale& scale,
                                     LabelLayout& labels) const {
    const auto paintOne = [&](const SeenMark& mark, bool isHighlighted) {
        if (mark.isLine()) {
            paintSeenLine(painter, scale, mark, m_field, isHighlighted, labels);
        } else {
            paintSeenLandmark(painter, scale, mark, isHighlighted, labels);
        }
    };
    for (const bool lines : {true, false}) {
        for (const SeenMark& mark : m_marks) {
            if (mark.isLine() == lines && mark.observation != m_highlighted && shows(mark)) {
                paintOne(mark, false);
            }
        }
    }
    for (const SeenMark& mark : m_marks) {
        if (mark.observation == m_highlighted) {
            paintOne(mark, true);
        }
    }
}

// The nearest visible observation; line ends and landmarks take precedence over lines.
const SeenMark* LocalizeLayerPainter::markAt(const QPointF& pos, const MapScale& scale) const {
    const SeenMark* best = nullptr;
    double bestPx = kPointReachPx;
    for (const SeenMark& mark : m_marks) {
        for (std::size_t end = 0; shows(mark) && end < mark.pointCount; ++end) {
            const QPointF seen = scale.at(mark.seen_S.at(end));
            const double away = mark.hasKnown
                                    ? distanceTo(seen, scale.at(mark.known_S.at(end)), pos)
                                    : lengthOf(seen - pos);
            // Flags stand at the ends of lines, so named marks take precedence.
            const bool isNamed = !mark.isLine() && away < kPointReachPx;
            if (away < bestPx || (isNamed && best != nullptr && best->isLine())) {
                bestPx = away;
                best = &mark;
            }
        }
    }
    if (best != nullptr) {
        return best;
    }
    bestPx = kLineReachPx;
    for (const SeenMark& mark : m_marks) {
        if (mark.isLine() && shows(mark)) {
            const double away = distanceTo(scale.at(mark.seen_S[0]), scale.at(mark.seen_S[1]), pos);
            if (away < bestPx) {
                bestPx = away;
                best = &mark;
            }
        }
    }
    return best;
}

bool LocalizeLayerPainter::click(const QPointF& pos, const QTransform& toWidget) {
    if (!m_instant) {
        return false;
    }
    if (m_legendBox.contains(pos)) {
        if (m_legendTitle.contains(pos)) {
            m_isFolded = !m_wasFolded;
            Q_EMIT changed();
        }
        return true;
    }
    if (const SeenMark* mark = markAt(pos, MapScale(toWidget))) {
        Q_EMIT observationPicked(mark->observation);
        return true;
    }
    if (m_highlighted >= 0) {
        Q_EMIT observationPicked(-1);
    }
    return false;
}

QString LocalizeLayerPainter::beliefTip(const QPointF& pos, const MapScale& scale) const {
    if (shows(LocalizeLayer::Beliefs)) {
        const BeliefMark* best = nullptr;
        bool isChosen = false;
        double bestPx = kBeliefPx + 4.0;
        for (std::size_t i = 0; i < m_instant->beliefs.size(); ++i) {
            const BeliefMark& belief = m_instant->beliefs[i];
            const bool isOnTop = std::cmp_equal(i, m_instant->chosen);
            const double away = lengthOf(scale.at(belief.X_SC.p) - pos) - (isOnTop ? 3.0 : 0.0);
            if (belief.estimate.isValid && away < bestPx) {
                bestPx = away;
                best = &belief;
                isChosen = isOnTop;
            }
        }
        if (best != nullptr) {
            const double largePx = ellipseOf(best->estimate, 2.0).largeM * scale.pxPerM;
            return tipOf(*best, isChosen, largePx < kSmallestEllipsePx);
        }
    }
    if (shows(LocalizeLayer::Truth) && m_instant->truth &&
        lengthOf(scale.at(m_instant->truth->p_SCamera) - pos) < kTruthPx + 3.0) {
        return tipOf(*m_instant->truth);
    }
    return {};
}

QString LocalizeLayerPainter::objectTip(const QPointF& pos, const MapScale& scale) const {
    for (const ObjectMark& thing : m_instant->things) {
        const double reachPx = objectRadiusPx(thing, scale) + 3.0;
        if (shows(thing.isBall ? LocalizeLayer::Ball : LocalizeLayer::Players) &&
            (lengthOf(scale.at(thing.p_S) - pos) < reachPx ||
             (thing.truth_S && lengthOf(scale.at(*thing.truth_S) - pos) < reachPx))) {
            return tipOf(thing);
        }
    }
    return {};
}

QString LocalizeLayerPainter::tipAt(const QPointF& pos, const QTransform& toWidget) const {
    if (!m_instant) {
        return {};
    }
    if (m_legendBox.contains(pos)) {
        return m_wasFolded ? tr("Click to expand") : QString();
    }
    const MapScale scale(toWidget);
    const QString belief = beliefTip(pos, scale);
    if (!belief.isEmpty()) {
        return belief;
    }
    if (const SeenMark* mark = markAt(pos, scale)) {
        const auto& report =
            m_instant->vision.observations[static_cast<std::size_t>(mark->observation)];
        const bool enlarged =
            mark->verdict != localization::Verdict::Unmatched && isEnlarged(*mark, 0, scale);
        return tipOf(report, *mark, enlarged);
    }
    return objectTip(pos, scale);
}

} // namespace sideline::widgets
