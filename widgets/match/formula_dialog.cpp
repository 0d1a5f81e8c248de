#include "widgets/match/formula_dialog.h"

#include <utility>

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QVBoxLayout>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

QStringList inFormulas(const QStringList& names) {
    QStringList written;
    for (const QString& name : names) {
        written << toQt(logs::nameInFormula(name.toStdString()));
    }
    return written;
}

QString functionsText() {
    QStringList texts;
    for (const logs::FormulaFunction& each : logs::formulaFunctions()) {
        texts << QStringLiteral("<span style='white-space:nowrap'>%1(%2)</span>")
                     .arg(toQt(each.name), toQt(each.arguments));
    }
    return texts.join(QStringLiteral(", "));
}

QString functionTips() {
    QStringList texts;
    for (const logs::FormulaFunction& each : logs::formulaFunctions()) {
        texts << QStringLiteral("%1(%2): %3")
                     .arg(toQt(each.name), toQt(each.arguments), toQt(each.summary));
    }
    return texts.join(u'\n');
}

} // namespace

FormulaDialog::FormulaDialog(const QStringList& names, const PlotFormula* edited,
                             std::function<bool(const QString&)> isTaken, QWidget* parent)
    : QDialog(parent),
      m_isTaken(std::move(isTaken)),
      m_names(names),
      m_name(new QLineEdit),
      m_text(new FormulaEdit(inFormulas(names))),
      m_unit(new QLineEdit),
      m_problem(new QLabel) {
    constexpr int kWidthPx = 520;
    setWindowTitle(edited == nullptr ? tr("New formula") : tr("Edit formula"));
    m_name->setObjectName(QStringLiteral("formulaName"));
    m_name->setPlaceholderText(tr("such as x error; empty: the formula itself"));
    m_text->setObjectName(QStringLiteral("formulaText"));
    m_text->setPlaceholderText(QStringLiteral("left.7.x - left.7 world.self.p_F.x"));
    m_unit->setObjectName(QStringLiteral("formulaUnit"));
    m_problem->setObjectName(QStringLiteral("formulaProblem"));
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(2 * m_problem->fontMetrics().lineSpacing());
    m_problem->setAlignment(Qt::AlignTop);
    auto* functions = new QLabel(functionsText());
    functions->setWordWrap(true);
    functions->setForegroundRole(QPalette::PlaceholderText);
    functions->setToolTip(functionTips());
    auto* form = new QFormLayout;
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("&Formula"), m_text);
    form->addRow(QString(), m_problem);
    form->addRow(tr("&Unit"), m_unit);
    form->addRow(tr("Functions"), functions);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_accept = buttons->button(QDialogButtonBox::Ok);
    m_accept->setText(edited == nullptr ? tr("&Plot") : tr("&Save"));
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addStretch(1);
    column->addWidget(buttons);
    if (edited != nullptr) {
        m_name->setText(toQt(edited->name));
        m_text->setPlainText(toQt(edited->formula->text()));
        m_text->moveCursor(QTextCursor::End);
        m_unit->setText(toQt(edited->unit));
    }
    connect(m_name, &QLineEdit::textChanged, this, &FormulaDialog::check);
    connect(m_text, &QPlainTextEdit::textChanged, this, &FormulaDialog::check);
    connect(m_unit, &QLineEdit::textChanged, this, &FormulaDialog::check);
    connect(m_text, &FormulaEdit::accepted, this, &FormulaDialog::acceptIfGood);
    connect(buttons, &QDialogButtonBox::accepted, this, &FormulaDialog::acceptIfGood);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(kWidthPx, sizeHint().height());
    m_text->setFocus();
    check();
}

QString FormulaDialog::problemOf(const base::Error& error) const {
    const QString text = toQt(error.message);
    return error.expected.empty() ? text : tr("%1; expected %2").arg(text, toQt(error.expected));
}

void FormulaDialog::check() {
    const QString text = m_text->toPlainText();
    const bool isEmpty = text.trimmed().isEmpty();
    const QString name =
        m_name->text().trimmed().isEmpty() ? text.simplified() : m_name->text().trimmed();
    auto made = makePlotFormula(name, text, m_unit->text());
    m_formula = made ? std::optional(*made) : std::nullopt;
    QString problem;
    QString note;
    qint64 place = -1;
    if (!made && !isEmpty) {
        problem = problemOf(made.error());
        place = made.error().byteOffset ? static_cast<qint64>(*made.error().byteOffset) : -1;
    } else if (made && m_isTaken(name)) {
        problem = tr("Another formula is called %1").arg(name);
        m_formula.reset();
    } else if (made) {
        QStringList missing;
        for (const auto& input : made->formula->inputs()) {
            if (!m_names.contains(toQt(input.name))) {
                missing << toQt(input.name);
            }
        }
        note = missing.isEmpty()
                   ? QString()
                   : tr("Not in this match: %1").arg(missing.join(QStringLiteral(", ")));
        m_unit->setPlaceholderText(m_unit->text().isEmpty() ? toQt(made->formula->unit())
                                                            : QString());
    }
    m_text->markError(place);
    QPalette colors = palette();
    if (!problem.isEmpty()) {
        colors.setColor(QPalette::WindowText, kFaultColor);
    }
    m_problem->setPalette(colors);
    m_problem->setText(problem.isEmpty() ? note : problem);
    m_accept->setEnabled(m_formula.has_value());
}

void FormulaDialog::acceptIfGood() {
    if (m_formula) {
        accept();
    }
}

} // namespace sideline::widgets
