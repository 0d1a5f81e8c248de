#pragma once

#include <QComboBox>
#include <QPushButton>
#include <QWidget>

#include "widgets/common/joint_poses.h"

namespace sideline::widgets {

/// The poses that the user has stored: a name, and buttons that apply, store and delete the pose
/// of that name. GUI thread only.
class PoseShelf : public QWidget {
    Q_OBJECT
public:
    /// @param storeName object name of the button that stores a pose
    PoseShelf(const char* storeName, const QString& storeTip, QWidget* parent = nullptr);

    /// Sets poses as reported by `posesChanged`.
    /// Errors: those of `JointPoses::fromJson`; then the shelf keeps its poses.
    base::Expected<void> setPoses(const QByteArray& json);
    [[nodiscard]] const JointPoses& poses() const { return m_poses; }
    /// Sets whether there is a robot that a pose can be applied to, and one whose pose can be
    /// stored.
    void setUses(bool canApply, bool canStore);
    /// Stores a pose, in response to `storeRequested`.
    void store(StoredPose pose);

Q_SIGNALS:
    void applyRequested(const sideline::widgets::StoredPose& pose);
    /// The user stores the shown pose under this name.
    void storeRequested(const QString& name);
    /// The stored poses, to be saved and passed to `setPoses` next time.
    void posesChanged(const QByteArray& json);

private:
    [[nodiscard]] QString name() const { return m_name->currentText().trimmed(); }
    void showNames();
    void showButtons();
    void remove();

    JointPoses m_poses;
    bool m_canApply = false;
    bool m_canStore = false;
    QComboBox* m_name;
    QPushButton* m_apply;
    QPushButton* m_store;
    QPushButton* m_delete;
};

} // namespace sideline::widgets
