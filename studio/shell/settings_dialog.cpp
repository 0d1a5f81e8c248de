#include "studio/shell/settings_dialog.h"

#include <algorithm>

#include <QColorDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace sideline::studio {

SettingsDialog::SettingsDialog(ActionTable& actions, QWidget* parent)
    : QDialog(parent),
      m_actions(actions),
      m_teamColors(new TeamColorsPage),
      m_network(new NetworkPage),
      m_keySearch(new QLineEdit),
      m_keys(new QTableWidget) {
    setWindowTitle(tr("Settings"));
    auto* pages = new QTabWidget;
    pages->addTab(makePage(SettingRow::Page::General), tr("General"));
    pages->addTab(m_teamColors, tr("Team colors"));
    connect(m_teamColors, &TeamColorsPage::edited, this, &SettingsDialog::changed);
    pages->addTab(makePage(SettingRow::Page::Drawing), tr("3D view"));
    pages->addTab(makePage(SettingRow::Page::Storage), tr("Memory and files"));
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

QWidget* SettingsDialog::makePage(SettingRow::Page page) {
    auto* widget = new QWidget;
    auto* form = new QFormLayout(widget);
    auto* editors = new SettingEditors(page, *form, this);
    connect(editors, &SettingEditors::changed, this, &SettingsDialog::changed);
    m_editors.push_back(editors);
    if (page == SettingRow::Page::General) {
        addColors(*form);
    }
    return widget;
}

// Adds the colors below the theme, both in the form and in the order of the Tab key.
void SettingsDialog::addColors(QFormLayout& form) {
    form.insertRow(1, tr("Left team"), colorButton(m_left, &widgets::TeamColors::left));
    form.insertRow(2, tr("Right team"), colorButton(m_right, &widgets::TeamColors::right));
    setTabOrder(form.itemAt(0, QFormLayout::FieldRole)->widget(), m_left);
    setTabOrder(m_left, m_right);
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

// Searches for words that begin with the text, so that `h` finds the key H and not every word that
// contains an h.
void SettingsDialog::searchKeys() {
    const QStringList searchWords =
        m_keySearch->text().simplified().split(u' ', Qt::SkipEmptyParts);
    for (int row = 0; row < m_keys->rowCount(); ++row) {
        const QString keys = static_cast<QKeySequenceEdit*>(m_keys->cellWidget(row, 1))
                                 ->keySequence()
                                 .toString(QKeySequence::NativeText);
        const QString text = m_keys->item(row, 0)->text() + u' ' + keys;
        const bool isFound = std::ranges::all_of(searchWords, [&](const QString& word) {
            return text.contains(
                QRegularExpression(QStringLiteral("(?<!\\w)") + QRegularExpression::escape(word),
                                   QRegularExpression::CaseInsensitiveOption));
        });
        m_keys->setRowHidden(row, !isFound);
    }
}

void SettingsDialog::changeKeys(const QString& id, const QList<QKeySequence>& keys) {
    m_actions.setKeys(id, keys);
    // Another row may have lost its key, so the rows are rebuilt later: the editor must not be
    // deleted while it emits a signal.
    QMetaObject::invokeMethod(this, &SettingsDialog::fillKeys, Qt::QueuedConnection);
}

void SettingsDialog::setSettings(const AppSettings& settings) {
    m_filling = true;
    m_settings = settings;
    for (SettingEditors* editors : m_editors) {
        editors->show(settings);
    }
    m_teamColors->setColors(settings.namedColors);
    paintColors();
    m_filling = false;
}

void SettingsDialog::changed() {
    if (m_filling) {
        return;
    }
    for (const SettingEditors* editors : m_editors) {
        editors->take(m_settings);
    }
    m_settings.namedColors = m_teamColors->colors();
    Q_EMIT settingsChanged(m_settings);
}

} // namespace sideline::studio
