#include "widgets/common/save_file.h"

#include <string_view>
#include <utility>

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImageWriter>

namespace sideline::widgets {

namespace {

std::filesystem::path systemPathOf(const QString& file) {
    return QFile::encodeName(file).toStdString();
}

} // namespace

base::OutputOptions savedOptions() {
    base::OutputOptions options;
    options.mayReplace = true;
    options.isSynced = true;
    return options;
}

base::Expected<base::OutputFile> createSaved(const QString& file) {
    return base::OutputFile::create(systemPathOf(file), savedOptions());
}

base::Expected<void> saveBytes(const QByteArray& bytes, const QString& file,
                               base::OutputOptions options) {
    auto created = base::OutputFile::create(systemPathOf(file), std::move(options));
    if (!created) {
        return tl::unexpected(std::move(created.error()));
    }
    return base::writeWhole(
        std::move(*created),
        std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

base::Expected<void> savePicture(const QImage& picture, const QString& file,
                                 base::OutputOptions options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, QFileInfo(file).suffix().toLatin1());
    if (!writer.write(picture)) {
        const bool isUnknown = writer.error() == QImageWriter::UnsupportedFormatError;
        base::Error error;
        error.code = isUnknown ? base::ErrorCode::InvalidArgument : base::ErrorCode::Io;
        error.message = "cannot create the image: " + writer.errorString().toStdString();
        error.expected = isUnknown ? "a name that ends with .png or .jpg" : "";
        error.file = file.toStdString();
        return tl::unexpected(std::move(error));
    }
    return saveBytes(bytes, file, std::move(options));
}

} // namespace sideline::widgets
