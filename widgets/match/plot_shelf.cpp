#include "widgets/match/plot_shelf.h"

#include <algorithm>
#include <utility>

#include <QColorDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>

#include "widgets/common/file_question.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"
#include "widgets/match/formula_dialog.h"

namespace sideline::widgets {

namespace {

const QString kSetFiles = QStringLiteral("*.plots.json");

// A name that no formula of the user or of a set has yet.
std::string freeName(const ChosenCurves& chosen, const ChosenCurves& ofSet,
                     const std::string& requested) {
    std::string name = requested;
    for (int i = 2; chosen.findFormula(name) != nullptr || ofSet.findFormula(name) != nullptr;
         ++i) {
        name = requested + ' ' + std::to_string(i);
    }
    return name;
}

} // namespace

// --- formulas

QStringList PlotShelf::names() const {
    QStringList names = m_moreNames ? m_moreNames() : QStringList();
    if (m_frame && names.isEmpty()) {
        for (const logs::SignalId& id : logs::availableSignals(*m_frame)) {
            names << toQt(logs::signalName(id, m_frame.get()));
        }
    }
    return names;
}

void PlotShelf::editFormula(const std::string& name) {
    ChosenCurves& chosen = m_data.chosen;
    const PlotFormula* edited = chosen.findFormula(name);
    FormulaDialog dialog(
        names(), edited,
        [&](const QString& other) {
            return other.toStdString() != name &&
                   chosen.findFormula(other.toStdString()) != nullptr;
        },
        &m_dialogs);
    if (dialog.exec() != QDialog::Accepted || !dialog.formula()) {
        return;
    }
    PlotFormula made = *dialog.formula();
    if (m_frame) {
        auto resolved = std::make_shared<logs::Formula>(*made.formula);
        (void)resolved->resolve(*m_frame);
        made.formula = std::move(resolved);
    }
    const bool isNew = edited == nullptr;
    chosen.setFormula(name, made);
    Q_EMIT curvesChanged();
    if (isNew) {
        Q_EMIT formulaPlotted(made);
    }
    Q_EMIT storedChanged();
}

void PlotShelf::removeFormula(const std::string& name) {
    m_data.chosen.removeFormula(name);
    Q_EMIT curvesChanged();
    Q_EMIT storedChanged();
}

// --- sets

PlotSet PlotShelf::current(const QString& name) const {
    PlotSet set;
    set.name = name;
    set.chosen = m_data.chosen;
    const auto isUsed = [&](const PlotFormula& formula) {
        const auto isOf = [&](const ChosenCurve& curve) {
            return curve.id.formula == formula.formula;
        };
        return std::ranges::any_of(set.chosen.curves, isOf) ||
               std::ranges::any_of(set.chosen.tracks, [&](const ChosenTrack& track) {
                   return isOf(track.x) || isOf(track.y);
               });
    };
    std::erase_if(set.chosen.formulas,
                  [&](const PlotFormula& formula) { return !isUsed(formula); });
    set.values = m_canvas.valuesByHand();
    const logs::LoopRange visible{m_canvas.visibleBeginS(), m_canvas.visibleEndS()};
    if (!m_data.isWhole(visible)) {
        set.time = visible;
    }
    return set;
}

void PlotShelf::show(PlotSet set) {
    ChosenCurves& chosen = m_data.chosen;
    std::vector<PlotFormula> kept = chosen.formulas;
    for (PlotFormula& formula : std::vector(set.chosen.formulas)) {
        const PlotFormula* known = chosen.findFormula(formula.name);
        const std::string name = formula.name;
        if (known != nullptr &&
            (known->formula->text() != formula.formula->text() || known->unit != formula.unit)) {
            formula.name = freeName(chosen, set.chosen, name); // the user's own formula stays
        }
        if (known == nullptr || formula.name != name) {
            kept.push_back(formula);
            set.chosen.setFormula(name, formula);
        } else {
            set.chosen.setFormula(name, *known);
        }
    }
    set.chosen.formulas = std::move(kept);
    chosen = std::move(set.chosen);
    if (m_frame) {
        (void)chosen.resolve(*m_frame);
    }
    m_canvas.setValuesByHand(std::move(set.values));
    Q_EMIT curvesChanged();
    if (set.time) {
        Q_EMIT rangeRequested(set.time->beginS, set.time->endS);
    }
    Q_EMIT storedChanged();
}

void PlotShelf::fillSets(QMenu& menu) {
    for (const auto& [name, set] : m_sets) {
        menu.addAction(name, this, [this, set = set] { show(set); });
    }
    if (m_sets.empty()) {
        menu.addAction(tr("No saved plots yet"))->setEnabled(false);
    }
    menu.addSeparator();
    const bool hasCurves = !m_data.chosen.isEmpty();
    menu.addAction(tr("Save these plots..."), this, &PlotShelf::saveSet)->setEnabled(hasCurves);
    if (!m_sets.empty()) {
        QMenu* removing = menu.addMenu(tr("Remove"));
        for (const auto& [name, set] : m_sets) {
            removing->addAction(name, this, [this, name = name] {
                m_sets.erase(name);
                Q_EMIT storedChanged();
            });
        }
    }
    menu.addSeparator();
    menu.addAction(tr("Save to a file..."), this, &PlotShelf::saveSetFile)->setEnabled(hasCurves);
    menu.addAction(tr("Load from a file..."), this, &PlotShelf::loadSetFile);
}

void PlotShelf::saveSet() {
    bool isChosen = false;
    const QString name = QInputDialog::getText(&m_dialogs, tr("Save these plots"), tr("Name"),
                                               QLineEdit::Normal, {}, &isChosen)
                             .trimmed();
    if (!isChosen || name.isEmpty()) {
        return;
    }
    if (m_sets.contains(name) &&
        QMessageBox::question(&m_dialogs, tr("Save these plots"),
                              tr("Plots called %1 already exist. Replace them?").arg(name)) !=
            QMessageBox::Yes) {
        return;
    }
    m_sets[name] = current(name);
    Q_EMIT storedChanged();
    Q_EMIT messageRequested(tr("Saved the plots as %1").arg(name), false);
}

void PlotShelf::saveSetFile() {
    const QString file = askToSave(
        &m_dialogs,
        {QStringLiteral("plots"), tr("Save these plots"), tr("Saved plots (%1)").arg(kSetFiles)},
        QStringLiteral("plots.plots.json"));
    if (file.isEmpty()) {
        return;
    }
    const auto saved = saveBytes(plotSetText(current(QFileInfo(file).baseName())), file);
    report(saved ? PlotMessage{tr("Saved %1").arg(file), false}
                 : PlotMessage{toQt(saved.error().toString()), true});
}

void PlotShelf::loadSetFile() {
    const QString file = askForFile(&m_dialogs, {QStringLiteral("plots"), tr("Load plots"),
                                                 tr("Saved plots (%1)").arg(kSetFiles)});
    if (file.isEmpty()) {
        return;
    }
    auto set = readPlotSet(file);
    if (!set) {
        report(PlotMessage{toQt(set.error().toString()), true});
        return;
    }
    if (set->name.isEmpty()) {
        set->name = QFileInfo(file).baseName();
    }
    if (!m_sets.contains(set->name)) {
        m_sets[set->name] = *set;
    }
    show(std::move(*set));
}

// --- files and curves

void PlotShelf::fillExports(QMenu& menu, const std::optional<logs::LoopRange>& interval) {
    const auto save = [this](const std::optional<logs::LoopRange>& part) {
        report(saveValues(m_dialogs, m_data, part));
    };
    menu.addAction(tr("Save all values as CSV..."), this, [save] { save(std::nullopt); });
    const QString text =
        interval ? tr("Save the values of %1 as CSV...").arg(m_data.intervalText(*interval))
                 : tr("Save the values of the selected interval as CSV...");
    menu.addAction(text, this, [save, interval] { save(interval); })
        ->setEnabled(interval.has_value());
}

void PlotShelf::fillCurve(QMenu& menu, std::size_t row) {
    const ChosenCurve& curve = m_data.chosen.curves[row];
    if (curve.id.formula != nullptr) {
        menu.addAction(tr("Edit the formula..."), this,
                       [this, name = curve.signalName] { editFormula(name); });
    }
    menu.addAction(tr("Color..."), this, [this, row] {
        const QColor color =
            QColorDialog::getColor(m_data.chosen.colorOf(row), &m_dialogs, tr("Color"));
        if (color.isValid()) {
            m_data.chosen.curves[row].color = color;
            Q_EMIT curvesChanged();
        }
    });
    fillPlots(*menu.addMenu(tr("Show in")), row);
}

void PlotShelf::fillPlots(QMenu& menu, std::size_t row) {
    const std::vector<ChosenCurve>& curves = m_data.chosen.curves;
    const ChosenCurve& curve = curves[row];
    const auto add = [&](const QString& text, const QString& plot, bool isOn) {
        QAction* action = menu.addAction(text, this, [this, row, plot] {
            m_data.chosen.curves[row].plot = plot;
            Q_EMIT curvesChanged();
        });
        action->setCheckable(true);
        action->setChecked(isOn);
    };
    const QString own = curve.nameText();
    add(tr("the plot of its unit"), {}, curve.plot.isEmpty());
    add(tr("a plot of its own"), own, curve.plot == own);
    QStringList known = {curve.unitText(), own};
    for (const ChosenCurve& other : curves) {
        if (!known.contains(other.plotKey())) {
            known << other.plotKey();
            add(tr("the plot of %1").arg(other.nameText()), other.plotKey(),
                curve.plot == other.plotKey());
        }
    }
}

QByteArray PlotShelf::stored() const {
    return storedPlotsText({m_data.chosen.formulas, m_sets});
}

base::Expected<void> PlotShelf::restore(const QByteArray& text) {
    auto stored = storedPlotsFromText(text);
    if (!stored) {
        return tl::unexpected(std::move(stored.error()));
    }
    m_data.chosen.formulas = std::move(stored->formulas);
    m_sets = std::move(stored->sets);
    Q_EMIT curvesChanged();
    return {};
}

void PlotShelf::report(const std::optional<PlotMessage>& message) {
    if (message) {
        Q_EMIT messageRequested(message->text, message->isError);
    }
}

} // namespace sideline::widgets
