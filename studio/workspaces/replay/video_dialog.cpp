#include "studio/workspaces/replay/video_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "studio/video/video_plan.h"
#include "widgets/common/file_question.h"
#include "widgets/common/number_field.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr double kSlowGoals = 0.35; // as a fraction of normal speed
// Pictures are drawn at twice this size, which every OpenGL 3.3 driver supports.
constexpr int kMaxSidePx = 4096;

// The dialog remembers its folder under the same key as other dialogs for videos.
const QString kVideoKind = QStringLiteral("videos");

QCheckBox* checkBox(const char* name, const QString& text, bool isOn, const QString& tip) {
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setChecked(isOn);
    box->setToolTip(tip);
    return box;
}

// Limits a field to the width of its number.
QLayout* narrow(QWidget* field) {
    auto* row = new QHBoxLayout;
    row->addWidget(field);
    row->addStretch(1);
    return row;
}

} // namespace

VideoDialog::VideoDialog(const Offer& offer, QWidget* parent)
    : QDialog(parent),
      m_offer(offer),
      m_shown(new QComboBox),
      m_camera(new QComboBox),
      m_cuts(checkBox("cuts", tr("Cut at bookmarks"), offer.interval.cuts > 0,
                      tr("Bookmarks with words such as @top, @preset3, @follow-player, @left:7 or "
                         "@0.5x change the camera, the player or the speed"))),
      m_slowGoals(checkBox("slowGoals", tr("Goals in slow motion"), false,
                           tr("From before the kick until the ball is in the goal"))),
      m_smoothing(new QComboBox),
      m_numbers(
          checkBox("numbers", tr("Numbers"), offer.hasNumbers, tr("Above the players' heads"))),
      m_names(checkBox("names", tr("Teams and numbers"), false,
                       tr("Above the players, instead of only numbers"))),
      m_goalNames(checkBox("goalNames", tr("Team names at the goals"), offer.hasGoalNames,
                           tr("Above the goals that they defend"))),
      m_drawings(checkBox("drawings", tr("Drawings"), offer.hasDrawings,
                          tr("Drawings that were recorded with the log"))),
      m_captions(checkBox("captions", tr("Events"), false,
                          tr("Captions for goals, shots, fouls and set plays"))),
      m_width(new widgets::CountField),
      m_height(new widgets::CountField),
      m_rate(new widgets::CountField),
      m_speed(new QDoubleSpinBox),
      m_scoreboard(
          checkBox("scoreboard", tr("Scoreboard"), true, tr("Teams, score, clock and play mode"))),
      m_file(new QLineEdit(
          widgets::newFile(parent,
                           {kVideoKind,
                            {},
                            {},
                            {},
                            QStandardPaths::writableLocation(QStandardPaths::MoviesLocation)},
                           QStringLiteral("sideline-%1.mp4")))),
      m_note(new QLabel) {
    setWindowTitle(tr("Export video"));
    fillChoices();
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setWordWrap(true);
    auto* size = new QHBoxLayout;
    size->addWidget(m_width);
    size->addWidget(new QLabel(QStringLiteral("\u00d7")));
    size->addWidget(m_height);
    size->addStretch(1);
    auto* moments = new QHBoxLayout;
    moments->addWidget(m_cuts);
    moments->addWidget(m_slowGoals);
    moments->addStretch(1);
    auto* form = new QFormLayout;
    form->addRow(tr("Shows"), m_shown);
    form->addRow(tr("Camera"), m_camera);
    form->addRow(QString(), moments);
    form->addRow(tr("Overlays"), overlayBoxes());
    form->addRow(tr("Size"), size);
    form->addRow(tr("Smoothing"), m_smoothing);
    form->addRow(tr("Pictures"), narrow(m_rate));
    form->addRow(tr("Speed"), narrow(m_speed));
    form->addRow(tr("File"), fileRow());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    m_save = buttons->button(QDialogButtonBox::Save);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(this, &QDialog::accepted, this,
            [this] { widgets::keepFolderOf(this, kVideoKind, m_file->text()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_note);
    column->addWidget(buttons);
    for (QSpinBox* field : {m_width, m_height, m_rate}) {
        connect(field, &QSpinBox::valueChanged, this, &VideoDialog::check);
    }
    for (QComboBox* choice : {m_shown, m_smoothing}) {
        connect(choice, &QComboBox::currentIndexChanged, this, &VideoDialog::check);
    }
    for (QCheckBox* box : {m_cuts, m_slowGoals, m_names}) {
        connect(box, &QCheckBox::toggled, this, &VideoDialog::check);
    }
    connect(m_speed, &QDoubleSpinBox::valueChanged, this, &VideoDialog::check);
    connect(m_file, &QLineEdit::textChanged, this, &VideoDialog::check);
    check();
    resize(620, sizeHint().height());
}

void VideoDialog::fillChoices() {
    m_shown->setObjectName(QStringLiteral("shown"));
    m_shown->addItem(m_offer.interval.text);
    m_shown->addItem(tr("Only goals and shots, this section"));
    m_shown->addItem(m_offer.whole.text);
    m_shown->addItem(tr("Only goals and shots, whole match"));
    m_camera->setObjectName(QStringLiteral("camera"));
    m_camera->addItem(tr("As in the 3D view"), QString());
    m_camera->addItem(tr("Follow ball"), QStringLiteral("follow-ball"));
    m_camera->addItem(tr("Top"), QStringLiteral("top"));
    for (int i = 1; i <= 8; ++i) {
        m_camera->addItem(tr("View %1").arg(i), QStringLiteral("preset%1").arg(i));
    }
    m_smoothing->setObjectName(QStringLiteral("smoothing"));
    m_smoothing->addItem(tr("default: rendered at 1.5 times the size"), 1.5);
    m_smoothing->addItem(tr("best: rendered at twice the size, slower"), 2.0);
    m_smoothing->addItem(tr("none: fastest, for drafts"), 1.0);
    for (QSpinBox* side : {m_width, m_height}) {
        side->setRange(16, kMaxSidePx);
        side->setSuffix(tr(" px"));
    }
    m_width->setValue(1280);
    m_height->setValue(720);
    m_rate->setRange(1, 120);
    m_rate->setValue(25);
    m_rate->setSuffix(tr(" per second"));
    m_speed->setRange(0.05, 16.0);
    m_speed->setSingleStep(0.25);
    m_speed->setValue(1.0);
    m_speed->setSuffix(tr(" times"));
}

QLayout* VideoDialog::overlayBoxes() {
    auto* boxes = new QGridLayout;
    boxes->addWidget(m_scoreboard, 0, 0);
    boxes->addWidget(m_captions, 0, 1);
    boxes->addWidget(m_drawings, 0, 2);
    boxes->addWidget(m_numbers, 1, 0);
    boxes->addWidget(m_names, 1, 1);
    boxes->addWidget(m_goalNames, 1, 2);
    m_drawings->setEnabled(m_offer.hasDrawings);
    if (!m_offer.hasDrawings) {
        m_drawings->setToolTip(tr("The log has none"));
    }
    return boxes;
}

QLayout* VideoDialog::fileRow() {
    m_file->setObjectName(QStringLiteral("file"));
    auto* choose = new QPushButton(tr("Choose..."));
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString file = widgets::askToSave(
            this, {{}, tr("Save video"), tr("Videos (*.mp4 *.webm *.gif)"), m_file->text()},
            QFileInfo(m_file->text()).fileName());
        if (!file.isEmpty()) {
            m_file->setText(file);
        }
    });
    auto* row = new QHBoxLayout;
    row->addWidget(m_file, 1);
    row->addWidget(choose);
    return row;
}

VideoSettings VideoDialog::settings() const {
    return {m_width->value(), m_height->value(), m_rate->value()};
}

VideoOverlays VideoDialog::overlays() const {
    return {m_scoreboard->isChecked(), m_numbers->isChecked(),  m_names->isChecked(),
            m_goalNames->isChecked(),  m_drawings->isChecked(), m_captions->isChecked()};
}

std::optional<double> VideoDialog::slowGoals() const {
    return !isHighlights() && m_slowGoals->isChecked() ? std::optional(kSlowGoals) : std::nullopt;
}

void VideoDialog::check() {
    const bool isChosen = !isHighlights(); // highlights choose these automatically
    m_camera->setEnabled(isChosen);
    m_speed->setEnabled(isChosen);
    m_slowGoals->setEnabled(isChosen);
    m_cuts->setEnabled(isChosen && chosen().cuts > 0);
    m_numbers->setEnabled(!m_names->isChecked());
    const auto checked = checkVideo(m_file->text().toStdString(), settings());
    m_save->setEnabled(checked.has_value());
    if (!checked) {
        base::Error error = checked.error();
        error.file.clear(); // the file name is shown above
        m_note->setText(widgets::toQt(error.toString()));
    } else if (!isChosen || slowGoals() || cutsAtBookmarks()) {
        m_note->setText(tr("The length depends on the match"));
    } else {
        const double shownS = chosen().durationS / m_speed->value();
        const VideoPlan plan{{{0.0, chosen().durationS, m_speed->value(), {}}}, m_rate->value()};
        const auto pictures = static_cast<qlonglong>(plan.pictureCount());
        m_note->setText(tr("%1 frames, %2 s").arg(pictures).arg(shownS, 0, 'f', 1));
    }
}

} // namespace sideline::studio
