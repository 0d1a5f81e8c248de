#pragma once

#include <vector>

#include <QString>

namespace sideline::widgets {

/// A part of a help page, from one heading to the next.
struct HelpSection {
    QString heading; ///< the page's title for the part before the first heading
    QString anchor;  ///< anchor of the heading, as used in links; empty for the page's beginning
    int level = 1;   ///< 1 for the page's title
    QString text;    ///< content below the heading, as Markdown
};

/// A page of the documentation.
struct HelpPage {
    QString file; ///< name in the folder of the documentation, such as `replay.md`
    QString title;
    std::vector<HelpSection> sections; ///< at least one
};

/// A section that matches a search.
struct HelpHit {
    std::size_t page = 0; ///< indices
    std::size_t section = 0;
    QString snippet; ///< the words around the first match
};

/// Reads a Markdown page.
[[nodiscard]] HelpPage parseHelpPage(const QString& file, const QString& markdown);

/// All pages of a folder: `index.md`, then the pages that it links to, in that order, then the
/// others. Empty if the folder cannot be read.
[[nodiscard]] std::vector<HelpPage> readHelpPages(const QString& folder);

/// The anchor of a heading, as GitHub forms it: `Time shift, live` -> `time-shift-live`.
[[nodiscard]] QString headingAnchor(const QString& heading);

/// The sections that contain all words of a query, those with the words in their headings first;
/// case is ignored. None for an empty query.
[[nodiscard]] std::vector<HelpHit> searchHelp(const std::vector<HelpPage>& pages,
                                              const QString& query);

} // namespace sideline::widgets
