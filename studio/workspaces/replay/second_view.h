#pragma once

#include <QLabel>
#include <QPointer>
#include <QSettings>
#include <QToolButton>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "viewer3d/view/match_view.h"

namespace sideline::studio {

/// A second 3D view of the same frames, with a camera of its own. It is created when it is first
/// visible, and receives no frames while it is hidden. GUI thread only.
class SecondView : public QWidget {
    Q_OBJECT
public:
    /// @param first view that shows the same frames @param store stores the camera
    SecondView(viewer3d::MatchView& first, const ActionTable& actions, QSettings& store);
    ~SecondView() override;

    /// Returns the view; null until it is first visible.
    [[nodiscard]] viewer3d::MatchView* view() const { return m_view; }
    /// Returns the widget that the view fills.
    [[nodiscard]] QWidget* viewWidget() const { return m_container; }
    /// Returns whether keys and menus of the camera apply to this view: the user clicked it last.
    [[nodiscard]] bool hasKeys() const { return m_hasKeys && isVisible(); }
    [[nodiscard]] QSize sizeHint() const override { return {420, 300}; }

Q_SIGNALS:
    /// The user has chosen another mode of this view's camera.
    void modeRequested(sideline::viewer3d::CameraMode mode);
    /// Another view now receives the keys, or the mode of this view's camera has changed.
    void cameraChanged();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeView();
    void leave();
    void makeMenu(const ActionTable& actions);
    void setHasKeys(bool hasKeys);
    void showMode();

    QPointer<viewer3d::MatchView> m_first; ///< may be deleted first when the window closes
    const ActionTable& m_actions;
    QSettings& m_store;
    QToolButton* m_camera;
    QLabel* m_keys;
    viewer3d::MatchView* m_view = nullptr;
    QWidget* m_container = nullptr;
    bool m_hasKeys = false;
};

} // namespace sideline::studio
