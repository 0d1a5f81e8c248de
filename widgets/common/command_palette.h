#pragma once

#include <functional>
#include <vector>

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>

namespace sideline::widgets {

/// A command that can be found by its name and run.
struct PaletteEntry {
    QString text;
    QString group; ///< such as `Replay` or `Help`; searched as well
    QString keys;  ///< empty for none
    bool isPossible = true;
    std::function<void()> run;
    QString otherNames = {}; ///< searched as well, but not shown
};

/// Finds commands by name: a field to type in, and a list of matches, best first. Up, Down and
/// Enter work while typing; a click runs an entry.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* parent);

    /// Opens over the upper part of its parent, with these entries and an empty field.
    void popUp(std::vector<PaletteEntry> entries);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void runCurrent();

    QLineEdit* m_query;
    QListWidget* m_list;
    QLabel* m_note;
    std::vector<PaletteEntry> m_entries;
};

} // namespace sideline::widgets
