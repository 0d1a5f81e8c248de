#include "widgets/localization/estimator_panel.h"

#include <array>

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/common/elided_label.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/localization/estimator_table.h"
#include "widgets/localization/variant_section.h"

namespace sideline::widgets {

struct EstimatorPanel::Parts {
    QWidget* stream = nullptr; ///< shown while there is a stream
    QWidget* start = nullptr;  ///< shown while there is no stream
    QLabel* hint = nullptr;
    ElidedLabel* source = nullptr;
    QLabel* truth = nullptr;
    ElidedLabel* interval = nullptr;
    QToolButton* exportTable = nullptr;
    QProgressBar* progress = nullptr;
    EstimatorTable* table = nullptr;
    ElidedLabel* beliefs = nullptr;
    QLabel* values = nullptr;
    std::array<QCheckBox*, kLocalizeLayerCount> boxes{};
    VariantSection* variant = nullptr;

    QWidget* buildStream(EstimatorPanel& panel);
    QWidget* buildStart(EstimatorPanel& panel);
    QWidget* buildLayers(EstimatorPanel& panel);
    void setBoxes(const LocalizeLayers& layers) const {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const QSignalBlocker blocker(boxes[i]);
            boxes[i]->setChecked(layers.test(i));
        }
    }
};

QWidget* EstimatorPanel::Parts::buildStream(EstimatorPanel& panel) {
    auto* widget = new QWidget;
    auto* column = columnIn(widget, 0);
    column->setSpacing(2);
    source = new ElidedLabel("source");
    source->setFont(bold(source->font()));
    truth = new QLabel;
    truth->setObjectName(QStringLiteral("truth"));
    truth->setTextFormat(Qt::PlainText);
    truth->setWordWrap(true);
    interval = new ElidedLabel("interval", Qt::ElideRight);
    auto* openAnother = panelTool("openAnother", QStringLiteral("open"), tr("Open stream"));
    exportTable = panelTool("export", QStringLiteral("export"),
                            tr("Save the beliefs and errors of every cycle as a table"));
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(source, 1);
    row->addWidget(openAnother);
    row->addWidget(exportTable);
    progress = panelProgress("progress");
    column->addLayout(row);
    column->addWidget(truth);
    column->addWidget(interval);
    column->addWidget(progress);
    connect(openAnother, &QToolButton::clicked, &panel, &EstimatorPanel::openRequested);
    connect(exportTable, &QToolButton::clicked, &panel, &EstimatorPanel::exportRequested);
    return widget;
}

QWidget* EstimatorPanel::Parts::buildStart(EstimatorPanel& panel) {
    auto* widget = new QWidget;
    auto* column = columnIn(widget, 0);
    hint = new QLabel;
    hint->setObjectName(QStringLiteral("hint"));
    hint->setWordWrap(true);
    auto* open =
        panelButton("open", tr("Open stream..."), tr("Open the recorded messages of an agent"));
    column->addWidget(hint);
    column->addWidget(open, 0, Qt::AlignLeft);
    connect(open, &QPushButton::clicked, &panel, &EstimatorPanel::openRequested);
    return widget;
}

QWidget* EstimatorPanel::Parts::buildLayers(EstimatorPanel& panel) {
    auto* widget = new QWidget;
    auto* column = columnIn(widget, 0);
    column->setContentsMargins(10, 0, 0, 4);
    column->setSpacing(3);
    auto* grid = new QGridLayout;
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    constexpr int kLines = (static_cast<int>(kLocalizeLayerCount) + 1) / 2;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto layer = static_cast<LocalizeLayer>(i);
        boxes[i] = new QCheckBox(nameOf(layer));
        boxes[i]->setObjectName(QStringLiteral("layer%1").arg(i));
        boxes[i]->setToolTip(aboutLayer(layer));
        const int place = static_cast<int>(i);
        grid->addWidget(boxes[i], place % kLines, place / kLines);
        connect(boxes[i], &QCheckBox::toggled, &panel,
                [&panel] { Q_EMIT panel.layersChanged(panel.layers()); });
    }
    column->addLayout(grid);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    const auto addButton = [&](const char* name, const QString& text, const QString& tip,
                               const LocalizeLayers& layers) {
        auto* button = panelButton(name, text, tip);
        buttons->addWidget(button, 1);
        connect(button, &QPushButton::clicked, &panel, [this, &panel, layers] {
            if (panel.layers() != layers) {
                setBoxes(layers);
                Q_EMIT panel.layersChanged(layers);
            }
        });
    };
    addButton("allLayers", tr("All"), tr("Show everything on the map"), LocalizeLayers().set());
    addButton("noLayers", tr("None"), tr("Show only the field"), LocalizeLayers());
    addButton("usualLayers", tr("Default"), tr("Show the default layers"), defaultLocalizeLayers());
    column->addLayout(buttons);
    setBoxes(defaultLocalizeLayers());
    return widget;
}

EstimatorPanel::EstimatorPanel(QWidget* parent)
    : QWidget(parent), m_parts(std::make_unique<Parts>()) {
    auto* content = new QWidget;
    auto* column = columnIn(content);
    column->setSpacing(4);
    m_parts->stream = m_parts->buildStream(*this);
    m_parts->start = m_parts->buildStart(*this);
    m_parts->table = new EstimatorTable;
    m_parts->variant = new VariantSection;
    column->addWidget(m_parts->stream);
    column->addWidget(m_parts->start);
    column->addWidget(m_parts->table);
    m_parts->beliefs = new ElidedLabel("beliefs", Qt::ElideRight);
    column->addWidget(m_parts->beliefs);
    m_parts->values = new QLabel;
    m_parts->values->setObjectName(QStringLiteral("values"));
    m_parts->values->setWordWrap(true);
    m_parts->values->setTextFormat(Qt::PlainText);
    m_parts->values->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_parts->values->setToolTip(
        tr("Values that the agent reported under its own names, at this instant"));
    column->addWidget(m_parts->values);
    const auto fold = [&](const char* name, const QString& title, QWidget* section) {
        auto* folded = new FoldSection(title, section);
        folded->heading()->setObjectName(QLatin1String(name));
        column->addWidget(folded);
    };
    fold("foldLayers", tr("On the map"), m_parts->buildLayers(*this));
    fold("foldWhatIf", tr("Variant"), m_parts->variant);
    column->addStretch(1);
    columnIn(this, 0)->addWidget(scrolled(content));
    connect(m_parts->table, &EstimatorTable::shownChanged, this, &EstimatorPanel::shownChanged);
    connect(m_parts->table, &EstimatorTable::chosenChanged, this, &EstimatorPanel::chosenChanged);
    connect(m_parts->table, &EstimatorTable::removeRequested, this,
            &EstimatorPanel::removeRequested);
    connect(m_parts->variant, &VariantSection::runRequested, this,
            &EstimatorPanel::variantRequested);
    setView({});
}

EstimatorPanel::~EstimatorPanel() = default;

void EstimatorPanel::setView(const EstimatorView& view) {
    const bool hasStream = !view.source.isEmpty();
    m_parts->stream->setVisible(hasStream);
    m_parts->start->setVisible(!hasStream);
    m_parts->table->setVisible(hasStream);
    showText(m_parts->hint, view.hint.isEmpty()
                                ? tr("Open an agent's recorded stream to see what it believed.")
                                : view.hint);
    m_parts->source->setLine(view.source);
    showText(m_parts->truth, view.truth.isEmpty() ? tr("No ground truth: errors cannot be computed")
                                                  : tr("Ground truth: %1").arg(view.truth));
    m_parts->interval->setLine(
        view.interval.isEmpty() ? tr("Figures of the whole stream")
                                : tr("Figures of %1").arg(view.interval),
        tr("Shift + drag in the curves selects an interval; Escape clears it."));
    m_parts->progress->setVisible(view.isRunning());
    m_parts->progress->setValue(view.progressPercent);
    m_parts->progress->setToolTip(tr("Running estimators: %1 % done").arg(view.progressPercent));
    m_parts->exportTable->setEnabled(hasStream && !view.rows.empty() && !view.isRunning());
    m_parts->table->setRows(view.rows, view.chosen);
    m_parts->beliefs->setVisible(!view.beliefs.isEmpty());
    m_parts->beliefs->setLine(
        view.beliefs, tr("docs/belief-format.md describes how agents report their own belief."));
    m_parts->values->setVisible(hasStream && !view.values.isEmpty());
    showText(m_parts->values, view.values.join(QStringLiteral("   ")));
    m_parts->variant->setView(view);
}

void EstimatorPanel::setLayers(const LocalizeLayers& layers) {
    m_parts->setBoxes(layers);
}

LocalizeLayers EstimatorPanel::layers() const {
    LocalizeLayers layers;
    for (std::size_t i = 0; i < m_parts->boxes.size(); ++i) {
        layers.set(i, m_parts->boxes[i]->isChecked());
    }
    return layers;
}

EstimatorVariant EstimatorPanel::variant() const {
    return m_parts->variant->variant();
}

void EstimatorPanel::setVariant(const EstimatorVariant& variant) {
    m_parts->variant->setVariant(variant);
}

} // namespace sideline::widgets
