#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <QObject>

#include "agentcore/game/constants.h"
#include "widgets/motion/motion_view.h"

namespace sideline::widgets {

inline constexpr double kDegPerRad = 57.295779513082320877;

/// Where times lie across a widget.
struct TimeAxis {
    double beginS = 0.0; ///< at `leftPx`
    double endS = 1.0;   ///< at `leftPx + widthPx`
    double leftPx = 0.0;
    double widthPx = 1.0;

    [[nodiscard]] double xOf(double timeS) const {
        return leftPx + (timeS - beginS) / (endS - beginS) * widthPx;
    }
    [[nodiscard]] double timeAt(double x) const {
        return beginS + (x - leftPx) / widthPx * (endS - beginS);
    }
    [[nodiscard]] double secondsPerPx() const { return (endS - beginS) / widthPx; }
};

/// A key as it is drawn.
struct KeyMark {
    double timeS = 0.0;
    double angleDeg = 0.0; ///< of an expression with the motion's parameters; NaN if it has none
    keyframe::Curve curve = keyframe::Curve::Linear;
    bool isSelected = false;
    bool isExpression = false;
    bool isHeld = false; ///< has the angle of the key before it
};

/// Keys of a group, or of all joints, at the same time.
struct KeyframeMark {
    double timeS = 0.0;
    std::size_t keyframe = 0; ///< index in the motion
    int count = 0;            ///< of keys; 0 for a keyframe that only waits or sends limbs
    int selected = 0;
    bool hasLimb = false;
};

/// A joint's row.
struct JointRow {
    keyframe::JointName joint;
    QString name;      ///< within its group: `Knee`
    QString fullName;  ///< `Left knee`
    robot::JointId id; ///< none if the robot has no such joint
    std::size_t group = 0;
    bool isMuted = false;
    bool isLocked = false; ///< its keys cannot be selected
    std::vector<KeyMark> keys;
};

/// Rows of a limb.
struct RowGroup {
    QString name;
    std::size_t begin = 0; ///< first row
    std::size_t end = 0;   ///< one past the last
    bool isExpanded = false;
    std::vector<KeyframeMark> marks;
};

/// What all parts of a timeline share: the motion as rows of keys, what is selected and shown, and
/// the edits that the parts ask for. GUI thread only.
class TimelineState : public QObject {
    Q_OBJECT
public:
    enum class Select { Replace, Add, Toggle };

    explicit TimelineState(QObject* parent = nullptr);

    void setView(const MotionView& view);
    [[nodiscard]] const MotionView& view() const { return m_view; }
    [[nodiscard]] bool hasMotion() const { return m_view.motion != nullptr; }
    /// The motion; an empty one if none is open.
    [[nodiscard]] const keyframe::Motion& motion() const;
    [[nodiscard]] const std::vector<JointRow>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<RowGroup>& groups() const { return m_groups; }
    [[nodiscard]] const std::vector<KeyframeMark>& keyframes() const { return m_keyframes; }
    [[nodiscard]] const JointRow* rowOf(const keyframe::JointName& joint) const;
    void setExpanded(std::size_t group, bool isExpanded);
    void setAllExpanded(bool isExpanded);

    /// Replaces the selection without telling anybody outside.
    void setSelection(const keyframe::KeySelection& selection);
    [[nodiscard]] const keyframe::KeySelection& selection() const { return m_selection; }
    /// The user selects.
    void select(const keyframe::KeySelection& keys, Select how = Select::Replace);
    /// First and last time of the selection.
    [[nodiscard]] std::optional<std::pair<double, double>> selectedRange() const;

    /// Joints that the user works on; rows of them are marked.
    void setChosenJoints(const std::vector<keyframe::JointName>& joints);
    void chooseJoint(const keyframe::JointName& joint, bool isAdded);
    [[nodiscard]] const std::set<keyframe::JointName>& chosenJoints() const { return m_chosen; }
    /// Rows whose curves are shown: chosen joints and those of selected keys, or all with keys.
    [[nodiscard]] std::vector<std::size_t> curveRows() const;

    [[nodiscard]] double cursorS() const { return m_cursorS; }
    void setCursor(double timeS);
    /// The user moves it.
    void moveCursor(double timeS);
    void goToKeyframe(int step);
    void stepCursor(int steps);

    double snapStepS = game::kStepS;
    /// Where an edit that comes near `timeS` should end.
    /// @param hasMagnets also markers, the playhead and the ends of the loop attract within
    ///     `reachS`
    /// @param withoutS a time that does not attract: where the edit began
    [[nodiscard]] double snapped(double timeS, bool hasMagnets, double reachS,
                                 std::optional<double> withoutS = {}) const;

    /// Time range that the user marked on the ruler.
    [[nodiscard]] const std::optional<std::pair<double, double>>& range() const { return m_range; }
    void setRange(std::optional<std::pair<double, double>> range);

    /// Width of the column of names.
    [[nodiscard]] static int gutterPx(int widgetWidth);
    [[nodiscard]] TimeAxis axis(int widgetWidth) const;
    void showRange(double beginS, double endS);
    void showAll();
    void showSelection();
    /// Zooms about a time; factors below 1 come nearer.
    void zoom(double factor, double aboutS);
    void pan(double byS) { showRange(m_beginS + byS, m_endS + byS); }
    [[nodiscard]] double beginS() const { return m_beginS; }
    [[nodiscard]] double endS() const { return m_endS; }

    // Edits; each reports `edited` once. Nothing happens without a motion or a selection.
    void apply(keyframe::Edited edited, const QString& text, int gesture = 0);
    void deleteSelection();
    void duplicateSelection();
    void copySelection();
    void cutSelection();
    [[nodiscard]] bool canPaste() const { return !m_clip.isEmpty(); }
    void paste(double atS, bool isFlipped);
    void selectAll();
    void flipSelection();
    void reverseSelection();
    /// Turns it around in time about the playhead.
    void reverseSelectionAtCursor();
    void setSelectionCurve(keyframe::Curve curve);
    void setSelectionSpeedScale(double scale);
    void insertTime(double atS, double byS);
    void stretchRange(double factor);
    void deleteRange();
    void setLoop(std::optional<keyframe::LoopRange> loop, int gesture = 0);
    void setMarker(double timeS, const QString& name);
    void removeMarker(double timeS);
    /// @param old place of the branch that it replaces; nothing: a new one
    void setBranch(std::optional<std::size_t> old, keyframe::Branch branch);
    void removeBranch(std::size_t branch);
    void renameKeyframe(double timeS, const QString& name);
    void setWait(double timeS, std::optional<keyframe::Wait> wait);
    void setMuted(const keyframe::JointName& joint, bool isMuted);
    void setLocked(const keyframe::JointName& joint, bool isLocked);
    /// A key where the joint's curve is at that time.
    void insertKey(const JointRow& row, double timeS);

    void reportFinding(const keyframe::Finding& finding);
    void askForKeyframe(double timeS) { Q_EMIT keyframeRequested(timeS); }

Q_SIGNALS:
    void changed();     ///< something that is drawn
    void rowsChanged(); ///< which rows there are
    void axisChanged(); ///< which times are shown
    void cursorChanged(double fromS, double toS);

    void cursorMoved(double timeS);
    void selectionChanged(const sideline::keyframe::KeySelection& selection);
    void edited(const sideline::widgets::MotionEdit& edit);
    void findingActivated(const sideline::keyframe::Finding& finding);
    void jointChosen(const QString& joint);
    void keyframeRequested(double timeS);

private:
    void buildRows(const std::set<keyframe::JointName>& unknown);
    [[nodiscard]] std::set<keyframe::JointName> buildMarks();
    void rebuild();
    void markSelection();
    [[nodiscard]] keyframe::KeySelection unlocked(const keyframe::KeySelection& keys) const;
    [[nodiscard]] JointRow* findRow(const keyframe::JointName& joint);

    MotionView m_view;
    std::vector<JointRow> m_rows;
    std::vector<RowGroup> m_groups;
    std::vector<KeyframeMark> m_keyframes;
    std::vector<std::size_t> m_rowsByName; ///< sorted by joint
    keyframe::KeySelection m_selection;
    std::set<keyframe::JointName> m_chosen;
    keyframe::KeyClip m_clip;
    std::optional<std::pair<double, double>> m_range;
    double m_cursorS = 0.0;
    double m_beginS = -0.05;
    double m_endS = 2.0;
};

/// `1 key`, `3 keys`.
[[nodiscard]] QString keysText(std::size_t count);
/// The curve kind in words, as in menus: `Smooth`.
[[nodiscard]] QString curveText(keyframe::Curve curve);
/// What a wait waits for, in words: `Wait for the left foot`.
[[nodiscard]] QString waitText(keyframe::WaitKind kind);
/// `0.40 s`, with a third decimal only where it says something.
[[nodiscard]] QString secondsText(double timeS);

/// The first mark at or after a time, and the one nearest to it; marks in order of time.
template <typename Mark>
[[nodiscard]] typename std::vector<Mark>::const_iterator firstFrom(const std::vector<Mark>& marks,
                                                                   double timeS) {
    auto first = marks.begin();
    for (auto count = marks.end() - first; count > 0;) {
        const auto half = count / 2;
        if ((first + half)->timeS < timeS) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

/// The mark nearest to a time, within a reach; null if none is.
template <typename Mark>
[[nodiscard]] const Mark* nearestMark(const std::vector<Mark>& marks, double timeS, double reachS) {
    const Mark* best = nullptr;
    double bestS = reachS;
    for (auto mark = firstFrom(marks, timeS - reachS);
         mark != marks.end() && mark->timeS <= timeS + reachS; ++mark) {
        const double awayS = mark->timeS < timeS ? timeS - mark->timeS : mark->timeS - timeS;
        if (awayS <= bestS) {
            bestS = awayS;
            best = &*mark;
        }
    }
    return best;
}

} // namespace sideline::widgets
