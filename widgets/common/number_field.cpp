#include "widgets/common/number_field.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <QCoreApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QTimer>
#include <QToolTip>

namespace sideline::widgets {

namespace {

constexpr int kFieldNoteMs = 6000;

// The typed text, without prefix and suffix.
QString numberPart(const QString& text, const QString& prefix, const QString& suffix) {
    QString part = text;
    if (!prefix.isEmpty() && part.startsWith(prefix)) {
        part.remove(0, prefix.size());
    }
    if (!suffix.isEmpty() && part.endsWith(suffix)) {
        part.chop(suffix.size());
    }
    return part.trimmed();
}

bool canBecomeNumber(const QString& part, const QLocale& locale) {
    static const QRegularExpression kNumber(QStringLiteral("^[+-]?\\d*\\.?\\d*$"));
    QString plain = part;
    return kNumber.match(plain.replace(locale.decimalPoint(), QStringLiteral("."))).hasMatch();
}

} // namespace

void showFieldNote(const QWidget& field, const QString& text) {
    QWidget* window = field.window();
    const QString name = QStringLiteral("fieldNote");
    delete window->findChild<QLabel*>(name, Qt::FindDirectChildrenOnly);
    // A label: a tool tip would disappear with the key press or click that leaves the field.
    auto* note = new QLabel(text, window);
    note->setObjectName(name);
    note->setAttribute(Qt::WA_TransparentForMouseEvents);
    note->setPalette(QToolTip::palette());
    note->setAutoFillBackground(true);
    note->setFrameShape(QFrame::Box);
    note->setMargin(3);
    note->adjustSize();
    QPoint place = field.mapTo(window, QPoint(0, field.height() + 2));
    if (place.y() + note->height() > window->height()) {
        place.setY(field.mapTo(window, QPoint()).y() - note->height() - 2);
    }
    place.setX(std::clamp(place.x(), 0, std::max(0, window->width() - note->width())));
    note->move(place);
    note->show();
    note->raise();
    QTimer::singleShot(kFieldNoteMs, note, &QObject::deleteLater);
}

template <typename Spin>
QValidator::State AnyNumber<Spin>::validate(QString& text, int& pos) const {
    const QValidator::State state = Spin::validate(text, pos);
    const bool isNumber =
        state == QValidator::Invalid &&
        canBecomeNumber(numberPart(text, this->prefix(), this->suffix()), this->locale());
    return isNumber ? QValidator::Intermediate : state;
}

template <typename Spin>
void AnyNumber<Spin>::fixup(QString& text) const {
    using Number = decltype(this->value());
    bool isNumber = false;
    const double written =
        this->locale().toDouble(numberPart(text, this->prefix(), this->suffix()), &isNumber);
    if (!isNumber) {
        Spin::fixup(text);
        return;
    }
    const auto lowest = static_cast<double>(this->minimum());
    const auto highest = static_cast<double>(this->maximum());
    const auto shown = [this](double number) {
        if constexpr (std::is_same_v<Number, int>) {
            return this->textFromValue(static_cast<int>(std::lround(number)));
        } else {
            return this->textFromValue(number);
        }
    };
    const QString taken = shown(std::clamp(written, lowest, highest));
    if (written < lowest || written > highest) {
        showFieldNote(*this,
                      QCoreApplication::translate("NumberField", "Must be %1 to %2: set to %3")
                          .arg(shown(lowest) + this->suffix(), shown(highest) + this->suffix(),
                               taken + this->suffix()));
    } else if (this->locale().toDouble(taken) != written) {
        showFieldNote(*this, QCoreApplication::translate("NumberField", "Rounded to %1")
                                 .arg(taken + this->suffix()));
    }
    text = this->prefix() + taken + this->suffix();
}

template class AnyNumber<QSpinBox>;
template class AnyNumber<QDoubleSpinBox>;

} // namespace sideline::widgets
