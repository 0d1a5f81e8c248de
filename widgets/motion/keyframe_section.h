#pragma once

#include <array>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include "widgets/motion/key_model.h"
#include "widgets/motion/motion_panel_parts.h"

namespace sideline::widgets {

/// The Cartesian target of one limb.
class LimbEditor : public QWidget {
    Q_OBJECT
public:
    explicit LimbEditor(keyframe::Limb limb, QWidget* parent = nullptr);

    /// @param target null for none
    void setTarget(const keyframe::LimbTarget* target);

Q_SIGNALS:
    /// The user sets the limb's target to its current position.
    void takeRequested();
    void removeRequested();
    void changed(const sideline::keyframe::LimbTarget& target, const QString& what);

private:
    void build();
    void changePlace(std::size_t axis, bool isAngle, const keyframe::Value& value);

    keyframe::Limb m_limb;
    keyframe::LimbTarget m_target;
    QToolButton* m_take;
    QToolButton* m_remove;
    QWidget* m_details;
    std::array<ValueLine*, 3> m_positionM{};
    std::array<ValueLine*, 3> m_anglesDeg{};
    QWidget* m_angleRow = nullptr;
    QComboBox* m_frame = nullptr;
    QComboBox* m_path = nullptr;
    QComboBox* m_curve = nullptr;
    QLabel* m_via = nullptr;
};

/// The keyframe at the cursor: name, wait condition, limb targets, keys as written.
class KeyframeSection : public MotionSection {
    Q_OBJECT
public:
    explicit KeyframeSection(QWidget* parent = nullptr);

    /// Heading with the number of the keyframe.
    [[nodiscard]] QString title() const;

Q_SIGNALS:
    void limbTargetRequested(int limb);

protected:
    void showMotion() override;

private:
    QWidget* buildWait();
    QWidget* buildKeys();
    void changeWait(const QWidget* by);
    [[nodiscard]] const keyframe::Keyframe* keyframe() const;
    [[nodiscard]] keyframe::KeyRef keyOf(const QString& joint) const;

    QLabel* m_hint;
    QWidget* m_details;
    CommitLine* m_name;
    QComboBox* m_wait = nullptr;
    QDoubleSpinBox* m_timeout = nullptr;
    std::vector<LimbEditor*> m_limbs;
    KeyModel m_model;
    QTableView* m_table = nullptr;
};

/// The name of a limb, such as `Left foot`.
[[nodiscard]] QString limbText(keyframe::Limb limb);

} // namespace sideline::widgets
