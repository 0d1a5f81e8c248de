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

/// Asks for the settings of a video of an interval of the match, or of the whole match. Reports
/// invalid settings in the dialog, before the video is drawn.
class VideoDialog : public QDialog {
    Q_OBJECT
public:
    /// Available choices.
    struct Offer {
        /// A section of the match.
        struct Piece {
            QString text; ///< description of the section
            double durationS = 0.0;
            int cuts = 0; ///< number of bookmarks before its end that name a camera
        };
        Piece interval; ///< the loop, or the visible range
        Piece whole;    ///< the whole match
        bool hasDrawings = false;
        bool hasNumbers = true; ///< whether the 3D view shows numbers over the heads
        bool hasGoalNames = true;
    };
    VideoDialog(const Offer& offer, QWidget* parent);

    [[nodiscard]] VideoSettings settings() const;
    [[nodiscard]] double speed() const { return m_speed->value(); }
    [[nodiscard]] QString file() const { return m_file->text(); }
    /// Returns a camera name that `videoCamera` accepts; empty: the camera of the 3D view.
    [[nodiscard]] QString camera() const { return m_camera->currentData().toString(); }
    [[nodiscard]] VideoOverlays overlays() const;
    [[nodiscard]] bool isHighlights() const { return m_shown->currentIndex() % 2 == 1; }
    /// Whether the whole match was chosen, rather than the interval.
    [[nodiscard]] bool isWholeMatch() const { return m_shown->currentIndex() >= 2; }
    [[nodiscard]] bool cutsAtBookmarks() const {
        return !isHighlights() && m_cuts->isEnabled() && m_cuts->isChecked();
    }
    [[nodiscard]] std::optional<double> slowGoals() const;
    /// Returns the factor by which pictures are drawn larger.
    [[nodiscard]] double smoothing() const { return m_smoothing->currentData().toDouble(); }

private:
    [[nodiscard]] QLayout* overlayBoxes();
    [[nodiscard]] QLayout* fileRow();
    [[nodiscard]] const Offer::Piece& chosen() const {
        return isWholeMatch() ? m_offer.whole : m_offer.interval;
    }
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
