#include "widgets/train/program_tree.h"

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

// The expression in one line, so that a folded branch tells what it does.
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

} // namespace

ProgramTree::ProgramTree(QWidget* parent)
    : QWidget(parent), m_tree(new QTreeWidget), m_hint(new QLabel) {
    setObjectName(QStringLiteral("program-tree"));
    m_tree->setObjectName(QStringLiteral("program-nodes"));
    m_tree->setColumnCount(1);
    m_tree->header()->hide();
    m_tree->setMinimumSize(160, 80);
    m_tree->setSelectionMode(QAbstractItemView::NoSelection);
    m_hint->setWordWrap(true);
    m_hint->setText(tr("Evolved programs are shown here as trees; this individual has none"));
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
        auto* item = new QTreeWidgetItem(
            m_tree, {gene.isExpressed ? when : tr("%1, hidden by another one").arg(when)});
        item->setDisabled(!gene.isExpressed);
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

void ProgramTree::setTime(double timeS) {
    int lit = -1;
    for (std::size_t i = 0; i < m_genes.size(); ++i) {
        if (m_genes[i].isExpressed && m_genes[i].timeS <= timeS) {
            lit = static_cast<int>(i);
        }
    }
    if (lit == m_lit) {
        return;
    }
    light(m_lit, false);
    light(lit, true);
    m_lit = lit;
    if (lit >= 0) {
        m_tree->scrollToItem(m_tree->topLevelItem(lit));
    }
}

void ProgramTree::light(int gene, bool isOn) {
    QTreeWidgetItem* item = m_tree->topLevelItem(gene);
    if (item == nullptr) {
        return;
    }
    QColor color = palette().color(QPalette::Highlight);
    color.setAlphaF(0.35F);
    item->setBackground(0, isOn ? QBrush(color) : QBrush());
    for (int i = 0; i < item->childCount(); ++i) {
        item->child(i)->setBackground(0, isOn ? QBrush(color) : QBrush());
    }
}

} // namespace sideline::widgets
