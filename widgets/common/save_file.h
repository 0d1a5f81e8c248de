#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"

namespace sideline::widgets {

/// Options for a file that the user chose in a dialog: an existing one is replaced in one
/// step, when all bytes are on the disk.
[[nodiscard]] base::OutputOptions savedOptions();

/// Opens such a file. Errors: those of `OutputFile::create`.
[[nodiscard]] base::Expected<base::OutputFile> createSaved(const QString& file);

/// Writes a picture in the format given by the file name's extension.
/// Errors: InvalidArgument for an unknown extension; those of `OutputFile`.
[[nodiscard]] base::Expected<void> savePicture(const QImage& picture, const QString& file,
                                               base::OutputOptions options = savedOptions());

/// Writes bytes. Errors: those of `OutputFile`.
[[nodiscard]] base::Expected<void> saveBytes(const QByteArray& bytes, const QString& file,
                                             base::OutputOptions options = savedOptions());

} // namespace sideline::widgets
