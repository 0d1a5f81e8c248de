#include "widgets/match/signal_tree.h"

#include <algorithm>
#include <map>

#include <QMenu>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"
#include "widgets/match/signal_search.h"

namespace sideline::widgets {

namespace {

using logs::Quantity;
using logs::SignalId;

constexpr int kMinListPx = 40; // height of two rows
constexpr int kIdRole = Qt::UserRole;
constexpr int kPhrasesRole = Qt::UserRole + 1;
constexpr int kFormulaRole = Qt::UserRole + 2;

// Whether an item is a signal or a formula, rather than a group.
bool isCurve(const QTreeWidgetItem& item) {
    return item.data(0, kIdRole).isValid() || item.data(0, kFormulaRole).isValid();
}

std::string formulaOf(const QTreeWidgetItem& item) {
    return item.data(0, kFormulaRole).toString().toStdString();
}

std::string offerOf(const monitor::MatchFrame& frame) {
    std::string signature = frame.game.teamLeft + '|' + frame.game.teamRight + "|game";
    for (const monitor::RobotFrame& robot : frame.robots) {
        signature += game::toString(robot.id);
        if (robot.model != nullptr) {
            signature += robot.model->name();
        }
        signature += frame.game.motorTorquesNm(robot.id).empty() ? "" : "t";
    }
    return signature + (frame.ball ? "b" : "");
}

QString leafText(const SignalId& id, const QString& name, const monitor::MatchFrame& frame) {
    QString text = name;
    if (const robot::RobotModel* model = logs::modelOfJoint(id, frame)) {
        text += QLatin1Char(' ') + jointText(*model, robot::JointId(id.joint)).toLower();
    }
    const QString unit = toQt(logs::signalUnit(id.quantity));
    return unit.isEmpty() ? text : QStringLiteral("%1 [%2]").arg(text, unit);
}

SearchFit itemFit(const QTreeWidgetItem& item, const QString& search) {
    return searchFit(search, item.data(0, kPhrasesRole).toStringList());
}

} // namespace

SignalTree::SignalTree(QWidget* parent)
    : QWidget(parent), m_search(new QLineEdit), m_tree(new QTreeWidget) {
    m_search->setPlaceholderText(tr("Find: ball.speed, left knee"));
    m_search->setToolTip(tr("Finds signals by path (ball.speed, left.7.rlj4) or words (left 7 "
                            "knee, right hip roll); Enter plots the first match"));
    m_search->setClearButtonEnabled(true);
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setMinimumHeight(kMinListPx);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_search);
    column->addWidget(m_tree);
    connect(m_search, &QLineEdit::textChanged, this, &SignalTree::applySearch);
    connect(m_search, &QLineEdit::returnPressed, this, &SignalTree::tickFirstFound);
    connect(m_tree, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
        if (m_isFilling || !isCurve(*item)) {
            return;
        }
        const bool isOn = item->checkState(0) == Qt::Checked;
        if (const QVariant id = item->data(0, kIdRole); id.isValid()) {
            Q_EMIT toggled(id.value<SignalId>(), isOn);
        } else {
            Q_EMIT formulaToggled(formulaOf(*item), isOn);
        }
    });
    connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &SignalTree::showMenu);
}

bool SignalTree::setFrame(const monitor::MatchFramePtr& frame) {
    const std::string signature = frame ? offerOf(*frame) : std::string();
    if (signature == m_signature) {
        return false;
    }
    m_signature = signature;
    m_isFilling = true;
    m_tree->clear();
    if (frame) {
        fill(*frame);
    }
    fillFormulas();
    m_isFilling = false;
    showTicks();
    applySearch();
    return true;
}

void SignalTree::setFormulas(const std::vector<PlotFormula>& formulas) {
    m_formulas = formulas;
    m_isFilling = true;
    for (int i = m_tree->topLevelItemCount() - 1; i >= 0; --i) {
        const QTreeWidgetItem* group = m_tree->topLevelItem(i);
        if (group->childCount() > 0 && group->child(0)->data(0, kFormulaRole).isValid()) {
            delete group;
        }
    }
    fillFormulas();
    m_isFilling = false;
    showTicks();
    applySearch();
}

void SignalTree::fillFormulas() {
    if (m_formulas.empty()) {
        return;
    }
    auto* group = new QTreeWidgetItem(m_tree, {tr("formulas")});
    for (const PlotFormula& each : m_formulas) {
        const QString name = toQt(each.name);
        const QString unit = toQt(each.formula->unit());
        auto* item = new QTreeWidgetItem(
            group, {unit.isEmpty() ? name : QStringLiteral("%1 [%2]").arg(name, unit)});
        item->setToolTip(0, toQt(each.formula->text()));
        item->setData(0, kFormulaRole, name);
        item->setData(0, kPhrasesRole, QStringList{name.toLower(), tr("formula")});
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    }
    group->setExpanded(true);
}

void SignalTree::fill(const monitor::MatchFrame& frame) {
    std::map<QString, QTreeWidgetItem*> groups;
    for (const SignalId& id : logs::availableSignals(frame)) {
        const QString name = toQt(logs::signalName(id, &frame));
        QStringList parts = name.split(QLatin1Char('.'));
        const QString leaf = parts.takeLast();
        QTreeWidgetItem* parent = m_tree->invisibleRootItem();
        QString path;
        for (const QString& part : parts) {
            path += part + QLatin1Char('.');
            QTreeWidgetItem*& group = groups[path];
            if (group == nullptr) {
                group = new QTreeWidgetItem(parent, {part});
            }
            parent = group;
        }
        auto* item = new QTreeWidgetItem(parent, {leafText(id, leaf, frame)});
        item->setToolTip(0, name);
        item->setData(0, kIdRole, QVariant::fromValue(id));
        item->setData(0, kPhrasesRole, signalPhrases(id, frame));
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    }
}

void SignalTree::setTicked(const std::vector<ChosenCurve>& curves) {
    m_ticked.clear();
    m_tickedFormulas.clear();
    for (const ChosenCurve& curve : curves) {
        if (curve.id.formula != nullptr) {
            m_tickedFormulas.push_back(curve.signalName);
        } else {
            m_ticked.push_back(curve.id.signal);
        }
    }
    showTicks();
}

void SignalTree::showTicks() {
    m_isFilling = true;
    for (QTreeWidgetItemIterator it(m_tree); *it != nullptr; ++it) {
        if (isCurve(**it)) {
            const QVariant signal = (*it)->data(0, kIdRole);
            const bool isOn =
                signal.isValid()
                    ? std::ranges::find(m_ticked, signal.value<SignalId>()) != m_ticked.end()
                    : std::ranges::find(m_tickedFormulas, formulaOf(**it)) !=
                          m_tickedFormulas.end();
            (*it)->setCheckState(0, isOn ? Qt::Checked : Qt::Unchecked);
        }
    }
    m_isFilling = false;
}

// Shows only the best matches: a search for a left knee must not find the right one of a robot on
// the left.
void SignalTree::applySearch() {
    const QString search = m_search->text().trimmed();
    SearchFit best = SearchFit::Words;
    std::vector<std::pair<QTreeWidgetItem*, SearchFit>> leaves;
    for (QTreeWidgetItemIterator it(m_tree); *it != nullptr; ++it) {
        if (!isCurve(**it)) {
            (*it)->setHidden(!search.isEmpty());
            continue;
        }
        leaves.emplace_back(*it, itemFit(**it, search));
        best = std::max(best, leaves.back().second);
    }
    for (const auto& [item, fit] : leaves) {
        const bool isShown = search.isEmpty() || fit >= best;
        item->setHidden(!isShown);
        for (QTreeWidgetItem* p = item->parent(); isShown && p != nullptr; p = p->parent()) {
            p->setHidden(false);
            p->setExpanded(!search.isEmpty());
        }
    }
}

void SignalTree::tickFirstFound() {
    for (QTreeWidgetItemIterator it(m_tree); *it != nullptr && !m_search->text().isEmpty(); ++it) {
        if (isCurve(**it) && !(*it)->isHidden()) {
            (*it)->setCheckState(0, Qt::Checked);
            return;
        }
    }
}

void SignalTree::showMenu(const QPoint& pos) {
    const QTreeWidgetItem* item = m_tree->itemAt(pos);
    if (item != nullptr && item->data(0, kFormulaRole).isValid()) {
        const std::string name = formulaOf(*item);
        QMenu menu;
        menu.addAction(tr("Edit the formula..."), this,
                       [this, name] { Q_EMIT formulaEditRequested(name); });
        menu.addAction(tr("Remove the formula"), this,
                       [this, name] { Q_EMIT formulaRemoveRequested(name); });
        menu.exec(m_tree->viewport()->mapToGlobal(pos));
        return;
    }
    if (item != nullptr && item->childCount() > 0) {
        item = item->child(0); // for an object, one of its signals identifies it
    }
    const QVariant signal = item != nullptr ? item->data(0, kIdRole) : QVariant();
    if (!signal.isValid()) {
        return;
    }
    const monitor::ObjectId object = signal.value<SignalId>().object;
    if (object.kind != monitor::ObjectId::Kind::None) {
        QMenu menu;
        menu.addAction(tr("Plot the path (y against x)"), this,
                       [this, object] { Q_EMIT pathRequested(object); });
        menu.exec(m_tree->viewport()->mapToGlobal(pos));
    }
}

} // namespace sideline::widgets
