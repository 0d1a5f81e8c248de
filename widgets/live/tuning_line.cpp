#include "widgets/live/tuning_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QSignalBlocker>
#include <QWheelEvent>

#include "widgets/common/name_text.h"
#include "widgets/common/number_field.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr int kSteps = 1000; // steps of a slider
constexpr int kMaxNameCharacters = 16;
constexpr int kNameMarginPx = 4;

// The wheel scrolls the lines and must not change a gait.
template <typename Widget>
class Unwheeled : public Widget {
public:
    using Widget::Widget;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

// Enough decimals to distinguish the steps of the slider.
int decimalsFor(double range) {
    return std::isfinite(range) && range > 0.0
               ? std::clamp(3 - static_cast<int>(std::floor(std::log10(range))), 0, 6)
               : 3;
}

QString textOf(const TuningRow& row, const TuningValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? TuningLine::tr("on") : TuningLine::tr("off");
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return QString::number(*number, 'g', 6) +
               (row.unit.isEmpty() ? QString() : QLatin1Char(' ') + row.unit);
    }
    const QString& text = std::get<QString>(value);
    return text.isEmpty() ? TuningLine::tr("empty") : text;
}

} // namespace

TuningLine::TuningLine(TuningRow row, QWidget* parent) : QWidget(parent), m_row(std::move(row)) {
    QHBoxLayout* line = rowIn(this);
    m_name = new QLabel(titleText(m_row.name));
    m_name->setTextFormat(Qt::PlainText);
    line->addWidget(m_name);
    if (std::holds_alternative<bool>(m_row.value)) {
        m_switch = new QCheckBox;
        m_switch->setObjectName(QStringLiteral("parameter-switch"));
        line->addWidget(m_switch, 1);
        connect(m_switch, &QCheckBox::toggled, this, [this](bool isOn) { take(isOn, true); });
    } else if (std::holds_alternative<QString>(m_row.value)) {
        m_text = new QLineEdit;
        m_text->setObjectName(QStringLiteral("parameter-text"));
        line->addWidget(m_text, 1);
        connect(m_text, &QLineEdit::editingFinished, this, [this] {
            if (TuningValue(m_text->text()) != m_row.value) {
                take(m_text->text(), true);
            }
        });
    } else {
        buildNumber(*line);
    }
    m_reset = new QToolButton;
    m_reset->setObjectName(QStringLiteral("parameter-reset"));
    m_reset->setText(QStringLiteral("↺"));
    m_reset->setAutoRaise(true);
    m_reset->setFocusPolicy(Qt::NoFocus);
    line->addWidget(m_reset);
    connect(m_reset, &QToolButton::clicked, this, [this] { Q_EMIT resetRequested(m_row.name); });
    showValue();
}

void TuningLine::buildNumber(QHBoxLayout& line) {
    const double range = m_row.most - m_row.least;
    if (hasSlider()) {
        m_slider = new Unwheeled<QSlider>(Qt::Horizontal);
        m_slider->setObjectName(QStringLiteral("parameter-slider"));
        m_slider->setRange(0, kSteps);
        m_slider->setPageStep(kSteps / 20);
        m_slider->setMinimumWidth(50);
        line.addWidget(m_slider, 1);
        connect(m_slider, &QSlider::valueChanged, this,
                [this](int step) { take(atStep(step), !m_slider->isSliderDown()); });
        connect(m_slider, &QSlider::sliderReleased, this, [this] { take(m_row.value, true); });
    } else {
        line.addStretch(1);
    }
    const int decimals = decimalsFor(range);
    m_number = new Unwheeled<NumberField>;
    m_number->setObjectName(QStringLiteral("parameter-number"));
    m_number->setDecimals(decimals);
    m_number->setRange(std::max(m_row.least, -1e9), std::min(m_row.most, 1e9));
    m_number->setSingleStep(hasSlider() ? atStep(10) - m_row.least : 0.1);
    m_number->setSuffix(m_row.unit.isEmpty() ? QString() : QLatin1Char(' ') + m_row.unit);
    m_number->setKeyboardTracking(false);
    m_number->setFocusPolicy(Qt::StrongFocus);
    m_number->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_number->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("-0.0000 m s/rad ")));
    line.addWidget(m_number);
    connect(m_number, &QDoubleSpinBox::valueChanged, this,
            [this](double value) { take(value, true); });
}

bool TuningLine::hasSlider() const {
    return std::isfinite(m_row.least) && std::isfinite(m_row.most) && m_row.most > m_row.least;
}

double TuningLine::atStep(int step) const {
    const double value = std::lerp(m_row.least, m_row.most, step / static_cast<double>(kSteps));
    const double digits = std::pow(10.0, decimalsFor(m_row.most - m_row.least));
    return std::clamp(std::round(value * digits) / digits, m_row.least, m_row.most);
}

int TuningLine::stepAt(double value) const {
    return static_cast<int>(
        std::lround((value - m_row.least) / (m_row.most - m_row.least) * kSteps));
}

void TuningLine::setNameWidth(int widthPx) {
    m_name->setFixedWidth(widthPx);
    m_name->setText(
        QFontMetrics(bold(font()))
            .elidedText(titleText(m_row.name), Qt::ElideMiddle, widthPx - kNameMarginPx));
}

int TuningLine::nameWidthHint() const {
    const QFontMetrics metrics(bold(font()));
    return std::min(metrics.horizontalAdvance(titleText(m_row.name)),
                    kMaxNameCharacters * metrics.averageCharWidth()) +
           kNameMarginPx;
}

void TuningLine::take(const TuningValue& value, bool isDone) {
    m_row.value = value;
    showValue();
    Q_EMIT changed(m_row.name, value, isDone);
}

void TuningLine::setValues(const TuningValue& value, const TuningValue& initial) {
    if (m_row.value != value || m_row.initial != initial) {
        m_row.value = value;
        m_row.initial = initial;
        showValue();
    }
}

// Does not move the slider while the user drags it.
void TuningLine::showValue() {
    const TuningValue& value = m_row.value;
    if (m_switch != nullptr) {
        const QSignalBlocker quiet(m_switch);
        m_switch->setChecked(std::get<bool>(value));
        m_switch->setText(textOf(m_row, value));
    } else if (m_text != nullptr) {
        if (m_text->text() != std::get<QString>(value)) {
            m_text->setText(std::get<QString>(value));
        }
    } else {
        const double number = std::get<double>(value);
        if (m_slider != nullptr && !m_slider->isSliderDown()) {
            const QSignalBlocker quiet(m_slider);
            m_slider->setValue(stepAt(number));
        }
        const QSignalBlocker quiet(m_number);
        m_number->setValue(number);
    }
    m_name->setFont(isChanged() ? bold(font()) : font());
    m_reset->setEnabled(isChanged());
    m_reset->setToolTip(tr("Reset to %1").arg(textOf(m_row, m_row.initial)));
    QString tip = m_row.name + QLatin1Char('\n') + m_row.description;
    if (hasSlider()) {
        tip += tr("\n%1 to %2").arg(textOf(m_row, m_row.least), textOf(m_row, m_row.most));
    }
    tip += tr("\ninitial value: %1").arg(textOf(m_row, m_row.initial));
    setToolTip(tip);
}

} // namespace sideline::widgets
