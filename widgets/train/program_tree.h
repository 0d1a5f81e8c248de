#pragma once

#include <utility>
#include <vector>

#include <QLabel>
#include <QString>
#include <QTreeWidget>
#include <QWidget>

namespace sideline::widgets {

/// A node of an expression with what it works on.
struct ProgramNode {
    QString text;
    std::vector<ProgramNode> operands;
};

/// What takes over at a time of an evolved program.
struct ProgramGene {
    double timeS = 0.0;
    bool isExpressed = true; ///< else an earlier gene of the same time counts
    std::vector<std::pair<QString, ProgramNode>> outputs; ///< what moves, and how
};

/// An evolved program as trees: the gene at work is lit while a trial is watched. GUI thread only.
class ProgramTree : public QWidget {
    Q_OBJECT
public:
    explicit ProgramTree(QWidget* parent = nullptr);

    /// @param genes in order of time; empty for no program
    void setProgram(std::vector<ProgramGene> genes);
    /// The moment of the trial that is watched.
    void setTime(double timeS);
    /// Place of the gene at work; -1 for none.
    [[nodiscard]] int lit() const { return m_lit; }
    [[nodiscard]] QTreeWidget* tree() const { return m_tree; }

private:
    void light(int gene, bool isOn);

    QTreeWidget* m_tree;
    QLabel* m_hint;
    std::vector<ProgramGene> m_genes;
    int m_lit = -1;
};

} // namespace sideline::widgets
