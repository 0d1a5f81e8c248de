#include "studio/workspaces/motion/stored_poses.h"

#include "studio/settings/stored_values.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

void connectStoredPoses(const StoredPoses& poses) {
    widgets::PosePanel* editor = &poses.editor;
    widgets::JointPanel* joints = &poses.joints;
    const auto take = [editor, &messages = poses.messages](const QByteArray& json) {
        if (const auto read = editor->setPoses(json); !read) {
            messages.reportToStay(MotionMessages::Severity::Warning,
                                  widgets::toQt(read.error().toString()));
        }
    };
    const QByteArray kept = poses.store.value(storedPosesKey()).toByteArray();
    if (!kept.isEmpty()) {
        take(kept);
    }
    QObject::connect(joints, &widgets::JointPanel::posesChanged, &poses.messages, take);
    QObject::connect(editor, &widgets::PosePanel::posesChanged, &poses.messages,
                     [joints, &store = poses.store](const QByteArray& json) {
                         store.setValue(storedPosesKey(), json);
                         // Each panel reads the poses that the other has written.
                         static_cast<void>(joints->setPoses(json));
                     });
}

} // namespace sideline::studio
