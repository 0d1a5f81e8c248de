#include "studio/workspaces/replay/video_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "studio/video/video_plan.h"
#include "widgets/common/number_field.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kMostSidePx = 4096; // twice that is drawn, which every OpenGL 3.3 driver can

QString suggestedFile() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::MoviesLocation);
    const QDir directory(QDir(folder).exists() ? folder : QDir::homePath());
    for (int i = 1;; ++i) {
        QString file = directory.filePath(QStringLiteral("sideline-%1.mp4").arg(i));
        if (!QFile::exists(file)) {
            return file;
        }
    }
}

} // namespace

VideoDialog::VideoDialog(const QString& interval, double durationS, QWidget* parent)
    : QDialog(parent),
      m_durationS(durationS),
      m_camera(new QComboBox),
      m_width(new widgets::CountField),
      m_height(new widgets::CountField),
      m_rate(new widgets::CountField),
      m_speed(new QDoubleSpinBox),
      m_scoreboard(new QCheckBox(tr("Scoreboard"))),
      m_file(new QLineEdit(suggestedFile())),
      m_note(new QLabel) {
    setWindowTitle(tr("Export video"));
    m_file->setObjectName(QStringLiteral("file"));
    m_camera->addItem(tr("As in the 3D view"), QString());
    m_camera->addItem(tr("Follow ball"), QStringLiteral("follow-ball"));
    m_camera->addItem(tr("Top"), QStringLiteral("top"));
    for (int i = 1; i <= 8; ++i) {
        m_camera->addItem(tr("View %1").arg(i), QStringLiteral("preset%1").arg(i));
    }
    for (QSpinBox* side : {m_width, m_height}) {
        side->setRange(16, kMostSidePx);
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
    m_scoreboard->setChecked(true);
    m_note->setWordWrap(true);
    auto* size = new QHBoxLayout;
    size->addWidget(m_width);
    size->addWidget(new QLabel(QStringLiteral("\u00d7")));
    size->addWidget(m_height);
    size->addStretch(1);
    auto* choose = new QPushButton(tr("Choose..."));
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getSaveFileName(this, tr("Save video"), m_file->text(),
                                                          tr("Videos (*.mp4 *.webm *.gif)"));
        if (!file.isEmpty()) {
            m_file->setText(file);
        }
    });
    auto* file = new QHBoxLayout;
    file->addWidget(m_file, 1);
    file->addWidget(choose);
    auto* form = new QFormLayout;
    form->addRow(tr("Shows"), new QLabel(interval));
    form->addRow(tr("Camera"), m_camera);
    form->addRow(tr("Size"), size);
    form->addRow(tr("Pictures"), m_rate);
    form->addRow(tr("Speed"), m_speed);
    form->addRow(QString(), m_scoreboard);
    form->addRow(tr("File"), file);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    m_save = buttons->button(QDialogButtonBox::Save);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_note);
    column->addWidget(buttons);
    for (QSpinBox* field : {m_width, m_height, m_rate}) {
        connect(field, &QSpinBox::valueChanged, this, &VideoDialog::check);
    }
    connect(m_speed, &QDoubleSpinBox::valueChanged, this, &VideoDialog::check);
    connect(m_file, &QLineEdit::textChanged, this, &VideoDialog::check);
    check();
    resize(560, sizeHint().height());
}

VideoSettings VideoDialog::settings() const {
    return {m_width->value(), m_height->value(), m_rate->value()};
}

void VideoDialog::check() {
    const auto checked = checkVideo(m_file->text().toStdString(), settings());
    m_save->setEnabled(checked.has_value());
    if (checked) {
        const double shownS = m_durationS / m_speed->value();
        const VideoPlan plan{{{0.0, m_durationS, m_speed->value(), {}}}, m_rate->value()};
        const auto pictures = static_cast<qlonglong>(plan.pictureCount());
        m_note->setText(tr("%1 pictures, %2 s").arg(pictures).arg(shownS, 0, 'f', 1));
    } else {
        base::Error error = checked.error();
        error.file.clear(); // is right above
        m_note->setText(widgets::toQt(error.toString()));
    }
}

} // namespace sideline::studio
