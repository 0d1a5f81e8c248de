#include "widgets/match/plot_files.h"

#include <cstdint>
#include <ostream>
#include <utility>

#include <QCoreApplication>
#include <QStandardPaths>

#include "logs/match/log_export.h"
#include "widgets/common/file_question.h"
#include "widgets/common/save_file.h"

namespace sideline::widgets {

namespace {

struct PlotFiles {
    Q_DECLARE_TR_FUNCTIONS(PlotFiles)
};

PlotMessage savedMessage(const QString& file, const base::Expected<void>& saved) {
    return saved ? PlotMessage{PlotFiles::tr("Saved %1").arg(file), false}
                 : PlotMessage{QString::fromStdString(saved.error().toString()), true};
}

} // namespace

std::optional<PlotMessage> saveValues(QWidget& parent, const PlotData& data,
                                      const std::optional<logs::LoopRange>& interval) {
    if (!data.hasTable() || data.chosen.isEmpty()) {
        return PlotMessage{PlotFiles::tr("Select a signal first"), false};
    }
    const QString file = askToSave(&parent,
                                   {QStringLiteral("tables"), PlotFiles::tr("Save the values"),
                                    PlotFiles::tr("CSV tables (*.csv)")},
                                   QStringLiteral("signals.csv"));
    if (file.isEmpty()) {
        return std::nullopt;
    }
    const std::vector<logs::CurveColumn> columns = data.columns();
    std::optional<logs::TableRows> rows;
    if (interval) {
        rows = logs::rowsBetween(data.table().recordTimeS, interval->beginS, interval->endS);
    }
    auto created = createSaved(file);
    const auto saved =
        created ? base::writeWhole(std::move(*created),
                                   [&](std::ostream& out) {
                                       return logs::exportCurves(data.table(), columns, out, rows);
                                   })
                : base::Expected<void>(tl::unexpected(created.error()));
    const std::uint64_t unreadable = data.table().unreadableFrames;
    if (saved && unreadable > 0) {
        return PlotMessage{PlotFiles::tr("Saved %1, but %2 damaged frames have no values")
                               .arg(file)
                               .arg(unreadable),
                           true};
    }
    return savedMessage(file, saved);
}

std::optional<PlotMessage> savePlot(QWidget& parent, const PlotCanvas& canvas) {
    const QString file =
        askToSave(&parent,
                  {QStringLiteral("pictures"),
                   PlotFiles::tr("Save the plot"),
                   PlotFiles::tr("Images (*.png *.pdf)"),
                   {},
                   QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)},
                  QStringLiteral("plot.png"));
    if (file.isEmpty()) {
        return std::nullopt;
    }
    return savedMessage(file, file.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive)
                                  ? saveBytes(canvas.pdf(), file)
                                  : savePicture(canvas.picture(), file));
}

} // namespace sideline::widgets
