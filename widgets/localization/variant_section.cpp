#include "widgets/localization/variant_section.h"

#include <algorithm>
#include <cmath>

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using localization::Method;

// Only this method uses noise and the camera's offset.
bool usesNoise(Method method) {
    return method == Method::Fusion;
}

QString timesText(double times) {
    return QString::number(times, 'g', 3);
}

QString ordinalText(int number) {
    const int last = number % 10;
    const bool isTeen = number % 100 / 10 == 1;
    return isTeen || last == 0 || last > 3 ? VariantSection::tr("%1th").arg(number)
           : last == 1                     ? VariantSection::tr("%1st").arg(number)
           : last == 2                     ? VariantSection::tr("%1nd").arg(number)
                                           : VariantSection::tr("%1rd").arg(number);
}

constexpr std::array kMembers = {&EstimatorVariant::cornerFlags,   &EstimatorVariant::goalPosts,
                                 &EstimatorVariant::lines,         &EstimatorVariant::gyro,
                                 &EstimatorVariant::accelerometer, &EstimatorVariant::feet};

} // namespace

QString nameOf(const EstimatorVariant& variant) {
    QStringList parts{toQt(localization::nameOf(variant.method))};
    if (!variant.cornerFlags && !variant.goalPosts) {
        parts << VariantSection::tr("no flags or posts");
    } else if (!variant.cornerFlags) {
        parts << VariantSection::tr("no corner flags");
    } else if (!variant.goalPosts) {
        parts << VariantSection::tr("no goal posts");
    }
    if (!variant.lines) {
        parts << VariantSection::tr("no lines");
    }
    if (!variant.gyro) {
        parts << VariantSection::tr("no gyro");
    }
    if (!variant.accelerometer) {
        parts << VariantSection::tr("no accelerometer");
    }
    if (!variant.feet) {
        parts << VariantSection::tr("no feet");
    }
    if (!variant.learnsCameraOffset) {
        parts << VariantSection::tr("camera offset not estimated");
    }
    if (variant.assumedNoise != 1.0) {
        parts << VariantSection::tr("assumes %1 x noise").arg(timesText(variant.assumedNoise));
    }
    if (variant.addedNoise != 0.0) {
        parts << VariantSection::tr("%1 x noise added").arg(timesText(variant.addedNoise));
    }
    if (variant.visionEvery > 1) {
        parts << VariantSection::tr("every %1 vision frame").arg(ordinalText(variant.visionEvery));
    }
    return parts.join(QStringLiteral(", "));
}

VariantSection::VariantSection(QWidget* parent) : QWidget(parent) {
    build();
    setVariant({});
}

void VariantSection::build() {
    QStringList methods;
    for (const Method method : localization::kMethods) {
        methods << toQt(localization::nameOf(method));
    }
    m_method = panelChoice("method", methods, tr("The method to run again"));
    for (int i = 0; i < m_method->count(); ++i) {
        m_method->setItemData(
            i, toQt(localization::aboutMethod(localization::kMethods[static_cast<std::size_t>(i)])),
            Qt::ToolTipRole);
    }
    auto* grid = new QGridLayout;
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    int line = 0;
    grid->addWidget(m_method, line++, 0, 1, 2);
    struct Box {
        const char* name;
        QString text;
        QString tip;
    };
    const std::array<Box, 6> boxes = {
        {{"cornerFlags", tr("Corner flags"), tr("Use the four corner flags")},
         {"goalPosts", tr("Goal posts"), tr("Use the four goal posts")},
         {"lines", tr("Lines"), tr("Use the field lines")},
         {"gyro", tr("Gyro"), tr("Use the torso's angular velocity")},
         {"accelerometer", tr("Accelerometer"), tr("Use accelerations")},
         {"feet", tr("Feet"), tr("Use the forces under the feet")}}};
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        m_observations[i] = new QCheckBox(boxes[i].text);
        m_observations[i]->setObjectName(QLatin1String(boxes[i].name));
        m_observations[i]->setToolTip(boxes[i].tip);
        grid->addWidget(m_observations[i], line + static_cast<int>(i % 3), i < 3 ? 0 : 1);
        connect(m_observations[i], &QCheckBox::toggled, this, &VariantSection::showState);
    }
    line += 3;
    m_offset = new QCheckBox(tr("Estimate camera offset"));
    m_offset->setObjectName(QStringLiteral("cameraOffset"));
    grid->addWidget(m_offset, line++, 0, 1, 2);
    const auto number = [&](const char* name, const QString& text, double lowest, double highest,
                            int decimals, double step, const QString& unit, const QString& tip) {
        auto* label = new QLabel(text);
        label->setWordWrap(true); // so that a narrow panel shows the whole text
        label->setToolTip(tip);
        auto* box = panelNumber(name, lowest, highest, decimals, step, unit, tip);
        box->setKeyboardTracking(true);
        grid->addWidget(label, line, 0);
        grid->addWidget(box, line++, 1);
        connect(box, &QDoubleSpinBox::valueChanged, this, &VariantSection::showState);
        return box;
    };
    m_assumed = number("assumedNoise", tr("Assumed noise"), 0.1, 20.0, 1, 0.5, tr("x"), {});
    m_added = number("addedNoise", tr("Extra noise"), 0.0, 20.0, 1, 0.5, tr("x"),
                     tr("Noise added to the recorded values, relative to the server's"));
    m_every = number("visionEvery", tr("Use every n-th vision frame"), 1, 50, 0, 1, {},
                     tr("Use only every second, third, ... recorded vision frame"));
    m_every->setSpecialValueText(tr("all"));
    m_name = new ElidedLabel("whatIfName");
    grid->addWidget(m_name, line++, 0, 1, 2);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    m_run = panelButton("run", tr("Run"), {});
    m_reset = panelButton("reset", tr("Reset"), tr("Restore the defaults"));
    buttons->addWidget(m_run, 1);
    buttons->addWidget(m_reset, 1);
    grid->addLayout(buttons, line, 0, 1, 2);
    auto* column = columnIn(this, 0);
    column->setContentsMargins(10, 0, 0, 4);
    column->addLayout(grid);

    connect(m_method, &QComboBox::currentIndexChanged, this, &VariantSection::showState);
    connect(m_offset, &QCheckBox::toggled, this, &VariantSection::showState);
    connect(m_run, &QPushButton::clicked, this, [this] { Q_EMIT runRequested(variant()); });
    connect(m_reset, &QPushButton::clicked, this,
            [this] { setVariant({.method = variant().method}); });
}

void VariantSection::setView(const EstimatorView& view) {
    m_hasStream = !view.source.isEmpty();
    m_canRerun = view.canRerun;
    m_variants.clear();
    for (const EstimatorRow& row : view.rows) {
        if (row.isRemovable) {
            m_variants.push_back(row.name);
        }
    }
    showState();
}

void VariantSection::setVariant(const EstimatorVariant& variant) {
    {
        const QSignalBlocker method(m_method);
        const QSignalBlocker offset(m_offset);
        const QSignalBlocker assumed(m_assumed);
        const QSignalBlocker added(m_added);
        const QSignalBlocker every(m_every);
        const auto at = std::ranges::find(localization::kMethods, variant.method);
        m_method->setCurrentIndex(static_cast<int>(at - localization::kMethods.begin()));
        for (std::size_t i = 0; i < kMembers.size(); ++i) {
            const QSignalBlocker box(m_observations[i]);
            m_observations[i]->setChecked(variant.*kMembers[i]);
        }
        m_offset->setChecked(variant.learnsCameraOffset);
        m_assumed->setValue(variant.assumedNoise);
        m_added->setValue(variant.addedNoise);
        m_every->setValue(variant.visionEvery);
    }
    showState();
}

EstimatorVariant VariantSection::variant() const {
    EstimatorVariant variant;
    variant.method =
        localization::kMethods[static_cast<std::size_t>(std::max(m_method->currentIndex(), 0))];
    for (std::size_t i = 0; i < kMembers.size(); ++i) {
        variant.*kMembers[i] = m_observations[i]->isChecked();
    }
    if (usesNoise(variant.method)) {
        variant.learnsCameraOffset = m_offset->isChecked();
        variant.assumedNoise = m_assumed->value();
    }
    variant.addedNoise = m_added->value();
    variant.visionEvery = static_cast<int>(std::lround(m_every->value()));
    return variant;
}

QString VariantSection::obstacle() const {
    const EstimatorVariant edited = variant();
    if (!m_hasStream) {
        return tr("No stream to run it on: open one first.");
    }
    if (!m_canRerun) {
        return tr("The robot's percepts are not available here, so nothing can be run again.");
    }
    if (edited == EstimatorVariant{.method = edited.method}) {
        return tr(
            "Nothing differs from the method itself: turn off an observation or change the noise.");
    }
    if (std::ranges::find(m_variants, nameOf(edited)) != m_variants.end()) {
        return tr("Already in the list.");
    }
    return {};
}

void VariantSection::showState() {
    const EstimatorVariant edited = variant();
    const bool hasNoise = usesNoise(edited.method);
    const QString without = tr("Not used by this method.");
    m_offset->setEnabled(hasNoise);
    m_offset->setToolTip(hasNoise ? tr("Estimate the constant error of the robot's camera")
                                  : without);
    m_assumed->setEnabled(hasNoise);
    m_assumed->setToolTip(
        hasNoise ? tr("Noise it expects in its observations, relative to the server's") : without);
    m_name->setLine(nameOf(edited));
    const QString reason = obstacle();
    m_run->setEnabled(reason.isEmpty());
    m_run->setToolTip(reason.isEmpty()
                          ? tr("Run it on the stream and add it to the list for comparison")
                          : reason);
    m_reset->setEnabled(edited != EstimatorVariant{.method = edited.method});
}

} // namespace sideline::widgets
