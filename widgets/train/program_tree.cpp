#include "widgets/train/program_tree.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

void addNode(QTreeWidgetItem* parent, const ProgramNode& node) {
    auto* item = new QTreeWidgetItem(parent, {node.text});
    for (const ProgramNode& operand : node.operands) {
        addNode(item, operand);
    }
}

std::size_t countOf(const ProgramNode& node) {
    std::size_t count = 1;
    for (const ProgramNode& operand : node.operands) {
        count += countOf(operand);
    }
    return count;
}

// The expression in one line, for collapsed branches.
QString lineOf(const ProgramNode& node) {
    if (node.operands.empty()) {
        return node.text;
    }
    QString line = u'(' + node.text;
    for (const ProgramNode& operand : node.operands) {
        line += u' ' + lineOf(operand);
    }
    return line + u')';
}

QString valueText(double value) {
    return QString::number(value, 'f', 2);
}

} // namespace

ProgramTree::ProgramTree(QWidget* parent)
    : QWidget(parent), m_tree(new QTreeWidget), m_hint(new QLabel) {
    setObjectName(QStringLiteral("program-tree"));
    m_tree->setObjectName(QStringLiteral("program-nodes"));
    m_tree->setColumnCount(2);
    m_tree->header()->hide();
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->setMinimumSize(160, 80);
    m_tree->setSelectionMode(QAbstractItemView::NoSelection);
    m_hint->setWordWrap(true);
    m_hint->setText(
        tr("Evolved programs are shown here as trees; this individual is not a program"));
    QVBoxLayout* column = columnIn(this, 4);
    column->addWidget(m_hint);
    column->addWidget(m_tree, 1);
    setProgram({});
}

void ProgramTree::setProgram(std::vector<ProgramGene> genes) {
    m_genes = std::move(genes);
    m_lit = -1;
    m_tree->clear();
    for (const ProgramGene& gene : m_genes) {
        const QString when = tr("From %1 s").arg(gene.timeS, 0, 'f', 2);
        auto* item =
            new QTreeWidgetItem(m_tree, {gene.isExpressed ? when : tr("%1, hidden").arg(when)});
        item->setDisabled(!gene.isExpressed);
        if (!gene.isExpressed) {
            item->setToolTip(0, tr("Overridden by an earlier gene with the same start time"));
        }
        for (const auto& [output, root] : gene.outputs) {
            auto* line =
                new QTreeWidgetItem(item, {QStringLiteral("%1 = %2").arg(output, lineOf(root))});
            line->setToolTip(0, line->text(0));
            if (!root.operands.empty()) {
                addNode(line, root);
            }
        }
        item->setExpanded(gene.isExpressed);
    }
    m_hint->setVisible(m_genes.empty());
    m_tree->setVisible(!m_genes.empty());
}

int ProgramTree::placeOf(const std::optional<ProgramMoment>& moment) const {
    if (!moment) {
        return -1;
    }
    const auto gene = std::ranges::find(m_genes, moment->gene, &ProgramGene::number);
    const bool isOfIt = gene != m_genes.end() && gene->outputs.size() == moment->values.size() &&
                        std::ranges::equal(gene->outputs, moment->values,
                                           [](const auto& output, const auto& values) {
                                               return countOf(output.second) == values.size();
                                           });
    return isOfIt ? static_cast<int>(gene - m_genes.begin()) : -1;
}

void ProgramTree::setMoment(const std::optional<ProgramMoment>& moment) {
    const int lit = placeOf(moment);
    const bool isOther = lit != m_lit;
    if (QTreeWidgetItem* before = m_tree->topLevelItem(m_lit); before != nullptr && isOther) {
        darken(*before);
    }
    m_lit = lit;
    if (lit < 0) {
        return;
    }
    lightOutputs(*moment);
    if (isOther) {
        m_tree->scrollToItem(m_tree->topLevelItem(lit), QAbstractItemView::PositionAtTop);
    }
}

void ProgramTree::lightOutputs(const ProgramMoment& moment) {
    const ProgramGene& gene = m_genes[static_cast<std::size_t>(m_lit)];
    QTreeWidgetItem* item = m_tree->topLevelItem(m_lit);
    light(*item, true);
    for (std::size_t i = 0; i < gene.outputs.size(); ++i) {
        const ProgramNode& root = gene.outputs[i].second;
        QTreeWidgetItem* line = item->child(static_cast<int>(i));
        std::span<const double> values = moment.values[i];
        light(*line, true);
        line->setText(1, valueText(values.front()));
        if (line->childCount() > 0) {
            lightNode(*line->child(0), root, values, true);
        }
    }
}

// @param values values of this node, its operands, and the nodes after it; the values used here are
//     removed
void ProgramTree::lightNode(QTreeWidgetItem& item, const ProgramNode& node,
                            std::span<const double>& values, bool isTaken) {
    light(item, isTaken);
    item.setText(1, valueText(values.front()));
    values = values.subspan(1);
    double first = 0.0;
    bool isLess = false;
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
        if (i == 0) {
            first = values.front();
        } else if (i == 1) {
            isLess = first < values.front();
        }
        const bool isChosen = !node.isChoice || i < 2 || (i == 2) == isLess;
        lightNode(*item.child(static_cast<int>(i)), node.operands[i], values, isTaken && isChosen);
    }
}

void ProgramTree::light(QTreeWidgetItem& item, bool isTaken) {
    QColor color = palette().color(QPalette::Highlight);
    color.setAlphaF(0.35F);
    const QBrush back = isTaken ? QBrush(color) : QBrush();
    const QBrush front =
        isTaken ? QBrush() : QBrush(palette().color(QPalette::Disabled, QPalette::Text));
    for (int column = 0; column < m_tree->columnCount(); ++column) {
        item.setBackground(column, back);
        item.setForeground(column, front);
    }
}

void ProgramTree::darken(QTreeWidgetItem& item) {
    for (int column = 0; column < m_tree->columnCount(); ++column) {
        item.setBackground(column, QBrush());
        item.setForeground(column, QBrush());
    }
    item.setText(1, {});
    for (int i = 0; i < item.childCount(); ++i) {
        darken(*item.child(i));
    }
}

} // namespace sideline::widgets
