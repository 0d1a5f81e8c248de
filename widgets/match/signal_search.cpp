#include "widgets/match/signal_search.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QRegularExpression>

#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using logs::Quantity;
using logs::SignalId;

QStringList searchWordsOf(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[\\s._-]+"));
    return text.toLower().split(kBetween, Qt::SkipEmptyParts);
}

QString phraseOf(const QString& text) {
    return searchWordsOf(text).join(QLatin1Char(' '));
}

// Synonyms of quantities.
QStringList otherWords(Quantity quantity) {
    switch (quantity) {
    case Quantity::SpeedMps:
        return {QStringLiteral("velocity")};
    case Quantity::HeadingDeg:
        return {QStringLiteral("yaw"), QStringLiteral("orientation")};
    case Quantity::GameTimeS:
        return {QStringLiteral("clock")};
    case Quantity::BallDistanceM:
        return {QStringLiteral("distance to the ball")};
    default:
        return {};
    }
}

// The joint's name with its implied axis: a knee pitches.
QStringList jointWords(const robot::RobotModel& model, robot::JointId id) {
    // Arm joints of the real Nao, as named in other leagues.
    static constexpr std::array kNaoArm = {"shoulder pitch", "shoulder roll", "elbow yaw",
                                           "elbow roll"};
    const robot::Joint& joint = model.joint(id);
    QString name = phraseOf(jointText(model, id));
    const auto has = [&name](const char* word) { return name.contains(QLatin1String(word)); };
    if (!has("pitch") && !has("roll") && !has("yaw")) {
        constexpr double kAlong = 0.9;
        const Eigen::Vector3d axis = joint.axis.cwiseAbs();
        name += axis.x() > kAlong   ? QStringLiteral(" pitch") // robots look along y
                : axis.y() > kAlong ? QStringLiteral(" roll")
                : axis.z() > kAlong ? QStringLiteral(" yaw")
                                    : QString();
    }
    QStringList words = {name};
    const std::string& key = joint.perceptor;
    const bool isLeft = key.starts_with("laj");
    const int place = key.size() == 4 ? key.back() - '1' : -1;
    if ((isLeft || key.starts_with("raj")) && place >= 0 &&
        place < static_cast<int>(kNaoArm.size())) {
        words << (isLeft ? QStringLiteral("left ") : QStringLiteral("right ")) +
                     QLatin1String(kNaoArm[static_cast<std::size_t>(place)]);
    }
    return words;
}

bool isNumber(const QString& word) {
    return std::ranges::all_of(word, [](QChar c) { return c.isDigit(); });
}

bool begins(const QString& word, const QString& part) {
    return isNumber(part) ? word == part : word.startsWith(part);
}

SearchFit fitOf(const QStringList& search, const QStringList& words) {
    const auto count = search.size();
    for (qsizetype first = 0; first + count <= words.size(); ++first) {
        if (std::equal(
                search.begin(), search.end(), words.begin() + first,
                [](const QString& part, const QString& word) { return begins(word, part); })) {
            return SearchFit::Together;
        }
    }
    auto at = words.begin();
    const bool isInOrder = std::ranges::all_of(search, [&](const QString& part) {
        at = std::find_if(at, words.end(), [&](const QString& word) { return begins(word, part); });
        const bool isThere = at != words.end();
        at += isThere ? 1 : 0;
        return isThere;
    });
    if (isInOrder) {
        return SearchFit::InOrder;
    }
    const bool hasAll = std::ranges::all_of(search, [&](const QString& part) {
        return std::ranges::any_of(words, [&](const QString& word) {
            return isNumber(part) ? word == part : word.contains(part);
        });
    });
    return hasAll ? SearchFit::Words : SearchFit::None;
}

} // namespace

QStringList signalPhrases(const SignalId& id, const monitor::MatchFrame& frame) {
    const QString path = phraseOf(toQt(logs::signalName(id, &frame)));
    const QString object =
        path.section(QLatin1Char(' '), 0, id.object.kind == monitor::ObjectId::Kind::Robot ? 1 : 0);
    QStringList what = otherWords(id.quantity);
    if (const robot::RobotModel* model = logs::modelOfJoint(id, frame)) {
        QStringList words = jointWords(*model, robot::JointId(id.joint));
        if (id.quantity != Quantity::JointDeg) {
            for (QString& word : words) { // such as `torque left knee pitch`
                word.prepend(path.section(QLatin1Char(' '), 2, -2) + QLatin1Char(' '));
            }
        }
        what << words;
    }
    QStringList phrases = {path};
    for (const QString& words : what) {
        phrases << object + QLatin1Char(' ') + words;
    }
    const QString team = phraseOf(toQt(frame.game.teamName(id.object.robot.side)));
    if (id.object.kind == monitor::ObjectId::Kind::Robot && !team.isEmpty()) {
        for (const QString& phrase : QStringList(phrases)) {
            phrases << team + QLatin1Char(' ') + phrase.section(QLatin1Char(' '), 1);
        }
    }
    return phrases;
}

SearchFit searchFit(const QString& search, const QStringList& phrases) {
    const QStringList searchWords = searchWordsOf(search);
    SearchFit best = SearchFit::None;
    for (const QString& phrase : phrases) {
        best = std::max(best, fitOf(searchWords, phrase.split(QLatin1Char(' '))));
    }
    return best;
}

} // namespace sideline::widgets
