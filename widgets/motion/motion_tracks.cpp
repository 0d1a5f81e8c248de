#include "widgets/motion/motion_tracks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainterPath>
#include <QWheelEvent>

#include "agentcore/game/constants.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::Finding;

constexpr double kFullMarginM = 0.05; // margin at the edge of the track; a foot is 0.08 m wide
constexpr double kTrackReachPx = 6.0;

// The most severe last, so that it is on top.
constexpr std::array kSeverities = {Finding::Severity::Note, Finding::Severity::Warning,
                                    Finding::Severity::Error};

QColor severityColor(Finding::Severity severity, const TimelineColors& colors) {
    switch (severity) {
    case Finding::Severity::Error:
        return colors.bad;
    case Finding::Severity::Warning:
        return colors.warning;
    case Finding::Severity::Note:
        return colors.cursor;
    }
    return colors.text;
}

QString kindText(const Finding& finding) {
    switch (finding.kind) {
    case Finding::Kind::AngleOutOfLimits:
        return MotionTracks::tr("Beyond the joint limit");
    case Finding::Kind::TooFast:
        return MotionTracks::tr("Too fast");
    case Finding::Kind::SelfCollision:
        return MotionTracks::tr("Self-collision");
    case Finding::Kind::OutOfBalance:
        return MotionTracks::tr("Out of balance");
    case Finding::Kind::Unreachable:
        return MotionTracks::tr("Out of reach");
    case Finding::Kind::UnknownJoint:
        return finding.severity == Finding::Severity::Note
                   ? MotionTracks::tr("This robot has no toes")
                   : MotionTracks::tr("Unknown joint");
    default:
        return MotionTracks::tr("Finding");
    }
}

// A symbol for each kind: joint limit, speed, two colliding bodies, a tipping robot, others.
void paintSign(QPainter& painter, const QPointF& at, Finding::Kind kind, const QColor& color) {
    painter.setPen(QPen(color, 2.0));
    painter.setBrush(Qt::NoBrush);
    const auto line = [&](double x0, double y0, double x1, double y1) {
        painter.drawLine(at + QPointF(x0, y0), at + QPointF(x1, y1));
    };
    switch (kind) {
    case Finding::Kind::AngleOutOfLimits:
        line(-4, -4, 4, -4);
        line(0, 4, 0, -2);
        line(-3, 0, 0, -3);
        line(3, 0, 0, -3);
        break;
    case Finding::Kind::TooFast:
        line(-4, -4, 0, 0);
        line(0, 0, -4, 4);
        line(1, -4, 5, 0);
        line(5, 0, 1, 4);
        break;
    case Finding::Kind::SelfCollision:
        line(-4, -4, 4, 4);
        line(-4, 4, 4, -4);
        break;
    case Finding::Kind::OutOfBalance:
        line(-5, 4, 5, 4);
        line(-2, 4, 3, -4);
        break;
    default:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(at, 4.5, 4.5);
        break;
    }
}

// Works for samples of the analysis and for measured ones.
template <typename Sample>
std::vector<std::optional<BalanceColumn>> columnsOf(const std::vector<Sample>& samples,
                                                    double beginS, double endS, std::size_t count) {
    std::vector<std::optional<BalanceColumn>> columns(count);
    if (samples.empty() || count == 0 || endS <= beginS) {
        return columns;
    }
    const double partS = (endS - beginS) / static_cast<double>(count);
    auto next = firstFrom(samples, beginS);
    for (std::size_t i = 0; i < count; ++i) {
        const double fromS = beginS + partS * static_cast<double>(i);
        std::optional<BalanceColumn>& column = columns[i];
        const auto add = [&](const Sample& sample) {
            if (!column) {
                column = BalanceColumn{sample.zmpMarginM, sample.comMarginM};
            }
            column->zmpMarginM = std::min(column->zmpMarginM, sample.zmpMarginM);
            column->comMarginM = std::min(column->comMarginM, sample.comMarginM);
        };
        for (; next != samples.end() && next->timeS < fromS + partS; ++next) {
            add(*next);
        }
        // A column between two samples repeats the previous sample.
        if (!column && next != samples.begin() && next != samples.end()) {
            add(*std::prev(next));
        }
    }
    return columns;
}

QString marginText(double marginM) {
    const QString mm = QString::number(std::abs(marginM) * 1000.0, 'f', 0);
    return marginM < 0.0 ? MotionTracks::tr("%1 mm outside").arg(mm)
                         : MotionTracks::tr("%1 mm inside").arg(mm);
}

// Paints margins about a middle line: the area is the center of pressure or zero-moment point, the
// line the center of mass.
void paintMargins(QPainter& painter, const std::vector<std::optional<BalanceColumn>>& columns,
                  int from, double middle, double reach, const TimelineColors& colors) {
    const auto heightOf = [&](double marginM) {
        return std::clamp(marginM / kFullMarginM, -1.0, 1.0) * reach;
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    QColor inside = colors.good;
    inside.setAlphaF(0.75F);
    QColor outside = colors.bad;
    outside.setAlphaF(0.85F);
    std::vector<QPointF> mass;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!columns[i]) {
            continue;
        }
        const double x = from + static_cast<double>(i);
        const double height = heightOf(columns[i]->zmpMarginM);
        // A point outside the support polygon is visible even if it is barely outside.
        const double seen = height < 0.0 ? std::min(height, -2.0) : height;
        painter.fillRect(QRectF(x, seen >= 0.0 ? middle - seen : middle, 1.0, std::abs(seen)),
                         seen >= 0.0 ? inside : outside);
        mass.emplace_back(x + 0.5, middle - heightOf(columns[i]->comMarginM));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.text, 1.2));
    painter.drawPolyline(mass.data(), static_cast<int>(mass.size()));
}

} // namespace

std::vector<std::optional<BalanceColumn>> balanceColumns(const keyframe::MotionAnalysis& analysis,
                                                         double beginS, double endS,
                                                         std::size_t count) {
    return columnsOf(analysis.samples, beginS, endS, count);
}

MotionTracks::MotionTracks(TimelineState& state, QWidget* parent)
    : QWidget(parent), m_state(state) {
    setObjectName(QStringLiteral("motionTracks"));
    setAccessibleName(tr("Balance and findings of the motion"));
    layOut(false);
    followState(*this, m_state);
}

bool MotionTracks::hasMeasured() const {
    const auto& played = m_state.view().played;
    return played && !played->balance.empty();
}

void MotionTracks::layOut(bool isLow) {
    m_measuredHeight = !hasMeasured() ? 0 : isLow ? kLowMeasuredHeight : kMeasuredHeight;
    setFixedHeight((isLow ? kLowHeight : kHeight) + m_measuredHeight);
}

std::vector<const Finding*> MotionTracks::findingsAt(const QPointF& pos) const {
    std::vector<const Finding*> found;
    if (pos.y() < balanceHeight() || pos.x() < TimelineState::gutterPx(width())) {
        return found;
    }
    for (const Finding& finding : m_state.view().findings) {
        if (!finding.timeS) {
            continue;
        }
        const double begin = axis().xOf(*finding.timeS);
        const double end = axis().xOf(finding.endS.value_or(*finding.timeS));
        if (pos.x() >= begin - kTrackReachPx && pos.x() <= std::max(begin, end) + kTrackReachPx) {
            found.push_back(&finding);
        }
    }
    // Of overlapping marks, chooses the one with the nearest beginning, and of those the most
    // severe.
    std::ranges::stable_sort(found, [&](const Finding* a, const Finding* b) {
        const bool isNearA = std::abs(axis().xOf(*a->timeS) - pos.x()) <= kTrackReachPx;
        const bool isNearB = std::abs(axis().xOf(*b->timeS) - pos.x()) <= kTrackReachPx;
        return isNearA != isNearB ? isNearA : a->severity > b->severity;
    });
    return found;
}

QString MotionTracks::balanceTipAt(const QPointF& pos) const {
    const double timeS = axis().timeAt(pos.x());
    if (pos.y() >= plannedHeight()) {
        const PlayedJoints& played = *m_state.view().played;
        const auto sample = firstFrom(played.balance, timeS - game::kStepS / 2.0);
        if (sample == played.balance.end() || sample->timeS > timeS + 2.0 * game::kStepS) {
            return {};
        }
        return tr("%1, measured: center of pressure %2, center of mass %3")
            .arg(secondsText(sample->timeS), marginText(sample->zmpMarginM),
                 marginText(sample->comMarginM));
    }
    const auto& analysis = m_state.view().analysis;
    const keyframe::MotionSample* sample = analysis ? analysis->at(timeS) : nullptr;
    return sample != nullptr ? tr("%1: zero-moment point %2, center of mass %3")
                                   .arg(secondsText(sample->timeS), marginText(sample->zmpMarginM),
                                        marginText(sample->comMarginM))
                             : QString();
}

QString MotionTracks::tipAt(const QPointF& pos) const {
    if (pos.x() < TimelineState::gutterPx(width())) {
        return pos.y() < plannedHeight()
                   ? tr("Margin of the zero-moment point (area) and center of mass (line) inside "
                        "the support polygon: green inside, red outside")
               : pos.y() < balanceHeight()
                   ? tr("Margin of the center of pressure (area) and center of mass (line) inside "
                        "the support polygon, measured in the simulation test; the red line is "
                        "the fall, the dashed one its first cause")
                   : tr("Limits, speeds, self-collisions and loss of balance; click to go there");
    }
    if (pos.y() < balanceHeight()) {
        return balanceTipAt(pos);
    }
    constexpr std::size_t kMaxLines = 8;
    const auto found = findingsAt(pos);
    QStringList lines;
    for (std::size_t i = 0; i < std::min(found.size(), kMaxLines); ++i) {
        lines << tr("%1 at %2: %3")
                     .arg(kindText(*found[i]), secondsText(*found[i]->timeS), toQt(found[i]->text));
    }
    if (found.size() > kMaxLines) {
        lines << tr("and %1 more").arg(found.size() - kMaxLines);
    }
    return lines.join(QLatin1Char('\n'));
}

void MotionTracks::mousePressEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    if (event->button() != Qt::LeftButton || !m_state.hasMotion() ||
        pos.x() < TimelineState::gutterPx(width())) {
        return;
    }
    const auto found = findingsAt(pos);
    if (!found.empty()) {
        m_state.reportFinding(Finding(*found.front())); // a copy: receivers may change the view
    } else {
        m_state.moveCursor(m_state.snapped(axis().timeAt(pos.x()), false, 0.0));
    }
}

void MotionTracks::mouseMoveEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    if ((event->buttons() & Qt::LeftButton) != 0 && pos.y() < balanceHeight() &&
        m_state.hasMotion()) {
        m_state.moveCursor(m_state.snapped(axis().timeAt(pos.x()), false, 0.0));
    }
    setCursor(findingsAt(pos).empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void MotionTracks::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    if ((event->modifiers() & Qt::ShiftModifier) != 0) {
        m_state.pan(-notches * 0.1 * (m_state.endS() - m_state.beginS()));
    } else {
        m_state.zoom(std::pow(0.8, notches), axis().timeAt(event->position().x()));
    }
    event->accept();
}

bool MotionTracks::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showTip(*this, *help, tipAt(help->pos()));
        return true;
    }
    return QWidget::event(event);
}

void MotionTracks::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const TimelineColors colors(palette());
    const QRect part = event->rect();
    const int gutter = TimelineState::gutterPx(width());
    painter.fillRect(part, colors.base);
    painter.setFont(smallFont(font()));
    const QRectF box(gutter, 0.0, width() - gutter, height());
    painter.setClipRect(box.intersected(QRectF(part)));
    paintTimeGrid(painter, m_state, axis(), box, colors);
    paintBalance(painter, part, colors);
    paintFall(painter, colors);
    paintFindings(painter, colors);
    paintTimeLines(painter, m_state, axis(), box, colors);
    painter.setClipping(false);
    paintNames(painter, colors);
    painter.fillRect(QRect(0, plannedHeight() - 1, width(), 1), colors.grid);
    painter.fillRect(QRect(0, balanceHeight() - 1, width(), 1), colors.grid);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors.strongGrid);
    painter.fillRect(QRect(gutter - 1, 0, 1, height()), colors.strongGrid);
}

void MotionTracks::paintNames(QPainter& painter, const TimelineColors& colors) const {
    const int gutter = TimelineState::gutterPx(width());
    painter.fillRect(QRect(0, 0, gutter, height()), colors.gutter);
    painter.setPen(colors.text);
    painter.drawText(QRect(6, 0, gutter - 10, plannedHeight()), Qt::AlignVCenter | Qt::AlignLeft,
                     tr("Balance"));
    if (m_measuredHeight > 0) {
        painter.drawText(QRect(6, plannedHeight(), gutter - 10, m_measuredHeight),
                         Qt::AlignVCenter | Qt::AlignLeft, tr("measured"));
    }
    const auto& findings = m_state.view().findings;
    const auto errors = std::ranges::count_if(findings, [](const Finding& finding) {
        return finding.severity == Finding::Severity::Error;
    });
    QString count;
    if (!findings.empty()) {
        count = QString::number(findings.size());
    } else if (m_state.view().analysis) {
        count = tr("none");
    }
    const QRect row(6, balanceHeight(), gutter - 12, kFindingsHeight);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, tr("Findings"));
    painter.setPen(errors > 0 ? colors.bad : !findings.empty() ? colors.warning : colors.faint);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, count);
}

void MotionTracks::paintBalance(QPainter& painter, const QRect& part,
                                const TimelineColors& colors) const {
    const TimeAxis times = axis();
    const int from = std::max(part.left(), TimelineState::gutterPx(width())) - 1;
    const int count = part.right() + 2 - from;
    if (count <= 0) {
        return;
    }
    const double beginS = times.timeAt(from);
    const double endS = times.timeAt(from + count);
    const auto paint = [&](const auto& samples, double topPx, double heightPx) {
        const double middle = topPx + heightPx / 2.0;
        paintMargins(painter, columnsOf(samples, beginS, endS, static_cast<std::size_t>(count)),
                     from, middle, heightPx / 2.0 - 2.0, colors);
        painter.fillRect(QRectF(part.left(), middle, part.width(), 1.0), colors.faint);
    };
    if (const auto& analysis = m_state.view().analysis; analysis && !analysis->samples.empty()) {
        paint(analysis->samples, 0.0, plannedHeight());
    }
    if (m_measuredHeight > 0 && hasMeasured()) {
        paint(m_state.view().played->balance, plannedHeight(), m_measuredHeight);
    }
}

// Marks the fall and its first cause on the measured track.
void MotionTracks::paintFall(QPainter& painter, const TimelineColors& colors) const {
    if (m_measuredHeight == 0 || !hasMeasured()) {
        return;
    }
    const PlayedJoints& played = *m_state.view().played;
    const auto mark = [&](const std::optional<double>& timeS, Qt::PenStyle style) {
        if (timeS) {
            const double x = axis().xOf(*timeS);
            painter.setPen(QPen(colors.bad, 1.5, style));
            painter.drawLine(QPointF(x, plannedHeight()), QPointF(x, balanceHeight() - 1));
        }
    };
    mark(played.causeS, Qt::DashLine);
    mark(played.fellAtS, Qt::SolidLine);
}

void MotionTracks::paintFindings(QPainter& painter, const TimelineColors& colors) const {
    const double middle = balanceHeight() + kFindingsHeight / 2.0 - 0.5;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto& findings = m_state.view().findings;
    // Findings with a duration are bars; overlapping ones are merged, since they would hide the
    // signs.
    for (const auto severity : kSeverities) {
        std::vector<std::pair<double, double>> bars;
        for (const Finding& finding : findings) {
            if (finding.severity == severity && finding.timeS && finding.endS) {
                bars.emplace_back(*finding.timeS, *finding.endS);
            }
        }
        std::ranges::sort(bars);
        double doneS = -1.0;
        QColor color = severityColor(severity, colors);
        color.setAlphaF(0.3F);
        for (const auto& [beginS, endS] : bars) {
            if (endS > std::max(beginS, doneS)) {
                const double begin = axis().xOf(std::max(beginS, doneS));
                painter.fillRect(QRectF(begin, middle - 4.0, axis().xOf(endS) - begin, 8.0), color);
                doneS = endS;
            }
        }
    }
    // The most severe ones on top; nearly coincident signs are drawn once.
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto severity : kSeverities) {
        double last = -1e9;
        Finding::Kind lastKind = Finding::Kind::Other;
        for (const Finding& finding : findings) {
            if (!finding.timeS || finding.severity != severity) {
                continue;
            }
            const double x = axis().xOf(*finding.timeS);
            const bool isSeen = x > -10.0 && x < width() + 10.0;
            if (isSeen && (std::abs(x - last) > 4.0 || finding.kind != lastKind)) {
                paintSign(painter, QPointF(x, middle), finding.kind,
                          severityColor(severity, colors));
                last = x;
                lastKind = finding.kind;
            }
        }
    }
}

} // namespace sideline::widgets
