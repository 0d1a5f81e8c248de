#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QSize>
#include <QSpinBox>

namespace sideline::studio {

/// Asks for the size and the file of a picture of the 3D view.
class PictureDialog : public QDialog {
    Q_OBJECT
public:
    PictureDialog(const QSize& viewSize, QWidget* parent);

    [[nodiscard]] QSize sizePx() const;
    [[nodiscard]] QString file() const { return m_file->text(); }

private:
    QSpinBox* m_width;
    QSpinBox* m_height;
    QLineEdit* m_file;
};

} // namespace sideline::studio
