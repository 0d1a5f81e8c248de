#include "widgets/common/pose_shelf.h"

#include <utility>

#include <QLineEdit>
#include <QSignalBlocker>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

PoseShelf::PoseShelf(const char* storeName, const QString& storeTip, QWidget* parent)
    : QWidget(parent),
      m_name(new QComboBox),
      m_apply(panelButton("apply", tr("Apply"), tr("Move the robot to the stored pose"))),
      m_store(panelButton(storeName, tr("Store"), storeTip)),
      m_delete(panelButton("delete", tr("Delete"), tr("Delete the stored pose"))) {
    m_name->setObjectName(QStringLiteral("poseName"));
    m_name->setEditable(true);
    m_name->setInsertPolicy(QComboBox::NoInsert);
    m_name->lineEdit()->setPlaceholderText(tr("Pose"));
    m_name->setMinimumContentsLength(6);
    m_name->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_name->setToolTip(tr("Name of the stored pose"));
    auto* row = rowIn(this);
    row->addWidget(m_name, 1);
    row->addWidget(m_apply);
    row->addWidget(m_store);
    row->addWidget(m_delete);
    connect(m_name, &QComboBox::editTextChanged, this, &PoseShelf::showButtons);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        if (const StoredPose* pose = m_poses.find(name()); pose != nullptr && m_canApply) {
            Q_EMIT applyRequested(*pose);
        }
    });
    connect(m_store, &QPushButton::clicked, this, [this] {
        if (!name().isEmpty() && m_canStore) {
            Q_EMIT storeRequested(name());
        }
    });
    connect(m_delete, &QPushButton::clicked, this, &PoseShelf::remove);
    showButtons();
}

base::Expected<void> PoseShelf::setPoses(const QByteArray& json) {
    auto poses = JointPoses::fromJson(json);
    if (!poses) {
        return tl::unexpected(poses.error());
    }
    m_poses = std::move(*poses);
    showNames();
    return {};
}

void PoseShelf::setUses(bool canApply, bool canStore) {
    m_canApply = canApply;
    m_canStore = canStore;
    showButtons();
}

void PoseShelf::store(StoredPose pose) {
    m_poses.store(std::move(pose));
    showNames();
    Q_EMIT posesChanged(m_poses.toJson());
}

void PoseShelf::remove() {
    m_poses.remove(name());
    m_name->clearEditText();
    showNames();
    Q_EMIT posesChanged(m_poses.toJson());
}

void PoseShelf::showNames() {
    const QString shown = m_name->currentText();
    {
        const QSignalBlocker blocker(m_name);
        m_name->clear();
        m_name->addItems(m_poses.names());
        m_name->setCurrentText(shown);
    }
    showButtons();
}

void PoseShelf::showButtons() {
    const bool isStored = m_poses.find(name()) != nullptr;
    m_apply->setEnabled(m_canApply && isStored);
    m_store->setEnabled(m_canStore && !name().isEmpty());
    m_delete->setEnabled(isStored);
}

} // namespace sideline::widgets
