#include "widgets/localization/image_plane_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "agentcore/math/angles.h"
#include "widgets/localization/camera_picture.h"
#include "widgets/localization/image_plane_notes.h"
#include "widgets/localization/image_plane_paint.h"
#include "widgets/localization/observation_text.h"

namespace sideline::widgets {

namespace {

constexpr std::array kResidualScales = {1, 5, 10, 20};
constexpr std::array kStretches = {1, 2, 3, 5};
constexpr double kMarginDeg = 5.0;
constexpr double kMinPxPerDeg = 1.0;
constexpr double kMaxPxPerDeg = 400.0;
constexpr int kPictureClickPx = 4;
constexpr double kReachPx = 7.0;

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < 128;
}

} // namespace

ImagePlaneView::ImagePlaneView(QWidget* parent)
    : QWidget(parent),
      m_field(std::make_unique<field::FieldModel>(field::newestField().dimensions)),
      m_picture(std::make_unique<CameraPicture>()),
      m_transform(std::make_unique<PlaneTransform>()) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Camera view"));
    buildMenu();
    fit();
}

ImagePlaneView::~ImagePlaneView() = default;

void ImagePlaneView::buildMenu() {
    m_menu = new QMenu(this);
    auto* fitAction = m_menu->addAction(tr("Fit view"), this, &ImagePlaneView::fit);
    fitAction->setObjectName(QStringLiteral("fit"));
    m_trueView = m_menu->addAction(tr("Ground-truth view"));
    m_trueView->setObjectName(QStringLiteral("trueView"));
    m_trueView->setCheckable(true);
    connect(m_trueView, &QAction::toggled, this, &ImagePlaneView::setTrueViewShown);
    m_menu->setToolTipsVisible(true);
    addChoices(tr("Residuals"), QStringLiteral("residuals"), kResidualScales, m_residualScale,
               &ImagePlaneView::setResidualScale);
    addChoices(tr("Heights"), QStringLiteral("heights"), kStretches, m_stretch,
               &ImagePlaneView::setStretch);
    refresh();
}

void ImagePlaneView::addChoices(const QString& title, const QString& name,
                                const std::array<int, 4>& values, int chosen,
                                void (ImagePlaneView::*set)(int)) {
    m_menu->addSection(title);
    auto* group = new QActionGroup(this);
    for (const int value : values) {
        auto* choice = m_menu->addAction(value == 1 ? tr("%1 unscaled").arg(title)
                                                    : tr("%1 \u00d7 %2").arg(title).arg(value));
        choice->setObjectName(name + QString::number(value));
        choice->setCheckable(true);
        choice->setChecked(value == chosen);
        group->addAction(choice);
        connect(choice, &QAction::triggered, this, [this, set, value] { (this->*set)(value); });
    }
}

void ImagePlaneView::setField(const field::FieldModel& field) {
    if (!(field.dimensions() == m_field->dimensions())) {
        *m_field = field;
        refresh();
    }
}

void ImagePlaneView::setInstant(std::shared_ptr<const LocalizeInstant> instant) {
    m_instant = std::move(instant);
    refresh();
    if (m_isFitted) {
        fit(); // the horizon may have moved
    }
}

// Recomputes the picture.
void ImagePlaneView::refresh() {
    *m_picture = m_instant ? makePicture(*m_instant, *m_field) : CameraPicture();
    const bool hasTruth = m_instant && m_instant->truth_SCAtVision;
    m_trueView->setEnabled(hasTruth);
    m_trueView->setToolTip(hasTruth ? tr("Draws the field as seen from the true camera pose")
                                    : tr("No ground truth for the camera pose"));
    changed();
}

void ImagePlaneView::changed() {
    m_ground = {};
    update();
}

void ImagePlaneView::setHighlighted(int observation) {
    if (observation != m_highlighted) {
        m_highlighted = observation;
        update();
    }
}

void ImagePlaneView::setResidualScale(int scale) {
    if (std::ranges::find(kResidualScales, scale) != kResidualScales.end()) {
        m_residualScale = scale;
        findChild<QAction*>(QStringLiteral("residuals%1").arg(scale))->setChecked(true);
        update();
    }
}

void ImagePlaneView::setStretch(int stretch) {
    if (std::ranges::find(kStretches, stretch) == kStretches.end()) {
        return;
    }
    m_stretch = stretch;
    findChild<QAction*>(QStringLiteral("heights%1").arg(stretch))->setChecked(true);
    if (m_isFitted) {
        fit();
    } else {
        m_transform->stretch = stretchNow();
        changed();
    }
}

void ImagePlaneView::setTrueViewShown(bool on) {
    m_showsTruth = on;
    m_trueView->setChecked(on);
    update();
}

QPointF ImagePlaneView::halfViewDeg() const {
    const LocalizeInstant fallback;
    const LocalizeInstant& instant = m_instant ? *m_instant : fallback;
    const auto half = [](double rad, double maxDeg) {
        const double deg = math::degFromRad(rad);
        return std::isfinite(deg) ? std::clamp(deg, 1.0, maxDeg) : 60.0;
    };
    return {half(instant.halfViewWidthRad, 180.0), half(instant.halfViewHeightRad, 90.0)};
}

// The field is a band below the horizon only if the camera is level.
double ImagePlaneView::stretchNow() const {
    constexpr double kMaxTilt = 0.42; // limit of the sine of the roll
    const Eigen::Matrix3d& R = m_picture->X_SC.R;
    const bool isLevel = m_picture->hasPose && std::abs(R(2, 0)) < kMaxTilt && R(2, 2) > 0.0;
    return isLevel ? m_stretch : 1.0;
}

void ImagePlaneView::fit() {
    const QPointF half = halfViewDeg() + QPointF(kMarginDeg, kMarginDeg);
    const double stretch = stretchNow();
    const double wholePxPerDeg = std::min(width() / (2 * half.x()), height() / (2 * half.y()));
    // Even short widgets show a band of this height.
    constexpr double kBandDeg = 30.0;
    const double bandPxPerDeg = std::min(width() / (2 * half.x()),
                                         std::max(wholePxPerDeg, height() / (kBandDeg * stretch)));
    m_transform->pxPerDeg =
        std::clamp(stretch > 1.0 ? bandPxPerDeg : wholePxPerDeg, kMinPxPerDeg, kMaxPxPerDeg);
    m_transform->stretch = stretch;
    m_transform->middlePx = QPointF(width() / 2.0, height() / 2.0);
    // The horizon is in the upper part if not everything fits.
    const double visibleDeg = height() / (2 * m_transform->pxPerDegUp());
    const double roomDeg = std::max(0.0, half.y() - visibleDeg);
    const double horizonDeg =
        math::degFromRad(std::atan2(-m_picture->X_SC.R(2, 1), m_picture->X_SC.R(2, 2)));
    m_transform->centerDeg = {
        0.0, stretch > 1.0 ? std::clamp(horizonDeg - 0.4 * visibleDeg, -roomDeg, roomDeg) : 0.0};
    m_isFitted = true;
    changed();
}

QPointF ImagePlaneView::toWidget(double thetaDeg, double phiDeg) const {
    return m_transform->toWidget(QPointF(thetaDeg, phiDeg));
}

int ImagePlaneView::observationAt(const QPointF& pos) const {
    int best = -1;
    double bestPx = kReachPx;
    for (const PictureMark& mark : m_picture->marks) {
        const double distance = distanceOf(mark, *m_transform, pos);
        if (distance < bestPx) {
            bestPx = distance;
            best = mark.observation;
        }
    }
    return best;
}

QString ImagePlaneView::tipAt(const QPointF& pos) const {
    const int observation = observationAt(pos);
    if (observation < 0) {
        return {};
    }
    return describeObservation(
               m_instant->vision.observations[static_cast<std::size_t>(observation)], *m_field)
        .text();
}

void ImagePlaneView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    if (!m_instant || !noVisionText(m_instant.get()).isEmpty()) {
        painter.fillRect(rect(), palette().color(QPalette::Base));
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QRectF(rect()).adjusted(16, 8, -16, -8),
                         static_cast<int>(Qt::AlignCenter) | static_cast<int>(Qt::TextWordWrap),
                         noVisionText(m_instant.get()));
        return;
    }
    if (m_ground.isNull()) {
        m_ground =
            paintGround(size(), *m_transform, *m_picture, m_field->dimensions(), isDark(palette()));
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(QRect(QPoint(0, 0), m_ground.size() * kGroundCellPx), m_ground);
    PlaneLook look;
    look.halfViewDeg = halfViewDeg();
    look.residualScale = m_residualScale;
    look.showsTruth = m_showsTruth;
    look.highlighted = m_highlighted;
    look.hovered = m_hover && !m_isDragging ? observationAt(*m_hover) : -1;
    look.belief = m_instant->beliefs[static_cast<std::size_t>(m_instant->chosen)].color;
    paintPicture(painter, *m_transform, *m_picture, look, size());
    paintPlaneNotes(painter, *m_instant, *m_picture, look, m_transform->stretch, size());
    if (look.hovered >= 0) {
        paintTip(
            painter,
            describeObservation(
                m_instant->vision.observations[static_cast<std::size_t>(look.hovered)], *m_field),
            *m_hover, size());
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void ImagePlaneView::resizeEvent(QResizeEvent* /*event*/) {
    if (m_isFitted) {
        fit();
    } else {
        m_transform->middlePx = QPointF(width() / 2.0, height() / 2.0);
        changed();
    }
}

void ImagePlaneView::mousePressEvent(QMouseEvent* event) {
    m_pressedAt = m_lastMouse = event->position();
    m_isPressed = event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton;
    m_isDragging = false;
}

void ImagePlaneView::mouseMoveEvent(QMouseEvent* event) {
    m_hover = event->position();
    if (m_isPressed && event->buttons() != Qt::NoButton) {
        const QPointF total = event->position() - m_pressedAt;
        m_isDragging = m_isDragging || std::abs(total.x()) + std::abs(total.y()) > kPictureClickPx;
        if (m_isDragging) {
            const QPointF moved = event->position() - m_lastMouse;
            m_transform->centerDeg +=
                QPointF(moved.x() / m_transform->pxPerDeg, moved.y() / m_transform->pxPerDegUp());
            m_transform->centerDeg.rx() = std::clamp(m_transform->centerDeg.x(), -180.0, 180.0);
            m_transform->centerDeg.ry() = std::clamp(m_transform->centerDeg.y(), -90.0, 90.0);
            m_isFitted = false;
            m_ground = {};
            m_lastMouse = event->position();
        }
    }
    update();
}

void ImagePlaneView::mouseReleaseEvent(QMouseEvent* event) {
    if (m_isPressed && !m_isDragging && event->button() == Qt::LeftButton) {
        pick(observationAt(event->position()));
    }
    m_isPressed = m_isDragging = false;
    update();
}

void ImagePlaneView::mouseDoubleClickEvent(QMouseEvent* /*event*/) {
    m_isPressed = m_isDragging = false;
    fit();
}

void ImagePlaneView::leaveEvent(QEvent* /*event*/) {
    m_hover.reset();
    update();
}

void ImagePlaneView::wheelEvent(QWheelEvent* event) {
    constexpr double kNotch = 120.0;
    zoom(std::pow(1.25, event->angleDelta().y() / kNotch), event->position());
    event->accept();
}

// Keeps the point at `pos` fixed.
void ImagePlaneView::zoom(double factor, const QPointF& pos) {
    const QPointF under = m_transform->toDirection(pos);
    m_transform->pxPerDeg = std::clamp(m_transform->pxPerDeg * factor, kMinPxPerDeg, kMaxPxPerDeg);
    m_transform->centerDeg += under - m_transform->toDirection(pos);
    m_isFitted = false;
    changed();
}

void ImagePlaneView::pick(int observation) {
    setHighlighted(observation);
    Q_EMIT observationPicked(observation);
}

// Selects the next observation to the right or left, wrapping around at the ends.
void ImagePlaneView::step(int by) {
    std::vector<const PictureMark*> marks;
    for (const PictureMark& mark : m_picture->marks) {
        marks.push_back(&mark);
    }
    if (marks.empty()) {
        return;
    }
    const auto place = [](const PictureMark* mark) {
        return mark->pointCount == 2 ? (mark->measured[0].x() + mark->measured[1].x()) / 2
                                     : mark->measured[0].x();
    };
    std::ranges::stable_sort(marks, std::greater<>(), place);
    const auto now = std::ranges::find(marks, m_highlighted, &PictureMark::observation);
    const auto count = static_cast<int>(marks.size());
    const int at = now != marks.end() ? static_cast<int>(now - marks.begin()) : by > 0 ? -1 : count;
    pick(marks[static_cast<std::size_t>((at + by + count) % count)]->observation);
}

void ImagePlaneView::keyPressEvent(QKeyEvent* event) {
    constexpr double kKeyZoom = 1.25;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        step(1);
        break;
    case Qt::Key_Left:
    case Qt::Key_Up:
        step(-1);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(kKeyZoom, rect().center());
        break;
    case Qt::Key_Minus:
        zoom(1.0 / kKeyZoom, rect().center());
        break;
    case Qt::Key_0:
        fit();
        break;
    case Qt::Key_Escape:
        if (m_highlighted >= 0) {
            pick(-1);
            break;
        }
        [[fallthrough]];
    default:
        QWidget::keyPressEvent(event);
    }
}

void ImagePlaneView::contextMenuEvent(QContextMenuEvent* event) {
    m_menu->popup(event->globalPos());
}

void ImagePlaneView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        changed();
    }
    QWidget::changeEvent(event);
}

} // namespace sideline::widgets
