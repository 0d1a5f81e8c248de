#include "widgets/motion/timeline_menu.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QLineEdit>
#include <QMenu>

#include "widgets/common/text_format.h"
#include "widgets/motion/branch_menu.h"

namespace sideline::widgets {

namespace {

using Take = std::function<void(const QString&)>;

constexpr std::array kCurves = {keyframe::Curve::Hold, keyframe::Curve::Linear,
                                keyframe::Curve::Smooth, keyframe::Curve::Sine,
                                keyframe::Curve::Cubic};
constexpr std::array kWaits = {keyframe::WaitKind::LeftFootContact,
                               keyframe::WaitKind::RightFootContact,
                               keyframe::WaitKind::BothFeetContact, keyframe::WaitKind::Still};
constexpr double kRenameReachS = 0.0005;

QString text(const char* source) {
    return TimelineState::tr(source);
}

QAction* add(QMenu& menu, const QString& name, const char* keys, bool isEnabled,
             const std::function<void()>& run) {
    // Only shows the key beside the name; the main window or the timeline handles it.
    const QString shown = *keys != '\0' ? name + QLatin1Char('\t') + QLatin1String(keys) : name;
    QAction* action = menu.addAction(shown);
    action->setEnabled(isEnabled);
    QObject::connect(action, &QAction::triggered, &menu, run);
    return action;
}

// Passes a typed number to `take` if it is above `least`; accepts a decimal comma.
Take numberFor(double least, const std::function<void(double)>& take) {
    return [least, take](const QString& written) {
        bool isNumber = false;
        const double number =
            QString(written).replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&isNumber);
        if (isNumber && std::isfinite(number) && number > least) {
            take(number);
        }
    };
}

const keyframe::Keyframe* keyframeNear(const TimelineState& state, double timeS) {
    const auto* mark = nearestMark(state.keyframes(), timeS, kRenameReachS);
    return mark != nullptr ? &*state.motion().keyframes[mark->keyframe] : nullptr;
}

void addTime(QMenu& menu, TimelineState& state, const TimelinePlace& place) {
    QMenu* insert = menu.addMenu(text("Insert time at %1").arg(secondsText(place.timeS)));
    for (const double byS : {0.02, 0.1, 0.2, 0.5, 1.0}) {
        add(*insert, secondsText(byS), "", true,
            [&state, place, byS] { state.edits().insertTime(place.timeS, byS); });
    }
    add(*insert, text("Other..."), "", true, [&state, place] {
        place.ask(QStringLiteral("0.4"), text("Seconds to insert; negative removes time"),
                  numberFor(-1e4, [&state, place](double byS) {
                      state.edits().insertTime(place.timeS, byS);
                  }));
    });
}

void addRange(QMenu& menu, TimelineState& state, const TimelinePlace& place) {
    if (!state.range()) {
        return;
    }
    const double beginS = state.range()->first;
    const double endS = state.range()->second;
    menu.addSection(text("Range from %1 to %2").arg(secondsText(beginS), secondsText(endS)));
    add(menu, text("Select keys in range"), "", true, [&state, beginS, endS] {
        state.select(keyframe::keysInRange(state.motion(), beginS, endS));
    });
    QMenu* stretch = menu.addMenu(text("Stretch range"));
    for (const double factor : {0.5, 0.8, 1.25, 1.5, 2.0}) {
        add(*stretch,
            text("to %1 % (%2)").arg(factor * 100.0).arg(secondsText((endS - beginS) * factor)), "",
            true, [&state, factor] { state.edits().stretchRange(factor); });
    }
    add(*stretch, text("Other..."), "", true, [&state, place, beginS, endS] {
        place.ask(QString::number(endS - beginS), text("New length of the range in seconds"),
                  numberFor(0.0, [&state, beginS, endS](double lengthS) {
                      state.edits().stretchRange(lengthS / (endS - beginS));
                  }));
    });
    add(menu, text("Delete this time span"), "", true, [&state] { state.edits().deleteRange(); });
    add(menu, text("Loop this range"), "", true, [&state, beginS, endS] {
        const int count = state.motion().loop ? state.motion().loop->count : 0;
        state.edits().setLoop(keyframe::LoopRange{beginS, endS, count});
    });
}

void addKeyframe(QMenu& menu, TimelineState& state, const TimelinePlace& place) {
    const double timeS = place.timeS;
    const keyframe::Keyframe* keyframe = keyframeNear(state, timeS);
    if (keyframe == nullptr) {
        add(menu, text("Store whole pose here"), "K", true, [&state, timeS] {
            state.moveCursor(timeS);
            state.askForKeyframe(timeS);
        });
        if (const JointRow* row = state.rowOf(place.joint.toStdString());
            row != nullptr && !row->isLocked) {
            const std::string joint = row->joint;
            add(menu, text("Insert key of %1 here").arg(row->fullName), "", true,
                [&state, joint, timeS] {
                    if (const JointRow* at = state.rowOf(joint)) {
                        state.edits().insertKey(*at, timeS);
                    }
                });
        }
        return;
    }
    const QString name = toQt(keyframe->name);
    add(menu, text("Rename keyframe..."), "F2", true, [&state, place, name] {
        place.ask(name, text("Name of the keyframe"), [&state, place](const QString& next) {
            state.edits().renameKeyframe(place.timeS, next);
        });
    });
    QMenu* waits = menu.addMenu(text("Wait here"));
    const std::optional<keyframe::Wait> wait = keyframe->wait;
    const auto choose = [&](const QString& label, std::optional<keyframe::Wait> next, bool isIt) {
        QAction* action = add(*waits, label, "", true,
                              [&state, timeS, next] { state.edits().setWait(timeS, next); });
        action->setCheckable(true);
        action->setChecked(isIt);
    };
    choose(text("Do not wait"), std::nullopt, !wait);
    for (const keyframe::WaitKind kind : kWaits) {
        choose(waitText(kind), keyframe::Wait{kind, wait ? wait->timeoutS : 1.0},
               wait && wait->kind == kind);
    }
    waits->addSeparator();
    add(*waits, text("At most..."), "", wait.has_value(), [&state, place, wait] {
        place.ask(QString::number(wait->timeoutS), text("Longest wait in seconds"),
                  numberFor(0.0, [&state, place, wait](double timeoutS) {
                      state.edits().setWait(place.timeS, keyframe::Wait{wait->kind, timeoutS});
                  }));
    });
}

void addLoop(QMenu& menu, TimelineState& state, const TimelinePlace& place) {
    const auto loop = state.motion().loop;
    if (!loop) {
        const double endS = state.motion().endS();
        add(menu, text("Loop the whole motion"), "", endS > 0.0, [&state, endS] {
            state.edits().setLoop(keyframe::LoopRange{0.0, endS, 0});
        });
        return;
    }
    add(menu, text("Loop count..."), "", true, [&state, place, loop] {
        place.ask(QString::number(loop->count), text("Total passes; 0: forever"),
                  numberFor(-1.0, [&state, loop](double count) {
                      keyframe::LoopRange next = *loop;
                      next.count = static_cast<int>(std::lround(std::min(count, 1e6)));
                      state.edits().setLoop(next);
                  }));
    });
    add(menu, text("Remove loop"), "", true, [&state] { state.edits().setLoop(std::nullopt); });
}

} // namespace

void askForText(QWidget* parent, const QRect& place, const QString& text, const QString& tip,
                const Take& take) {
    auto* field = new QLineEdit(text, parent);
    field->setObjectName(QStringLiteral("timelineField"));
    field->setAttribute(Qt::WA_DeleteOnClose);
    field->setPlaceholderText(tip);
    field->setToolTip(tip);
    field->setAccessibleName(tip);
    QRect box = place;
    box.setHeight(std::max(box.height(), field->sizeHint().height()));
    box.moveLeft(std::clamp(box.left(), 0, std::max(0, parent->width() - box.width())));
    box.moveTop(std::clamp(box.top(), 0, std::max(0, parent->height() - box.height())));
    field->setGeometry(box);
    field->selectAll();
    field->show();
    field->setFocus(Qt::PopupFocusReason);
    QObject::connect(field, &QLineEdit::returnPressed, field, [field, take] {
        const QString written = field->text().trimmed();
        field->disconnect();
        field->close();
        take(written);
    });
    // Editing also ends when the focus moves elsewhere.
    QObject::connect(field, &QLineEdit::editingFinished, field, &QWidget::close);
}

void fillKeyMenu(QMenu& menu, TimelineState& state, const TimelinePlace& place) {
    const bool hasKeys = !state.selection().empty();
    if (hasKeys) {
        menu.addSection(keysText(state.selection().size()));
    }
    QMenu* curves = menu.addMenu(text("Curve of the selected keys"));
    curves->setEnabled(hasKeys);
    for (const keyframe::Curve curve : kCurves) {
        add(*curves, curveText(curve), "", hasKeys,
            [&state, curve] { state.edits().setSelectionCurve(curve); });
    }
    QMenu* gains = menu.addMenu(text("Gain of the motors"));
    gains->setEnabled(hasKeys);
    for (const double scale : {0.25, 0.5, 0.75, 1.0}) {
        add(*gains, text("%1 %").arg(scale * 100.0), "", hasKeys,
            [&state, scale] { state.edits().setSelectionSpeedScale(scale); });
    }
    menu.addSeparator();
    add(menu, text("Cut"), "Ctrl+X", hasKeys, [&state] { state.edits().cutSelection(); });
    add(menu, text("Copy"), "Ctrl+C", hasKeys, [&state] { state.edits().copySelection(); });
    add(menu, text("Paste here"), "Ctrl+V", state.edits().canPaste(),
        [&state, place] { state.edits().paste(place.timeS, false); });
    add(menu, text("Paste mirrored here"), "Ctrl+Shift+V", state.edits().canPaste(),
        [&state, place] { state.edits().paste(place.timeS, true); });
    add(menu, text("Duplicate"), "Ctrl+D", hasKeys,
        [&state] { state.edits().duplicateSelection(); });
    add(menu, text("Delete"), "Del", hasKeys, [&state] { state.edits().deleteSelection(); });
    menu.addSeparator();
    add(menu, text("Mirror (swap left and right)"), "", hasKeys,
        [&state] { state.edits().flipSelection(); });
    add(menu, text("Reverse in time"), "", hasKeys, [&state] { state.edits().reverseSelection(); });
    add(menu, text("Reverse about the playhead"), "Alt+R", hasKeys,
        [&state] { state.edits().reverseSelectionAtCursor(); });
    menu.addSeparator();
    addKeyframe(menu, state, place);
    addTime(menu, state, place);
    addRange(menu, state, place);
    menu.addSeparator();
    if (const JointRow* row = state.rowOf(place.joint.toStdString())) {
        const keyframe::JointName joint = row->joint;
        const auto addSwitch = [&](const QString& name, bool isOn, auto set) {
            QAction* action =
                add(menu, name.arg(row->fullName), "", true,
                    [&state, joint, isOn, set] { (state.edits().*set)(joint, !isOn); });
            action->setCheckable(true);
            action->setChecked(isOn);
        };
        addSwitch(text("Lock %1"), row->isLocked, &TimelineEdits::setLocked);
        addSwitch(text("Mute %1"), row->isMuted, &TimelineEdits::setMuted);
        menu.addSeparator();
    }
    add(menu, text("Select all keys"), "A", true, [&state] { state.selectAll(); });
    add(menu, text("Open all groups"), "", true, [&state] { state.setAllExpanded(true); });
    add(menu, text("Close all groups"), "", true, [&state] { state.setAllExpanded(false); });
}

void fillRulerMenu(QMenu& menu, TimelineState& state, const TimelinePlace& place) {
    const auto& markers = state.motion().markers;
    const auto marker = std::ranges::find_if(markers, [&](const keyframe::Marker& at) {
        return std::abs(at.timeS - place.timeS) <= kRenameReachS;
    });
    const double timeS = place.timeS;
    if (marker != markers.end()) {
        const QString name = toQt(marker->name);
        add(menu, text("Rename marker..."), "", true, [&state, place, name] {
            place.ask(name, text("Name of the marker"), [&state, place](const QString& next) {
                state.edits().setMarker(place.timeS, next);
            });
        });
        add(menu, text("Remove marker"), "", true,
            [&state, timeS] { state.edits().removeMarker(timeS); });
    } else {
        add(menu, text("Add marker at %1...").arg(secondsText(timeS)), "M", true, [&state, place] {
            place.ask(text("Marker"), text("Name of the marker"),
                      [&state, place](const QString& name) {
                          state.edits().setMarker(place.timeS, name);
                      });
        });
    }
    addBranches(menu, state, place);
    menu.addSeparator();
    addLoop(menu, state, place);
    addTime(menu, state, place);
    addRange(menu, state, place);
}

} // namespace sideline::widgets
