#include "widgets/train/figure_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <QObject>

#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

// The moment of a keyframe, which is given by its time or its name: `at 0.45 s`, `in kick`.
QString momentText(const QString& keyframe) {
    bool isTime = false;
    static_cast<void>(keyframe.toDouble(&isTime));
    return isTime ? QObject::tr("at %1 s").arg(keyframe) : QObject::tr("in %1").arg(keyframe);
}

} // namespace

QString trainedText(QString name, const robot::RobotModel& model) {
    static const QString kInterval = QStringLiteral(".after");
    static const QString kSpeed = QStringLiteral(".speed");
    QString count; // distinguishes keyframes of the same name
    if (const qsizetype hash = name.lastIndexOf(u'#'); hash > 0) {
        count = QStringLiteral(" (%1)").arg(name.mid(hash + 1));
        name.truncate(hash);
    }
    if (name.endsWith(kInterval)) {
        return QObject::tr("Time before the keyframe %1")
                   .arg(momentText(name.chopped(kInterval.size()))) +
               count;
    }
    if (name == QStringLiteral("gains.kp") || name == QStringLiteral("gains.kd")) {
        return QObject::tr("%1 of the motion").arg(name.last(2));
    }
    const std::array<std::pair<QString, QString>, 3> parts = {
        {{kSpeed, QObject::tr("Speed of %1 %2")},
         {QStringLiteral(".kp"), QObject::tr("kp of %1 %2")},
         {QStringLiteral(".kd"), QObject::tr("kd of %1 %2")}}};
    const auto part =
        std::ranges::find_if(parts, [&](const auto& each) { return name.endsWith(each.first); });
    const bool isPart = part != parts.end();
    const QString key = isPart ? name.chopped(part->first.size()) : name;
    // Times and joint names may contain dots.
    for (qsizetype point = key.indexOf(u'.'); point > 0; point = key.indexOf(u'.', point + 1)) {
        const std::string joint = key.mid(point + 1).toStdString();
        const QString text = jointText(model, joint);
        if (text != toQt(joint)) {
            return (isPart ? part->second.arg(text.toLower()) : QStringLiteral("%1 %2").arg(text))
                       .arg(momentText(key.left(point))) +
                   count;
        }
    }
    return name + count;
}

QString figureText(std::string_view name) {
    if (name == "headShare") {
        return QObject::tr("Relative head height");
    }
    static constexpr std::array<std::string_view, 7> kUnits = {"S",   "M",   "Mps", "Deg",
                                                               "Rad", "Dps", "N"};
    std::vector<std::string> words(1);
    for (const char c : name) {
        const bool isCapital = c >= 'A' && c <= 'Z';
        if (isCapital && !words.back().empty()) {
            words.emplace_back();
        }
        words.back().push_back(c);
    }
    if (words.size() > 1 && std::ranges::find(kUnits, words.back()) != kUnits.end()) {
        words.pop_back();
    }
    QString text;
    for (const std::string& word : words) {
        text += text.isEmpty() ? toQt(word) : u' ' + toQt(word).toLower();
    }
    return capitalized(text);
}

} // namespace sideline::widgets
