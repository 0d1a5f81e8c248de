#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "studio/video/video_writer.h"

namespace sideline::studio {

/// Asks how a video of an interval of the match should be. What cannot be is reported in the
/// dialog, before anything is drawn.
class VideoDialog : public QDialog {
    Q_OBJECT
public:
    /// @param interval what is shown, in words
    /// @param durationS of the interval
    VideoDialog(const QString& interval, double durationS, QWidget* parent);

    [[nodiscard]] VideoSettings settings() const;
    [[nodiscard]] double speed() const { return m_speed->value(); }
    [[nodiscard]] QString file() const { return m_file->text(); }
    /// A name for `videoCamera`; empty: as in the 3D view.
    [[nodiscard]] QString camera() const { return m_camera->currentData().toString(); }
    [[nodiscard]] bool hasScoreboard() const { return m_scoreboard->isChecked(); }

private:
    void check();

    double m_durationS;
    QComboBox* m_camera;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QSpinBox* m_rate;
    QDoubleSpinBox* m_speed;
    QCheckBox* m_scoreboard;
    QLineEdit* m_file;
    QLabel* m_note;
    QPushButton* m_save;
};

} // namespace sideline::studio
