#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <QLabel>
#include <QString>
#include <QTreeWidget>
#include <QWidget>

namespace sideline::widgets {

/// A node of an expression with its operands.
struct ProgramNode {
    QString text;
    std::vector<ProgramNode> operands;
    /// Evaluates to the third operand if the first is less than the second, else to the fourth.
    bool isChoice = false;
};

/// A gene of an evolved program, which takes over at its time.
struct ProgramGene {
    std::size_t number = 0; ///< index in the program
    double timeS = 0.0;
    bool isExpressed = true; ///< if false, an earlier gene with the same time is used
    std::vector<std::pair<QString, ProgramNode>> outputs; ///< output and expression
};

/// State of a program at a moment of a trial.
struct ProgramMoment {
    std::size_t gene = 0; ///< number of the active gene
    /// Values: one list per output of the gene, with a value for each node, a node before
    /// its operands.
    std::vector<std::vector<double>> values;
};

/// An evolved program as trees. While a trial is watched, the active gene is highlighted, with the
/// values of its nodes, except in branches not taken. GUI thread only.
class ProgramTree : public QWidget {
    Q_OBJECT
public:
    explicit ProgramTree(QWidget* parent = nullptr);

    /// @param genes genes in chronological order; empty for no program
    void setProgram(std::vector<ProgramGene> genes);
    /// Shows a moment of the watched trial; highlights nothing for a moment of another program.
    void setMoment(const std::optional<ProgramMoment>& moment);
    /// Index of the active gene, in chronological order; -1 for none.
    [[nodiscard]] int lit() const { return m_lit; }
    [[nodiscard]] QTreeWidget* tree() const { return m_tree; }

private:
    void lightOutputs(const ProgramMoment& moment);
    void lightNode(QTreeWidgetItem& item, const ProgramNode& node, std::span<const double>& values,
                   bool isTaken);
    void light(QTreeWidgetItem& item, bool isTaken);
    void darken(QTreeWidgetItem& item);
    [[nodiscard]] int placeOf(const std::optional<ProgramMoment>& moment) const;

    QTreeWidget* m_tree;
    QLabel* m_hint;
    std::vector<ProgramGene> m_genes;
    int m_lit = -1;
};

} // namespace sideline::widgets
