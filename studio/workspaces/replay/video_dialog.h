#pragma once

#include <optional>

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "studio/video/video_job.h"
#include "studio/video/video_writer.h"

namespace sideline::studio {

/// Asks how a video of an interval of the match should be. What cannot be is reported in the
/// dialog, before anything is drawn.
class VideoDialog : public QDialog {
    Q_OBJECT
public:
    /// What there is to choose from.
    struct Offer {
        QString interval;       ///< what is shown, in words
        double durationS = 0.0; ///< of the interval
        int cuts = 0;           ///< bookmarks in it that name a camera
        bool hasDrawings = false;
        bool hasNumbers = true; ///< over the heads, in the 3D view
        bool hasGoalNames = true;
    };
    VideoDialog(const Offer& offer, QWidget* parent);

    [[nodiscard]] VideoSettings settings() const;
    [[nodiscard]] double speed() const { return m_speed->value(); }
    [[nodiscard]] QString file() const { return m_file->text(); }
    /// A name for `videoCamera`; empty: as in the 3D view.
    [[nodiscard]] QString camera() const { return m_camera->currentData().toString(); }
    [[nodiscard]] VideoOverlays overlays() const;
    [[nodiscard]] bool isHighlights() const { return m_shown->currentIndex() == 1; }
    [[nodiscard]] bool cutsAtBookmarks() const {
        return !isHighlights() && m_cuts->isEnabled() && m_cuts->isChecked();
    }
    [[nodiscard]] std::optional<double> slowGoals() const;
    /// How many times larger pictures are drawn.
    [[nodiscard]] double smoothing() const { return m_smoothing->currentData().toDouble(); }

private:
    [[nodiscard]] QLayout* overlayBoxes();
    [[nodiscard]] QLayout* fileRow();
    void fillChoices();
    void check();

    Offer m_offer;
    QComboBox* m_shown;
    QComboBox* m_camera;
    QCheckBox* m_cuts;
    QCheckBox* m_slowGoals;
    QComboBox* m_smoothing;
    QCheckBox* m_numbers;
    QCheckBox* m_names;
    QCheckBox* m_goalNames;
    QCheckBox* m_drawings;
    QCheckBox* m_captions;
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
