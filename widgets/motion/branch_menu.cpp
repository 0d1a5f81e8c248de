#include "widgets/motion/branch_menu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QMenu>
#include <QObject>
#include <QStringList>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::Branch;
using keyframe::Condition;
using motion::ConditionKind;

constexpr double kBranchReachS = 0.011; // half a cycle plus rounding

struct ConditionText {
    ConditionKind kind;
    const char* so;
    const char* notSo;
};
constexpr std::array kConditionTexts = {
    ConditionText{ConditionKind::Fallen, QT_TRANSLATE_NOOP("QObject", "if it has fallen"),
                  QT_TRANSLATE_NOOP("QObject", "if it has not fallen")},
    ConditionText{ConditionKind::FallenOnFront,
                  QT_TRANSLATE_NOOP("QObject", "if it lies on its front"),
                  QT_TRANSLATE_NOOP("QObject", "if it does not lie on its front")},
    ConditionText{ConditionKind::FallenOnBack,
                  QT_TRANSLATE_NOOP("QObject", "if it lies on its back"),
                  QT_TRANSLATE_NOOP("QObject", "if it does not lie on its back")},
    ConditionText{ConditionKind::FallenOnLeft,
                  QT_TRANSLATE_NOOP("QObject", "if it lies on its left side"),
                  QT_TRANSLATE_NOOP("QObject", "if it does not lie on its left side")},
    ConditionText{ConditionKind::FallenOnRight,
                  QT_TRANSLATE_NOOP("QObject", "if it lies on its right side"),
                  QT_TRANSLATE_NOOP("QObject", "if it does not lie on its right side")},
    ConditionText{ConditionKind::Upright, QT_TRANSLATE_NOOP("QObject", "if it is upright"),
                  QT_TRANSLATE_NOOP("QObject", "if it is not upright")},
    ConditionText{ConditionKind::LeftFootContact,
                  QT_TRANSLATE_NOOP("QObject", "if the left foot touches the ground"),
                  QT_TRANSLATE_NOOP("QObject", "if the left foot does not touch the ground")},
    ConditionText{ConditionKind::RightFootContact,
                  QT_TRANSLATE_NOOP("QObject", "if the right foot touches the ground"),
                  QT_TRANSLATE_NOOP("QObject", "if the right foot does not touch the ground")},
    ConditionText{ConditionKind::BothFeetContact,
                  QT_TRANSLATE_NOOP("QObject", "if both feet touch the ground"),
                  QT_TRANSLATE_NOOP("QObject", "unless both feet touch the ground")},
    ConditionText{ConditionKind::AnyFootContact,
                  QT_TRANSLATE_NOOP("QObject", "if a foot touches the ground"),
                  QT_TRANSLATE_NOOP("QObject", "if no foot touches the ground")},
    ConditionText{ConditionKind::Always, QT_TRANSLATE_NOOP("QObject", "always"),
                  QT_TRANSLATE_NOOP("QObject", "never")},
    ConditionText{ConditionKind::JointOff,
                  QT_TRANSLATE_NOOP("QObject", "if joint %1 is off by more than %2°"),
                  QT_TRANSLATE_NOOP("QObject", "if joint %1 is off by at most %2°")},
};

void askForMotion(const TimelinePlace& place, const QString& name,
                  const std::function<void(std::string)>& take) {
    place.ask(name, QObject::tr("Motion to play, by name or file"), [take](const QString& written) {
        if (const QString motion = written.trimmed(); !motion.isEmpty()) {
            take(motion.toStdString());
        }
    });
}

void addNew(QMenu& menu, TimelineState& state, const TimelinePlace& place,
            std::optional<double> timeS, const Condition& condition) {
    QObject::connect(
        menu.addAction(capitalized(conditionWords(condition)) + QStringLiteral("...")),
        &QAction::triggered, &state, [&state, place, timeS, condition] {
            askForMotion(place, {}, [&state, timeS, condition](std::string motion) {
                state.edits().setBranch(std::nullopt, Branch{timeS, condition, std::move(motion)});
            });
        });
}

// A condition on a joint also needs its name and angle.
void addNewOfJoint(QMenu& menu, TimelineState& state, const TimelinePlace& place,
                   std::optional<double> timeS) {
    QObject::connect(
        menu.addAction(QObject::tr("If a joint is off...")), &QAction::triggered, &state,
        [&state, place, timeS] {
            place.ask(QStringLiteral("lle4 10 "),
                      QObject::tr("Joint, degrees and motion, such as: lle4 10 recover"),
                      [&state, timeS](const QString& written) {
                          const QStringList words = written.simplified().split(QLatin1Char(' '));
                          bool isNumber = false;
                          const double angleDeg = words.value(1).toDouble(&isNumber);
                          if (!isNumber || angleDeg < 0.0 || words.size() < 3) {
                              return;
                          }
                          const QString motion = words.mid(2).join(QLatin1Char(' '));
                          state.edits().setBranch(std::nullopt,
                                                  Branch{timeS,
                                                         {ConditionKind::JointOff, false,
                                                          words[0].toStdString(), angleDeg},
                                                         motion.toStdString()});
                      });
        });
}

} // namespace

QString conditionWords(const Condition& condition) {
    const auto* found = std::ranges::find(kConditionTexts, condition.kind, &ConditionText::kind);
    const QString words = QObject::tr(condition.isNegated ? found->notSo : found->so);
    return condition.kind == ConditionKind::JointOff
               ? words.arg(toQt(condition.joint)).arg(condition.angleDeg)
               : words;
}

QString branchWords(const Branch& branch) {
    const QString when = branch.timeS ? QObject::tr("At %1").arg(secondsText(*branch.timeS))
                                      : QObject::tr("At the end");
    return QObject::tr("%1, %2: play '%3'")
        .arg(when, conditionWords(branch.condition), toQt(branch.motion));
}

double branchTimeS(const keyframe::Motion& motion, const Branch& branch) {
    return std::min(branch.timeS.value_or(motion.endS()), motion.endS());
}

std::vector<std::size_t> branchesNear(const keyframe::Motion& motion, double timeS, double reachS) {
    std::vector<std::size_t> near;
    for (std::size_t i = 0; i < motion.branches.size(); ++i) {
        if (std::abs(branchTimeS(motion, motion.branches[i]) - timeS) <= reachS) {
            near.push_back(i);
        }
    }
    return near;
}

void addBranches(QMenu& menu, TimelineState& state, const TimelinePlace& place) {
    const keyframe::Motion& motion = state.motion();
    const bool isAtEnd = place.timeS >= motion.endS() - kBranchReachS;
    const std::optional<double> timeS = isAtEnd ? std::nullopt : std::optional(place.timeS);
    QMenu* fresh =
        menu.addMenu(isAtEnd ? QObject::tr("Play another motion at the end")
                             : QObject::tr("Play another motion at %1").arg(secondsText(*timeS)));
    for (const ConditionText& each : kConditionTexts) {
        if (each.kind != ConditionKind::JointOff) {
            addNew(*fresh, state, place, timeS, {each.kind, false, {}, 0.0});
        }
    }
    addNewOfJoint(*fresh, state, place, timeS);
    QMenu* otherwise = fresh->addMenu(QObject::tr("If not"));
    for (const ConditionText& each : kConditionTexts) {
        if (each.kind != ConditionKind::JointOff && each.kind != ConditionKind::Always) {
            addNew(*otherwise, state, place, timeS, {each.kind, true, {}, 0.0});
        }
    }
    for (const std::size_t index : branchesNear(motion, place.timeS, kBranchReachS)) {
        const Branch branch = motion.branches[index];
        QMenu* own = menu.addMenu(branchWords(branch));
        QObject::connect(own->addAction(QObject::tr("Play another one...")), &QAction::triggered,
                         &state, [&state, place, index, branch] {
                             askForMotion(place, toQt(branch.motion),
                                          [&state, index, branch](std::string motionName) {
                                              Branch next = branch;
                                              next.motion = std::move(motionName);
                                              state.edits().setBranch(index, std::move(next));
                                          });
                         });
        QObject::connect(own->addAction(QObject::tr("Remove branch")), &QAction::triggered, &state,
                         [&state, index] { state.edits().removeBranch(index); });
    }
}

} // namespace sideline::widgets
