#pragma once

#include <QLabel>
#include <QPointer>
#include <QSettings>
#include <QToolButton>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "viewer3d/view/match_view.h"

namespace sideline::studio {

/// A second 3D view of what the first one shows, with a camera of its own. It is made when it is
/// first seen, and is sent nothing while it is hidden. GUI thread only.
class SecondView : public QWidget {
    Q_OBJECT
public:
    /// @param first what it is the twin of @param store keeps its camera
    SecondView(viewer3d::MatchView& first, const ActionTable& actions, QSettings& store);
    ~SecondView() override;

    /// Null until it is first seen.
    [[nodiscard]] viewer3d::MatchView* view() const { return m_view; }
    /// The widget that the view fills.
    [[nodiscard]] QWidget* viewWidget() const { return m_container; }
    /// Whether keys and menus of the camera are meant for this view: the user was in it last.
    [[nodiscard]] bool hasKeys() const { return m_hasKeys && isVisible(); }
    [[nodiscard]] QSize sizeHint() const override { return {420, 300}; }

Q_SIGNALS:
    /// The user chose what moves this view's camera.
    void modeRequested(sideline::viewer3d::CameraMode mode);
    /// Another view has the keys, or this view's camera moves otherwise.
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

    QPointer<viewer3d::MatchView> m_first; ///< may go first when the window closes
    const ActionTable& m_actions;
    QSettings& m_store;
    QToolButton* m_camera;
    QLabel* m_keys;
    viewer3d::MatchView* m_view = nullptr;
    QWidget* m_container = nullptr;
    bool m_hasKeys = false;
};

} // namespace sideline::studio
