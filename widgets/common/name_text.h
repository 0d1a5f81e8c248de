#pragma once

#include <QString>

namespace sideline::widgets {

/// A hyphenated name of a file or program in words: `stand-and-look` -> "stand and look".
[[nodiscard]] QString plainName(QString name);
/// A hyphenated name as a title: `get-up` -> "Get up".
[[nodiscard]] QString titleText(const QString& name);
/// The first clause of a description as a title: `random search: a baseline` -> "Random search".
[[nodiscard]] QString firstClause(const QString& sentence);

} // namespace sideline::widgets
