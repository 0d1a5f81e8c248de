#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <QObject>

#include "widgets/common/text_format.h"
#include "widgets/motion/motion_view.h"
#include "widgets/motion/timeline_edits.h"
#include "widgets/motion/timeline_rows.h"

namespace sideline::widgets {

inline constexpr double kDegPerRad = 57.295779513082320877;

/// Mapping of times to a widget's width.
struct TimeAxis {
    double beginS = 0.0; ///< time at `leftPx`
    double endS = 1.0;   ///< time at `leftPx + widthPx`
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

/// Shared state of all parts of a timeline: the motion as rows of keys, selection and visible
/// range, and the edits that the parts request. GUI thread only.
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
    [[nodiscard]] const std::vector<JointRow>& rows() const { return m_rows.rows(); }
    [[nodiscard]] const std::vector<RowGroup>& groups() const { return m_rows.groups(); }
    [[nodiscard]] const std::vector<KeyframeMark>& keyframes() const { return m_rows.keyframes(); }
    [[nodiscard]] const JointRow* rowOf(const keyframe::JointName& joint) const {
        return m_rows.rowOf(joint);
    }
    void setExpanded(std::size_t group, bool isExpanded);
    void setAllExpanded(bool isExpanded);

    /// Replaces the selection without reporting it by `selectionChanged`.
    void setSelection(const keyframe::KeySelection& selection);
    [[nodiscard]] const keyframe::KeySelection& selection() const { return m_selection; }
    /// Selects keys on behalf of the user.
    void select(const keyframe::KeySelection& keys, Select how = Select::Replace);
    /// First and last time of the selection.
    [[nodiscard]] std::optional<std::pair<double, double>> selectedRange() const;

    /// Sets the joints that the user is working on; their rows are marked.
    void setChosenJoints(const std::vector<keyframe::JointName>& joints);
    void chooseJoint(const keyframe::JointName& joint, bool isAdded);
    [[nodiscard]] const std::set<keyframe::JointName>& chosenJoints() const { return m_chosen; }
    /// Rows whose curves are shown: chosen joints and those of selected keys, or all with keys.
    [[nodiscard]] std::vector<std::size_t> curveRows() const;

    [[nodiscard]] double cursorS() const { return m_cursorS; }
    void setCursor(double timeS);
    /// Moves the cursor on behalf of the user.
    void moveCursor(double timeS);
    void goToKeyframe(int step);
    void stepCursor(int steps);

    /// Snaps the time of an edit to a magnet within reach, otherwise to server cycles.
    /// @param hasMagnets whether edits snap to markers, the playhead and the ends of the loop
    /// within `reachS`
    /// @param withoutS a time to which edits do not snap: the start of the edit
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
    /// Zooms about a time; factors below 1 zoom in.
    void zoom(double factor, double aboutS);
    void pan(double byS) { showRange(m_beginS + byS, m_endS + byS); }
    [[nodiscard]] double beginS() const { return m_beginS; }
    [[nodiscard]] double endS() const { return m_endS; }

    /// Reports an edit, and its selection if that has changed. Does nothing without a motion.
    void apply(keyframe::Edited edited, const QString& text, int gesture = 0);
    void selectAll() { select(keyframe::allKeys(motion())); }
    [[nodiscard]] TimelineEdits& edits() { return m_edits; }

    void reportFinding(const keyframe::Finding& finding);
    void askForKeyframe(double timeS) { Q_EMIT keyframeRequested(timeS); }

Q_SIGNALS:
    void changed();     ///< drawn content
    void rowsChanged(); ///< the set of rows has changed
    void axisChanged(); ///< visible times
    void cursorChanged(double fromS, double toS);

    void cursorMoved(double timeS);
    void selectionChanged(const sideline::keyframe::KeySelection& selection);
    void edited(const sideline::widgets::MotionEdit& edit);
    void findingActivated(const sideline::keyframe::Finding& finding);
    void jointChosen(const QString& joint);
    void keyframeRequested(double timeS);

private:
    [[nodiscard]] keyframe::KeySelection unlocked(const keyframe::KeySelection& keys) const;

    MotionView m_view;
    TimelineRows m_rows;
    TimelineEdits m_edits{*this};
    keyframe::KeySelection m_selection;
    std::set<keyframe::JointName> m_chosen;
    std::optional<std::pair<double, double>> m_range;
    double m_cursorS = 0.0;
    double m_beginS = -0.05;
    double m_endS = 2.0;
};

/// `1 key`, `3 keys`.
[[nodiscard]] QString keysText(std::size_t count);
/// The curve kind in words, as in menus: `Smooth`.
[[nodiscard]] QString curveText(keyframe::Curve curve);
/// The condition of a wait, in words: `Wait for the left foot`.
[[nodiscard]] QString waitText(keyframe::WaitKind kind);

} // namespace sideline::widgets
