#include "studio/workspaces/replay/picture_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "widgets/common/number_field.h"

namespace sideline::studio {

namespace {

// Pictures are drawn at twice this size, the smallest limit of OpenGL 3.3 drivers.
constexpr int kMaxSidePx = 4096;

QString suggestedFile() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    const QDir directory(QDir(folder).exists() ? folder : QDir::homePath());
    for (int i = 1;; ++i) {
        QString file = directory.filePath(QStringLiteral("sideline-%1.png").arg(i));
        if (!QFile::exists(file)) {
            return file;
        }
    }
}

} // namespace

PictureDialog::PictureDialog(const QSize& viewSize, QWidget* parent)
    : QDialog(parent),
      m_width(new widgets::CountField),
      m_height(new widgets::CountField),
      m_file(new QLineEdit(suggestedFile())) {
    setWindowTitle(tr("Image of the 3D view"));
    for (QSpinBox* side : {m_width, m_height}) {
        side->setRange(16, kMaxSidePx);
        side->setSuffix(tr(" px"));
    }
    m_width->setValue(viewSize.width());
    m_height->setValue(viewSize.height());
    auto* sizes = new QComboBox;
    sizes->addItem(tr("Same as view"), viewSize);
    for (const QSize& size : {QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160)}) {
        sizes->addItem(QStringLiteral("%1 x %2").arg(size.width()).arg(size.height()), size);
    }
    connect(sizes, &QComboBox::currentIndexChanged, this, [this, sizes] {
        const QSize size = sizes->currentData().toSize();
        m_width->setValue(size.width());
        m_height->setValue(size.height());
    });
    auto* sizeRow = new QHBoxLayout;
    sizeRow->addWidget(m_width);
    sizeRow->addWidget(new QLabel(QStringLiteral("\u00d7")));
    sizeRow->addWidget(m_height);
    sizeRow->addWidget(sizes);
    sizeRow->addStretch(1);
    auto* choose = new QPushButton(tr("Choose..."));
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getSaveFileName(this, tr("Save image"), m_file->text(),
                                                          tr("Images (*.png *.jpg)"));
        if (!file.isEmpty()) {
            m_file->setText(file);
        }
    });
    auto* fileRow = new QHBoxLayout;
    fileRow->addWidget(m_file, 1);
    fileRow->addWidget(choose);
    auto* form = new QFormLayout;
    form->addRow(tr("Size"), sizeRow);
    form->addRow(tr("File"), fileRow);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(buttons);
    resize(520, sizeHint().height());
}

QSize PictureDialog::sizePx() const {
    return {m_width->value(), m_height->value()};
}

} // namespace sideline::studio
