#pragma once

#include <functional>
#include <utility>

#include <QUndoCommand>

namespace sideline::studio {

/// A step of a document's undo list, with the versions before and after it. The steps of one
/// gesture are merged, and removed if the gesture ends where it began. GUI thread only.
/// @tparam Version a value that is cheap to copy, such as a pointer to an immutable object
template <typename Version>
class VersionCommand : public QUndoCommand {
public:
    /// Functions of the document; objects they refer to must outlive the command.
    struct Document {
        std::function<void(const Version&)> show;
        /// Compares the contents that are saved to the file.
        std::function<bool(const Version&, const Version&)> isSame;
    };
    /// @param gesture 0 for a separate step
    VersionCommand(const QString& text, Version before, Version after, Document document,
                   int gesture = 0)
        : QUndoCommand(text),
          m_before(std::move(before)),
          m_after(std::move(after)),
          m_document(std::move(document)),
          m_gesture(gesture) {}

    void undo() override { m_document.show(m_before); }
    void redo() override { m_document.show(m_after); }
    [[nodiscard]] int id() const override { return m_gesture == 0 ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override {
        // An undo list contains only commands of one kind.
        const auto* next = static_cast<const VersionCommand*>(other);
        if (next->m_gesture != m_gesture) {
            return false;
        }
        m_after = next->m_after;
        setText(next->text());
        setObsolete(m_document.isSame(m_before, m_after));
        return true;
    }

private:
    Version m_before;
    Version m_after;
    Document m_document;
    int m_gesture;
};

} // namespace sideline::studio
