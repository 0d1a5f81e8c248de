#include "studio/workspaces/replay/picture_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "widgets/common/file_question.h"
#include "widgets/common/number_field.h"

namespace sideline::studio {

namespace {

// Pictures are drawn at twice this size, which every OpenGL 3.3 driver supports.
constexpr int kMaxSidePx = 4096;

// The dialog remembers its folder under the same key as other dialogs for pictures.
const QString kPictureKind = QStringLiteral("pictures");

} // namespace

PictureDialog::PictureDialog(const QSize& viewSize, QWidget* parent)
    : QDialog(parent),
      m_width(new widgets::CountField),
      m_height(new widgets::CountField),
      m_file(new QLineEdit(
          widgets::newFile(parent,
                           {kPictureKind,
                            {},
                            {},
                            {},
                            QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)},
                           QStringLiteral("sideline-%1.png")))) {
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
        const QString file = widgets::askToSave(
            this, {{}, tr("Save image"), tr("Images (*.png *.jpg)"), m_file->text()},
            QFileInfo(m_file->text()).fileName());
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
    connect(this, &QDialog::accepted, this,
            [this] { widgets::keepFolderOf(this, kPictureKind, m_file->text()); });
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
