#pragma once

#include <functional>
#include <vector>

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>

namespace sideline::widgets {

/// Something that can be found by its name and run.
struct PaletteEntry {
    QString text;
    QString group; ///< what kind of thing it is, such as `Replay` or `Help`; searched as well
    QString keys;  ///< empty for none
    bool isPossible = true;
    std::function<void()> run;
    QString otherNames = {}; ///< that it is found by as well, but that are not shown
};

/// Finds things by name: a field to type in, and a list of what fits, best first. Up, Down and
/// Enter work while typing; a click runs an entry.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* parent);

    /// Shows itself over the upper part of its parent, with these entries and an empty field.
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
