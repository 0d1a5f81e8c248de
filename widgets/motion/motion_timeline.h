#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <QWidget>

#include "widgets/motion/motion_transport.h"
#include "widgets/motion/motion_view.h"

namespace sideline::widgets {

/// The timeline of a motion: ruler with markers, loop range and playhead; tracks for balance and
/// findings; below, the dope sheet (rows of keys, by limb and joint) or the curves. Values in,
/// signals out: it never changes the motion itself. GUI thread only.
class MotionTimeline : public QWidget {
    Q_OBJECT
public:
    enum class Mode { DopeSheet, Curves };

    explicit MotionTimeline(QWidget* parent = nullptr);
    ~MotionTimeline() override;

    void setView(const MotionView& view);
    void setSelection(const keyframe::KeySelection& selection);
    [[nodiscard]] const keyframe::KeySelection& selection() const;
    /// Time in the motion that the other views show.
    void setCursor(double timeS);
    [[nodiscard]] double cursorS() const;
    void setMode(Mode mode);
    [[nodiscard]] Mode mode() const;
    /// Sets the joints whose curves are shown and whose rows are marked, besides those of the
    /// selection.
    void setChosenJoints(const std::vector<keyframe::JointName>& joints);
    void showAll();       ///< zooms to the whole motion
    void showSelection(); ///< zooms to the selected keys
    [[nodiscard]] double visibleBeginS() const;
    [[nodiscard]] double visibleEndS() const;
    /// Time range that the user marked on the ruler.
    [[nodiscard]] std::optional<std::pair<double, double>> range() const;
    /// The row over the ruler; visible once it has buttons.
    [[nodiscard]] MotionTransport& transport();
    /// Whether keys, a marker or the like are being dragged or grabbed.
    [[nodiscard]] bool isInGesture() const;

    [[nodiscard]] QSize sizeHint() const override { return {900, 280}; }
    /// Curves need more height than rows of keys to be readable.
    [[nodiscard]] QSize minimumSizeHint() const override;

    // Commands of the main window's keys and menus; each is one edit of the selection. While the
    // timeline has the focus it handles these keys itself: G moves, S stretches and E extends the
    // selection with the mouse, Ctrl+D duplicates and moves, Del and X delete, A selects all,
    // Ctrl+C, Ctrl+X, Ctrl+V and Ctrl+Shift+V copy and paste, Home and `.` show all and the
    // selection, arrows step by frames and keyframes, M sets a marker, F2 names the keyframe at the
    // playhead, Enter selects its keys.
    void deleteSelection();
    void duplicateSelection();
    void copySelection();
    void cutSelection();
    void paste(bool isFlipped);
    void selectAll();
    void flipSelection();
    void reverseSelection();
    void reverseSelectionAtCursor();
    void extendSelection(); ///< moves the keys on the mouse's side of the playhead
    void setSelectionCurve(keyframe::Curve curve);
    void goToKeyframe(int step); ///< the next (1) or previous (-1) keyframe
    void insertTimeAtCursor(double byS);
    void addMarkerAtCursor();

Q_SIGNALS:
    void cursorMoved(double timeS);
    void selectionChanged(const sideline::keyframe::KeySelection& selection);
    void edited(const sideline::widgets::MotionEdit& edit);
    /// The user clicked a mark of a finding.
    void findingActivated(const sideline::keyframe::Finding& finding);
    void jointChosen(const QString& joint);
    /// The user wants a keyframe of the whole pose here (double click on the summary row).
    void keyframeRequested(double timeS);
    void modeChanged(Mode mode);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::widgets
