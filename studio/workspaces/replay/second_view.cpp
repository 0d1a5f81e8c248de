#include "studio/workspaces/replay/second_view.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include "studio/actions/camera_actions.h"
#include "studio/stage/view_container.h"

namespace sideline::studio {

namespace {

using viewer3d::CameraMode;

const QString kCameraKey = QStringLiteral("view2/camera");

} // namespace

SecondView::SecondView(viewer3d::MatchView& first, const ActionTable& actions, QSettings& store)
    : m_first(&first),
      m_actions(actions),
      m_store(store),
      m_camera(new QToolButton),
      m_keys(new QLabel(tr("Camera keys apply here"))) {
    m_camera->setObjectName(QStringLiteral("second-camera"));
    m_camera->setPopupMode(QToolButton::InstantPopup);
    m_camera->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_camera->setToolTip(tr("Camera mode of this view"));
    makeMenu(actions);
    m_keys->setEnabled(false);
    m_keys->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_keys->setToolTip(tr("Click a 3D view to direct camera keys and menus to it"));
    m_keys->hide();
    auto* head = new QHBoxLayout;
    head->setContentsMargins(4, 2, 4, 2);
    head->addWidget(m_camera);
    head->addWidget(m_keys, 1);
    head->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    setMinimumSize(180, 140);
    connect(&first, &viewer3d::MatchView::focused, this, [this] { setHasKeys(false); });
}

SecondView::~SecondView() {
    leave();
}

void SecondView::leave() {
    if (m_first) {
        m_first->setTwin(nullptr);
    }
}

void SecondView::makeMenu(const ActionTable& actions) {
    auto* menu = new QMenu(m_camera);
    for (int number = 1; number <= viewer3d::kCameraPresetCount; ++number) {
        const QString id = QStringLiteral("camera.preset%1").arg(number);
        menu->addAction(actions.action(id)->text(), this,
                        [this, number] { m_view->goToPreset(number); });
    }
    menu->addSeparator();
    for (const CameraAction& entry : kCameraActions) {
        QAction* action = menu->addAction(actions.action(entry.id)->text(), this,
                                          [this, entry] { Q_EMIT modeRequested(entry.mode); });
        action->setCheckable(true);
        action->setObjectName(QLatin1String(entry.id));
    }
    connect(menu, &QMenu::aboutToShow, this, &SecondView::showMode);
    m_camera->setMenu(menu);
}

void SecondView::makeView() {
    m_view = new viewer3d::MatchView;
    m_container = makeViewContainer(m_view, this);
    m_container->setObjectName(QStringLiteral("second-view"));
    static_cast<QVBoxLayout*>(layout())->addWidget(m_container, 1);
    connect(m_view, &viewer3d::MatchView::focused, this, [this] { setHasKeys(true); });
    connect(m_view, &viewer3d::MatchView::cameraModeChanged, this, [this](CameraMode mode) {
        m_store.setValue(kCameraKey, QString::fromLatin1(viewer3d::cameraModeName(mode)));
        showMode();
        Q_EMIT cameraChanged();
    });
    connect(m_view, &viewer3d::MatchView::activated, this, [this](const monitor::ObjectId& id) {
        m_view->setCameraMode(id.kind == monitor::ObjectId::Kind::Ball ? CameraMode::FollowBall
                                                                       : CameraMode::FollowPlayer);
    });
}

void SecondView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    const bool isNew = m_view == nullptr;
    if (isNew) {
        makeView();
    }
    m_first->setTwin(m_view);
    if (isNew) {
        const QString name = m_store.value(kCameraKey, QStringLiteral("follow-ball")).toString();
        const auto mode = viewer3d::cameraModeFromName(name.toStdString());
        m_view->setCameraMode(mode.value_or(CameraMode::FollowBall));
        showMode();
    }
}

void SecondView::hideEvent(QHideEvent* event) {
    leave();
    setHasKeys(false);
    QWidget::hideEvent(event);
}

void SecondView::setHasKeys(bool hasKeys) {
    if (hasKeys != m_hasKeys) {
        m_hasKeys = hasKeys;
        m_keys->setVisible(hasKeys);
        Q_EMIT cameraChanged();
    }
}

void SecondView::showMode() {
    for (const CameraAction& entry : kCameraActions) {
        const bool isOn = m_view->cameraMode() == entry.mode;
        m_camera->menu()->findChild<QAction*>(QLatin1String(entry.id))->setChecked(isOn);
        if (isOn) {
            m_camera->setText(m_actions.action(entry.id)->text());
        }
    }
}

} // namespace sideline::studio
