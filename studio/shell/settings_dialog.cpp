#include "studio/shell/settings_dialog.h"

#include <algorithm>

#include <QColorDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "logs/match/match_log.h"
#include "widgets/common/number_field.h"

namespace sideline::studio {

namespace {

// A line for a folder with a button to choose one. Calls `changed` when it has another value.
template <typename Changed>
QWidget* folderRow(QLineEdit* line, const QString& title, Changed changed) {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* choose = new QPushButton(QObject::tr("Choose..."));
    row->addWidget(line, 1);
    row->addWidget(choose);
    QObject::connect(choose, &QPushButton::clicked, box, [line, title, changed] {
        const QString folder = QFileDialog::getExistingDirectory(line, title, line->text());
        if (!folder.isEmpty()) {
            line->setText(folder);
            changed();
        }
    });
    QObject::connect(line, &QLineEdit::editingFinished, box, changed);
    return box;
}

} // namespace

SettingsDialog::SettingsDialog(ActionTable& actions, QWidget* parent)
    : QDialog(parent),
      m_actions(actions),
      m_theme(new QComboBox),
      m_smooth(new QCheckBox(tr("Smooth motion between frames"))),
      m_trail(new widgets::NumberField),
      m_lead(new widgets::NumberField),
      m_teamColors(new TeamColorsPage),
      m_network(new NetworkPage),
      m_shadows(new QCheckBox(tr("Shadows"))),
      m_labels(new QCheckBox(tr("Numbers above players"))),
      m_fov(new widgets::NumberField),
      m_detail(new QComboBox),
      m_antialiasing(new QComboBox),
      m_meshes(new QLineEdit),
      m_memory(new widgets::CountField),
      m_spool(new QLineEdit),
      m_maxUnpacked(new widgets::CountField),
      m_keySearch(new QLineEdit),
      m_keys(new QTableWidget) {
    setWindowTitle(tr("Settings"));
    auto* pages = new QTabWidget;
    pages->addTab(makeGeneralPage(), tr("General"));
    pages->addTab(m_teamColors, tr("Team colors"));
    connect(m_teamColors, &TeamColorsPage::edited, this, &SettingsDialog::changed);
    pages->addTab(makeDrawingPage(), tr("3D view"));
    pages->addTab(makeStoragePage(), tr("Memory and files"));
    pages->addTab(m_network, tr("Network"));
    connect(m_network, &NetworkPage::changed, this, &SettingsDialog::networkChanged);
    pages->addTab(makeKeysPage(), tr("Keys"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::hide);
    auto* column = new QVBoxLayout(this);
    column->addWidget(pages);
    column->addWidget(buttons);
    resize(600, 520);
}

QWidget* SettingsDialog::makeGeneralPage() {
    m_theme->addItems({tr("System"), tr("Light"), tr("Dark")});
    for (QDoubleSpinBox* seconds : {m_trail, m_lead}) {
        seconds->setRange(0.0, 30.0);
        seconds->setSingleStep(0.5);
        seconds->setDecimals(1);
        seconds->setSuffix(tr(" s"));
        connect(seconds, &QDoubleSpinBox::valueChanged, this, &SettingsDialog::changed);
    }
    connect(m_theme, &QComboBox::currentIndexChanged, this, &SettingsDialog::changed);
    connect(m_smooth, &QCheckBox::toggled, this, &SettingsDialog::changed);
    auto* page = new QWidget;
    auto* form = new QFormLayout(page);
    form->addRow(tr("Theme"), m_theme);
    form->addRow(tr("Left team"), colorButton(m_left, &widgets::TeamColors::left));
    form->addRow(tr("Right team"), colorButton(m_right, &widgets::TeamColors::right));
    form->addRow({}, m_smooth);
    form->addRow(tr("Trail length"), m_trail);
    form->addRow(tr("Goal keys (H, G) stop before goal by"), m_lead);
    return page;
}

QWidget* SettingsDialog::colorButton(QPushButton*& button, QColor widgets::TeamColors::*member) {
    button = new QPushButton;
    button->setFixedWidth(90);
    connect(button, &QPushButton::clicked, this, [this, member] {
        const QColor color = QColorDialog::getColor(m_settings.colors.*member, this);
        if (color.isValid()) {
            m_settings.colors.*member = color;
            paintColors();
            Q_EMIT settingsChanged(m_settings);
        }
    });
    return button;
}

void SettingsDialog::paintColors() {
    const auto paint = [](QPushButton* button, const QColor& color) {
        button->setText(color.name());
        button->setStyleSheet(QStringLiteral("background: %1; color: %2;")
                                  .arg(color.name(), widgets::readableOn(color).name()));
    };
    paint(m_left, m_settings.colors.left);
    paint(m_right, m_settings.colors.right);
}

QWidget* SettingsDialog::makeDrawingPage() {
    m_fov->setObjectName(QStringLiteral("fieldOfView"));
    m_fov->setRange(20.0, 120.0);
    m_fov->setSingleStep(5.0);
    m_fov->setDecimals(0);
    m_fov->setSuffix(tr("\u00b0"));
    m_fov->setToolTip(tr("Vertical; in the player's-eyes view, use the wheel"));
    connect(m_fov, &QDoubleSpinBox::valueChanged, this, &SettingsDialog::changed);
    m_detail->addItems({tr("Low (for slow machines)"), tr("High")});
    m_antialiasing->addItem(tr("Automatic"), -1);
    m_antialiasing->addItem(tr("Off"), 0);
    for (const int samples : {2, 4, 8}) {
        m_antialiasing->addItem(tr("%1 samples").arg(samples), samples);
    }
    m_antialiasing->setToolTip(tr("Takes effect after a restart"));
    m_meshes->setPlaceholderText(tr("Sideline's own models"));
    connect(m_shadows, &QCheckBox::toggled, this, &SettingsDialog::changed);
    connect(m_labels, &QCheckBox::toggled, this, &SettingsDialog::changed);
    connect(m_detail, &QComboBox::currentIndexChanged, this, &SettingsDialog::changed);
    connect(m_antialiasing, &QComboBox::currentIndexChanged, this, &SettingsDialog::changed);
    auto* page = new QWidget;
    auto* form = new QFormLayout(page);
    form->addRow({}, m_shadows);
    form->addRow({}, m_labels);
    form->addRow(tr("Field of view"), m_fov);
    form->addRow(tr("Robots"), m_detail);
    form->addRow(tr("Anti-aliasing (after restart)"), m_antialiasing);
    form->addRow(tr("Server models"), folderRow(m_meshes, tr("The 'models' folder of rcssserver3d"),
                                                [this] { changed(); }));
    auto* note = new QLabel(tr("Folder with naohead.obj of an installed rcssserver3d, to draw the "
                               "server's own robots; empty for Sideline's."));
    note->setWordWrap(true);
    form->addRow({}, note);
    return page;
}

QWidget* SettingsDialog::makeStoragePage() {
    m_memory->setRange(16, 65536);
    m_memory->setSuffix(tr(" MiB"));
    m_spool->setPlaceholderText(QString::fromStdString(logs::defaultSpoolDirectory().string()));
    m_maxUnpacked->setRange(64, 1 << 20);
    m_maxUnpacked->setSuffix(tr(" MiB"));
    connect(m_memory, &QSpinBox::valueChanged, this, &SettingsDialog::changed);
    connect(m_maxUnpacked, &QSpinBox::valueChanged, this, &SettingsDialog::changed);
    auto* page = new QWidget;
    auto* form = new QFormLayout(page);
    form->addRow(tr("Memory for decoded frames"), m_memory);
    form->addRow(tr("Unpack folder"),
                 folderRow(m_spool, tr("Unpack folder"), [this] { changed(); }));
    form->addRow(tr("Unpack at most"), m_maxUnpacked);
    auto* note =
        new QLabel(tr("Logs of any size are read from disk; compressed logs are unpacked into this "
                      "folder while open, leaving at least a tenth of the free disk space, or 512 "
                      "MiB, unused. Recordings of live matches are kept in its 'live' subfolder "
                      "while open. Changes apply to the next log or live match."));
    note->setWordWrap(true);
    form->addRow({}, note);
    return page;
}

QWidget* SettingsDialog::makeKeysPage() {
    m_keys->setObjectName(QStringLiteral("keys"));
    m_keys->setColumnCount(3);
    m_keys->setHorizontalHeaderLabels({tr("Action"), tr("Key"), {}});
    m_keys->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_keys->setColumnWidth(1, 170);
    m_keys->setColumnWidth(2, 28);
    m_keys->verticalHeader()->hide();
    m_keys->setSelectionMode(QAbstractItemView::NoSelection);
    m_keys->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_keySearch->setObjectName(QStringLiteral("keySearch"));
    m_keySearch->setPlaceholderText(tr("Find an action or a key, such as next goal or Ctrl+O"));
    m_keySearch->setClearButtonEnabled(true);
    connect(m_keySearch, &QLineEdit::textChanged, this, &SettingsDialog::searchKeys);
    auto* reset = new QPushButton(tr("Default keys"));
    connect(reset, &QPushButton::clicked, this, [this] {
        m_actions.resetKeys();
        fillKeys();
    });
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->addWidget(
        new QLabel(tr("Click a key and press the new one. A key already in use is reassigned.")));
    column->addWidget(m_keySearch);
    column->addWidget(m_keys);
    column->addWidget(reset, 0, Qt::AlignRight);
    fillKeys();
    return page;
}

void SettingsDialog::fillKeys() {
    const int place = m_keys->verticalScrollBar()->value();
    m_keys->setRowCount(0);
    for (QAction* action : m_actions.actions()) {
        const int row = m_keys->rowCount();
        m_keys->insertRow(row);
        const QString id = action->objectName();
        const QString group = ActionTable::groupText(id.left(id.indexOf(QLatin1Char('.'))));
        m_keys->setItem(row, 0,
                        new QTableWidgetItem(QStringLiteral("%1: %2").arg(group, action->text())));
        auto* edit = new QKeySequenceEdit(action->shortcut());
        m_keys->setCellWidget(row, 1, edit);
        connect(edit, &QKeySequenceEdit::editingFinished, this, [this, edit, id] {
            const QKeySequence key = edit->keySequence();
            if (key == m_actions.action(id)->shortcut()) {
                return;
            }
            changeKeys(id, key.isEmpty() ? QList<QKeySequence>{} : QList<QKeySequence>{key});
        });
        auto* none = new QToolButton;
        none->setText(QStringLiteral("\u00d7"));
        none->setToolTip(tr("Clear shortcut"));
        none->setAutoRaise(true);
        none->setEnabled(!action->shortcut().isEmpty());
        m_keys->setCellWidget(row, 2, none);
        connect(none, &QToolButton::clicked, this, [this, id] { changeKeys(id, {}); });
    }
    searchKeys();
    m_keys->verticalScrollBar()->setValue(place);
}

// Words of the search must begin words of the action or its key: `h` is the key, not each h.
void SettingsDialog::searchKeys() {
    const QStringList wanted = m_keySearch->text().simplified().split(u' ', Qt::SkipEmptyParts);
    for (int row = 0; row < m_keys->rowCount(); ++row) {
        const QString keys = static_cast<QKeySequenceEdit*>(m_keys->cellWidget(row, 1))
                                 ->keySequence()
                                 .toString(QKeySequence::NativeText);
        const QString text = m_keys->item(row, 0)->text() + u' ' + keys;
        const bool isFound = std::ranges::all_of(wanted, [&](const QString& word) {
            return text.contains(
                QRegularExpression(QStringLiteral("(?<!\\w)") + QRegularExpression::escape(word),
                                   QRegularExpression::CaseInsensitiveOption));
        });
        m_keys->setRowHidden(row, !isFound);
    }
}

void SettingsDialog::changeKeys(const QString& id, const QList<QKeySequence>& keys) {
    m_actions.setKeys(id, keys);
    // Another row may have lost its key; the editor must not vanish while it reports us.
    QMetaObject::invokeMethod(this, &SettingsDialog::fillKeys, Qt::QueuedConnection);
}

void SettingsDialog::setSettings(const AppSettings& settings) {
    m_filling = true;
    m_settings = settings;
    m_theme->setCurrentIndex(static_cast<int>(settings.theme));
    m_smooth->setChecked(settings.smoothReplay);
    m_trail->setValue(settings.trailS);
    m_lead->setValue(settings.goalLeadS);
    m_teamColors->setColors(settings.namedColors);
    m_shadows->setChecked(settings.shadows);
    m_labels->setChecked(settings.playerLabels);
    m_fov->setValue(settings.fovYDeg);
    m_detail->setCurrentIndex(settings.detail);
    m_antialiasing->setCurrentIndex(std::max(0, m_antialiasing->findData(settings.antialiasing)));
    m_meshes->setText(settings.meshFolder);
    m_memory->setValue(settings.memoryMiB);
    m_spool->setText(settings.spoolDirectory);
    m_maxUnpacked->setValue(settings.maxUnpackedMiB);
    paintColors();
    m_filling = false;
}

void SettingsDialog::changed() {
    if (m_filling) {
        return;
    }
    m_settings.theme = static_cast<Theme>(m_theme->currentIndex());
    m_settings.smoothReplay = m_smooth->isChecked();
    m_settings.trailS = m_trail->value();
    m_settings.goalLeadS = m_lead->value();
    m_settings.namedColors = m_teamColors->colors();
    m_settings.shadows = m_shadows->isChecked();
    m_settings.playerLabels = m_labels->isChecked();
    m_settings.fovYDeg = m_fov->value();
    m_settings.detail = m_detail->currentIndex();
    m_settings.antialiasing = m_antialiasing->currentData().toInt();
    m_settings.meshFolder = m_meshes->text();
    m_settings.memoryMiB = m_memory->value();
    m_settings.spoolDirectory = m_spool->text();
    m_settings.maxUnpackedMiB = m_maxUnpacked->value();
    Q_EMIT settingsChanged(m_settings);
}

} // namespace sideline::studio
