#include "widgets/analysis/match_report_panel.h"

#include <QFileInfo>
#include <QUrl>

#include "logs/analysis/statistic_list.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using game::Side;

QString heading(const QString& text) {
    return QStringLiteral("<h3>%1</h3>").arg(text.toHtmlEscaped());
}

QString listOf(const QStringList& items, const QString& none) {
    QString html;
    for (const QString& item : items) {
        html += QStringLiteral("<li>%1</li>").arg(item);
    }
    return html.isEmpty() ? QStringLiteral("<p>%1</p>").arg(none.toHtmlEscaped())
                          : QStringLiteral("<ul>%1</ul>").arg(html);
}

QString linkTo(const QString& file) {
    return QStringLiteral("<a href=\"%1\">%2</a>")
        .arg(QUrl::fromLocalFile(file).toString(QUrl::FullyEncoded),
             QFileInfo(file).absoluteFilePath().toHtmlEscaped());
}

QString numbersTable(const logs::MatchStatistics& match) {
    const auto cell = [](const QString& text, const char* align) {
        return QStringLiteral("<td align=\"%1\">%2</td>")
            .arg(QLatin1String(align), text.toHtmlEscaped());
    };
    QString html = QStringLiteral("<table cellpadding=\"3\"><tr>") +
                   cell(toQt(logs::teamName(match, Side::Left)), "right") + cell({}, "left") +
                   cell(toQt(logs::teamName(match, Side::Right)), "left") + QStringLiteral("</tr>");
    for (const logs::TeamStatistic& statistic : logs::teamStatistics()) {
        const auto value = [&](Side side) {
            return statisticText(statistic.value(match.total, side), statistic.info.decimals,
                                 statistic.info.unit);
        };
        html += QStringLiteral("<tr>") + cell(value(Side::Left), "right") +
                cell(toQt(statistic.info.name), "center") + cell(value(Side::Right), "left") +
                QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
}

} // namespace

MatchReportPanel::MatchReportPanel(QWidget* parent) : QTextBrowser(parent) {
    setObjectName(QStringLiteral("matchReport"));
    setOpenLinks(false);
    setPlaceholderText(tr("The report of a live match appears here at its end"));
    connect(this, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { Q_EMIT fileRequested(link.toLocalFile()); });
}

void MatchReportPanel::setReport(const MatchReport& report, const MatchNumbersPtr& numbers) {
    QStringList lost;
    for (const QString& player : report.lostPlayers) {
        lost << player.toHtmlEscaped();
    }
    QStringList recordings;
    for (const QString& file : report.recordings) {
        recordings << linkTo(file);
    }
    QStringList events;
    for (const MatchReport::Line& line : report.events) {
        events << QStringLiteral("%1 %2").arg(clockText(line.timeS), line.text.toHtmlEscaped());
    }
    setHtml(QStringLiteral("<h2>%1</h2><p>%2</p>")
                .arg(report.result.toHtmlEscaped(), report.ending.toHtmlEscaped()) +
            heading(tr("Players lost")) + listOf(lost, tr("None")) + heading(tr("Recordings")) +
            listOf(recordings, tr("This match was not recorded as a session. To keep it, use Team "
                                  "> Save live recording before the next live match")) +
            heading(tr("Events")) + listOf(events, tr("None")) + heading(tr("Statistics")) +
            (numbers ? numbersTable(numbers->statistics)
                     : QStringLiteral("<p>%1</p>").arg(tr("Counting"))));
}

} // namespace sideline::widgets
