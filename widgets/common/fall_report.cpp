#include "widgets/common/fall_report.h"

#include "widgets/common/joint_slider.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

QString linkTo(double timeS, const QString& text) {
    return QStringLiteral("<a href='%1'>%2</a>").arg(timeS, 0, 'f', 4).arg(text.toHtmlEscaped());
}

} // namespace

FallReport::FallReport(QWidget* parent) : QWidget(parent), m_events(new QLabel), m_grid(nullptr) {
    m_events->setObjectName(QStringLiteral("fallEvents"));
    m_events->setWordWrap(true);
    m_events->setAlignment(Qt::AlignLeft | Qt::AlignTop); // not in the middle of a higher area
    m_events->setTextFormat(Qt::RichText);
    m_events->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_events->setToolTip(tr("Click a time to see that moment of the test"));
    m_heading = new QLabel;
    m_heading->setObjectName(QStringLiteral("fallSuggestions"));
    m_heading->setWordWrap(true);
    auto* grid = new QWidget;
    m_grid = new QGridLayout(grid);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(4);
    m_grid->setColumnStretch(0, 1);
    QVBoxLayout* column = columnIn(this, 0);
    column->addWidget(m_events);
    column->addWidget(m_heading);
    column->addWidget(grid);
    connect(m_events, &QLabel::linkActivated, this,
            [this](const QString& link) { Q_EMIT timeRequested(link.toDouble()); });
    setView({}, false);
}

void FallReport::setView(const FallView& view, bool isOutdated) {
    const bool isOther = view != m_view;
    m_view = view;
    setVisible(!view.headline.isEmpty());
    if (isOther) { // setting the same text again would clear the selection
        m_events->setText(eventText());
    }
    m_heading->setText(view.isMeasuring ? tr("Suggestions are being tried...")
                                        : tr("Suggestions, tried in the same test:"));
    m_heading->setVisible(view.isMeasuring || !view.remedies.empty());
    showRemedies(isOutdated);
}

QString FallReport::eventText() const {
    QString rows;
    for (const FallLine& line : m_view.events) {
        const QString text = line.text.toHtmlEscaped();
        rows += QStringLiteral("<tr><td style='padding-right:8px'>%1</td><td>%2</td></tr>")
                    .arg(linkTo(line.timeS, secondsText(line.timeS)),
                         line.isFirstCause ? tr("<b>First cause:</b> %1").arg(text) : text);
    }
    return QStringLiteral("<b>%1</b><table cellspacing='2'>%2</table>")
        .arg(linkTo(m_view.fellAtS, m_view.headline), rows);
}

void FallReport::showRemedies(bool isOutdated) {
    while (m_buttons.size() < m_view.remedies.size()) {
        const int row = static_cast<int>(m_buttons.size());
        QPushButton* button = panelButton("fallRemedy", {}, {});
        button->setObjectName(QStringLiteral("fallRemedy%1").arg(row));
        auto* outcome = new QLabel;
        outcome->setObjectName(QStringLiteral("fallOutcome%1").arg(row));
        m_grid->addWidget(button, row, 0);
        m_grid->addWidget(outcome, row, 1);
        connect(button, &QPushButton::clicked, this, [this, row] { Q_EMIT remedyRequested(row); });
        m_buttons.push_back(button);
        m_outcomes.push_back(outcome);
    }
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const bool isUsed = i < m_view.remedies.size();
        m_buttons[i]->setVisible(isUsed);
        m_outcomes[i]->setVisible(isUsed);
        if (isUsed) {
            const RemedyLine& remedy = m_view.remedies[i];
            m_buttons[i]->setText(remedy.text);
            m_buttons[i]->setToolTip(remedy.tip);
            m_buttons[i]->setEnabled(!isOutdated);
            showText(m_outcomes[i],
                     remedy.helps ? QStringLiteral("<span style='color:%1'><b>%2</b></span>")
                                        .arg(measuredColor().name(), remedy.outcome.toHtmlEscaped())
                                  : remedy.outcome.toHtmlEscaped());
        }
    }
}

} // namespace sideline::widgets
