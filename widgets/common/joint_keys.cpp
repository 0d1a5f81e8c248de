#include "widgets/common/joint_keys.h"

#include <algorithm>

#include "agentcore/math/angles.h"

namespace sideline::widgets {

namespace {

constexpr qint64 kSameWordMs = 1000;
constexpr qint64 kFirstLetterMs = 5000; // timeout for the first letter after the initial key

bool begins(const JointName& name, const QString& word) {
    return name.key.startsWith(word, Qt::CaseInsensitive) ||
           name.perceptor.startsWith(word, Qt::CaseInsensitive) ||
           name.name.startsWith(word, Qt::CaseInsensitive) ||
           name.fullName.startsWith(word, Qt::CaseInsensitive);
}

} // namespace

std::optional<double> jointStepRad(const QKeyEvent& event) {
    const bool isLeft = event.key() == Qt::Key_Left;
    if (!isLeft && event.key() != Qt::Key_Right) {
        return std::nullopt;
    }
    double stepDeg = 1.0;
    if (event.modifiers().testFlag(Qt::ShiftModifier)) {
        stepDeg = 5.0;
    } else if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) {
        stepDeg = 0.1;
    }
    return math::radFromDeg(isLeft ? -stepDeg : stepDeg);
}

bool isPlainKey(const QKeyEvent& event) {
    return (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
}

bool isJointLetter(const QKeyEvent& event) {
    const QString text = event.text();
    return isPlainKey(event) && text.size() == 1 &&
           (text[0].isLetter() || (text[0].isDigit() && text[0] != u'0'));
}

bool isZeroKey(const QKeyEvent& event) {
    return isPlainKey(event) && event.key() == Qt::Key_0;
}

bool isJointKey(const QKeyEvent& event) {
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Slash:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return isPlainKey(event);
    default:
        return false;
    }
}

void JointSearch::begin() {
    m_typed.clear();
    m_isBegun = true;
    m_typedAt.start();
}

bool JointSearch::isInWord() const {
    return (m_isBegun || !m_typed.isEmpty()) && m_typedAt.isValid() &&
           m_typedAt.elapsed() <= (m_isBegun ? kFirstLetterMs : kSameWordMs);
}

std::optional<std::size_t> JointSearch::find(const QString& typed,
                                             const std::vector<const JointName*>& names) {
    if (!isInWord()) {
        m_typed.clear();
        m_isBegun = false;
    }
    m_typedAt.start();
    for (const QString& word : {m_typed + typed, typed}) {
        const auto found =
            std::ranges::find_if(names, [&](const JointName* name) { return begins(*name, word); });
        if (found != names.end()) {
            m_typed = word;
            m_isBegun = false;
            return static_cast<std::size_t>(found - names.begin());
        }
    }
    m_typed.clear();
    return std::nullopt;
}

} // namespace sideline::widgets
