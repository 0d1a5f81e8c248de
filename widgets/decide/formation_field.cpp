#include "widgets/decide/formation_field.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "agentcore/field/field_model.h"
#include "widgets/common/edit_keys.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using Eigen::Vector2d;
using planning::FormationSample;

constexpr double kReachPx = 11.0;      // distance within which an object can be grabbed
constexpr double kSampleReachPx = 8.0; // distance within which a ball position can be grabbed
constexpr double kSameBallM = 0.02;    // positions are written in centimeters
constexpr double kRobotPx = 9.0;
constexpr int kClickPx = 3;
constexpr double kKeyStepM = 0.1;
constexpr double kLargeStepM = 1.0;
const QColor kPlayer(0x2f, 0x6f, 0xd6);
const QColor kChosen(0xff, 0xd2, 0x3c);
const QColor kMesh(255, 255, 255, 110);
const QColor kTriangle(255, 255, 255, 36);

double distancePx(const QPointF& a, const QPointF& b) {
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

QPointF scaleOf(const planning::TeamFormation& formation) {
    const field::FieldDimensions& field = field::newestField().dimensions;
    return {field.lengthM / formation.sizeM().x(), field.widthM / formation.sizeM().y()};
}

} // namespace

Vector2d FormationView::placeOf(std::size_t which) const {
    field::FieldDimensions field = field::newestField().dimensions;
    field.lengthM = text->formation().sizeM().x();
    field.widthM = text->formation().sizeM().y();
    return text->formation().place(situation, which, ball, field);
}

std::optional<FormationSample> FormationView::sample() const {
    for (const FormationSample& sample : text->samples(situation)) {
        if ((sample.ball - ball).norm() < kSameBallM) {
            return sample;
        }
    }
    return std::nullopt;
}

// Paints the formation on the grass.
class FormationField::Layer final : public FieldOverlay {
public:
    explicit Layer(const FormationField& owner) : m_owner(owner) {}

    void paint(QPainter& painter, const QTransform& /*toWidget*/) const override {
        if (!m_owner.m_view.text) {
            return;
        }
        paintMesh(painter);
        paintSamples(painter);
        for (std::size_t role = 0; role < roles().size(); ++role) {
            paintRole(painter, role);
        }
        const QPointF ball = at(m_owner.m_view.ball);
        painter.setPen(QPen(Qt::black, 1.4));
        painter.setBrush(Qt::white);
        painter.drawEllipse(ball, 6.0, 6.0);
        painter.setBrush(Qt::black);
        painter.drawEllipse(ball, 1.6, 1.6);
    }
    bool click(const QPointF& /*pos*/, const QTransform& /*toWidget*/) override { return true; }
    [[nodiscard]] QString tipAt(const QPointF& pos, const QTransform& /*toWidget*/) const override {
        const auto grip = m_owner.m_view.text ? m_owner.gripAt(pos, false) : std::nullopt;
        if (!grip) {
            return {};
        }
        if (grip->role >= 0) {
            const auto role = static_cast<std::size_t>(grip->role);
            const Vector2d place = m_owner.m_view.placeOf(role);
            return tr("%1 %2: %3, %4 m")
                .arg(roles()[role].unum)
                .arg(toQt(roles()[role].name))
                .arg(place.x(), 0, 'f', 2)
                .arg(place.y(), 0, 'f', 2);
        }
        const Vector2d& ball = m_owner.m_view.ball;
        return tr("Ball: %1, %2 m").arg(ball.x(), 0, 'f', 2).arg(ball.y(), 0, 'f', 2);
    }

private:
    [[nodiscard]] const planning::TeamFormation& formation() const {
        return m_owner.m_view.text->formation();
    }
    [[nodiscard]] std::span<const planning::FormationRole> roles() const {
        return formation().roles();
    }
    [[nodiscard]] QPointF at(const Vector2d& place) const { return m_owner.placeOnWidget(place); }

    // Draws the triangle around the ball; its corners are the ball positions between which the
    // formation is interpolated.
    void paintMesh(QPainter& painter) const {
        const planning::BallMesh& mesh = formation().mesh(m_owner.m_view.situation);
        const planning::MeshWeights here = mesh.at(m_owner.m_view.ball);
        auto corners = here.points;
        std::ranges::sort(corners);
        for (const planning::BallMesh::Triangle& triangle : mesh.triangles()) {
            QPolygonF polygon;
            for (const std::size_t point : triangle) {
                polygon << at(mesh.points()[point]);
            }
            auto same = triangle;
            std::ranges::sort(same);
            painter.setPen(QPen(kMesh, 1.0));
            painter.setBrush(same == corners ? QBrush(kTriangle) : QBrush(Qt::NoBrush));
            painter.drawPolygon(polygon);
        }
        painter.setPen(QPen(kChosen, 1.0, Qt::DotLine));
        for (std::size_t i = 0; i < here.points.size(); ++i) {
            if (here.weights[i] > 1e-6) {
                painter.drawLine(at(m_owner.m_view.ball), at(mesh.points()[here.points[i]]));
            }
        }
    }

    void paintSamples(QPainter& painter) const {
        for (const FormationSample& sample :
             m_owner.m_view.text->samples(m_owner.m_view.situation)) {
            painter.setPen(QPen(QColor(40, 40, 40), 1.0));
            painter.setBrush(sample.isMirrored ? QBrush(QColor(255, 255, 255, 90))
                                               : QBrush(Qt::white));
            const QPointF middle = at(sample.ball);
            painter.drawRect(QRectF(middle - QPointF(3.5, 3.5), middle + QPointF(3.5, 3.5)));
        }
    }

    void paintRole(QPainter& painter, std::size_t role) const {
        const QPointF middle = at(m_owner.m_view.placeOf(role));
        const bool isChosen = static_cast<int>(role) == m_owner.m_view.role;
        painter.setPen(QPen(isChosen ? kChosen : kPlayer.darker(160), isChosen ? 2.5 : 1.2));
        painter.setBrush(kPlayer);
        painter.drawEllipse(middle, kRobotPx, kRobotPx);
        QFont font = painter.font();
        font.setBold(true);
        font.setPixelSize(11);
        painter.setFont(font);
        painter.setPen(Qt::white);
        painter.drawText(
            QRectF(middle - QPointF(kRobotPx, kRobotPx), middle + QPointF(kRobotPx, kRobotPx)),
            Qt::AlignCenter, QString::number(roles()[role].unum));
    }

    const FormationField& m_owner;
};

FormationField::FormationField(QWidget* parent) : FieldView(parent) {
    setObjectName(QStringLiteral("formationField"));
    setAccessibleName(tr("Formation on the field"));
    setFocusPolicy(Qt::StrongFocus);
    setOverlay(std::make_shared<Layer>(*this));
}

void FormationField::setView(const FormationView& view) {
    m_view = view;
    update();
}

QPointF FormationField::placeOnWidget(const Vector2d& place) const {
    const QPointF scale = scaleOf(m_view.text->formation());
    return toWidget(place.x() * scale.x(), place.y() * scale.y());
}

Vector2d FormationField::placeAt(const QPointF& pos) const {
    const QPointF scale = scaleOf(m_view.text->formation());
    const QPointF middle = toWidget(0.0, 0.0);
    const QPointF x = toWidget(1.0, 0.0) - middle;
    const QPointF y = toWidget(0.0, 1.0) - middle;
    const QPointF p_F =
        QTransform(x.x(), x.y(), y.x(), y.y(), middle.x(), middle.y()).inverted().map(pos);
    const Vector2d most = 0.5 * m_view.text->formation().sizeM();
    // Slightly beyond the lines, as players may stand there at a throw-in.
    constexpr double kBeyondM = 1.0;
    return {std::clamp(p_F.x() / scale.x(), -most.x() - kBeyondM, most.x() + kBeyondM),
            std::clamp(p_F.y() / scale.y(), -most.y() - kBeyondM, most.y() + kBeyondM)};
}

// Snaps to a ball position of the file if one is near.
Vector2d FormationField::snapped(const Vector2d& ball) const {
    const auto near = sampleNear(placeOnWidget(ball));
    return near ? near->ball : ball;
}

std::optional<FormationSample> FormationField::sampleNear(const QPointF& pos) const {
    std::optional<FormationSample> nearest;
    double nearestPx = kSampleReachPx;
    for (const FormationSample& sample : m_view.text->samples(m_view.situation)) {
        const double awayPx = distancePx(placeOnWidget(sample.ball), pos);
        if (awayPx < nearestPx) {
            nearestPx = awayPx;
            nearest = sample;
        }
    }
    return nearest;
}

std::optional<FormationField::Grip> FormationField::gripAt(const QPointF& pos,
                                                           bool movesSample) const {
    if (movesSample) {
        if (auto sample = sampleNear(pos)) {
            return Grip{-1, sample, placeOnWidget(sample->ball) - pos};
        }
        return std::nullopt;
    }
    std::optional<Grip> grip;
    double nearestPx = kReachPx;
    const auto consider = [&](int role, const QPointF& middle) {
        const double awayPx = distancePx(middle, pos);
        if (awayPx < nearestPx) {
            nearestPx = awayPx;
            grip = Grip{role, std::nullopt, middle - pos};
        }
    };
    consider(-1, placeOnWidget(m_view.ball));
    for (std::size_t role = 0; role < m_view.text->formation().roles().size(); ++role) {
        consider(static_cast<int>(role), placeOnWidget(m_view.placeOf(role)));
    }
    return grip;
}

void FormationField::mousePressEvent(QMouseEvent* event) {
    m_grip.reset();
    const bool isShift = event->modifiers() == Qt::ShiftModifier;
    if (m_view.text && event->button() == Qt::LeftButton &&
        (event->modifiers() == Qt::NoModifier || isShift)) {
        m_grip = gripAt(event->position(), isShift);
        m_gripAt = event->position();
        if (m_grip) { // the object under the mouse is being moved
            QEvent leave(QEvent::Leave);
            FieldView::leaveEvent(&leave);
        }
        if (m_grip && m_grip->role >= 0) {
            Q_EMIT roleSelected(m_grip->role);
        }
    }
    if (!m_grip) {
        FieldView::mousePressEvent(event);
    }
}

void FormationField::mouseMoveEvent(QMouseEvent* event) {
    if (!m_grip || !m_view.text) {
        FieldView::mouseMoveEvent(event);
        return;
    }
    m_grip->hasMoved = m_grip->hasMoved || distancePx(event->position(), m_gripAt) > kClickPx;
    if (m_grip->hasMoved) {
        drag(event->position(), false);
    }
}

void FormationField::mouseReleaseEvent(QMouseEvent* event) {
    const bool isClick = distancePx(event->position(), m_gripAt) <= kClickPx;
    if (m_grip && m_view.text) {
        if (m_grip->hasMoved) {
            drag(event->position(), true);
        }
        m_grip.reset();
        return;
    }
    FieldView::mouseReleaseEvent(event);
    if (m_view.text && isClick && event->button() == Qt::LeftButton) {
        if (const auto sample = sampleNear(event->position())) {
            Q_EMIT ballMoved(sample->ball);
        }
    }
}

void FormationField::drag(const QPointF& pos, bool isDone) {
    const Vector2d place = placeAt(pos + m_grip->offPx);
    if (m_grip->role >= 0) {
        Q_EMIT roleMoved(m_grip->role, place, isDone);
    } else if (m_grip->sample) {
        Q_EMIT sampleMoved(*m_grip->sample, place, isDone);
    } else {
        Q_EMIT ballMoved(snapped(place));
    }
}

// These keys take precedence over the match's shortcuts.
bool FormationField::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isStep = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right ||
                            key->key() == Qt::Key_Up || key->key() == Qt::Key_Down;
        if ((isStep && m_view.role >= 0) || key->key() == Qt::Key_Delete ||
            editKeyOf(*key) != EditKey::None) {
            event->accept();
            return true;
        }
    }
    return FieldView::event(event);
}

void FormationField::keyPressEvent(QKeyEvent* event) {
    if (takeEditKey(*this, *event)) {
        return;
    }
    if (event->key() == Qt::Key_Delete) {
        Q_EMIT removeRequested();
        return;
    }
    const double stepM = event->modifiers().testFlag(Qt::ShiftModifier) ? kLargeStepM : kKeyStepM;
    const Vector2d step = event->key() == Qt::Key_Left    ? Vector2d(-stepM, 0.0)
                          : event->key() == Qt::Key_Right ? Vector2d(stepM, 0.0)
                          : event->key() == Qt::Key_Up    ? Vector2d(0.0, stepM)
                          : event->key() == Qt::Key_Down  ? Vector2d(0.0, -stepM)
                                                          : Vector2d(0.0, 0.0);
    const bool hasRole = m_view.text && m_view.role >= 0;
    if (!hasRole || step.isZero()) {
        FieldView::keyPressEvent(event);
        return;
    }
    const Vector2d place = m_view.placeOf(static_cast<std::size_t>(m_view.role)) + step;
    Q_EMIT roleMoved(m_view.role, place, true);
}

} // namespace sideline::widgets
