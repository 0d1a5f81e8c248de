#include "widgets/common/help_pages.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace sideline::widgets {

namespace {

constexpr qsizetype kSnippetLetters = 90;
const QString kIndexPage = QStringLiteral("index.md");

// Converts a heading to plain text: removes the marks of code, emphasis and links.
QString withoutMarks(QString text) {
    static const QRegularExpression kLink(QStringLiteral(R"(!?\[([^\]]*)\]\([^)]*\))"));
    static const QRegularExpression kMarks(QStringLiteral("[`*]"));
    return text.replace(kLink, QStringLiteral("\\1")).remove(kMarks).trimmed();
}

QString readPage(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString snippetAround(const QString& markdown, const QString& word) {
    static const QRegularExpression kTable(QStringLiteral(R"([|#]|:?-{3,}:?)"));
    const QString text = withoutMarks(markdown).remove(kTable).simplified();
    const auto at = std::max<qsizetype>(text.indexOf(word, 0, Qt::CaseInsensitive), 0);
    auto begin = std::max<qsizetype>(at - kSnippetLetters / 3, 0);
    if (begin > 0) { // the snippet begins with a whole word
        begin = text.indexOf(u' ', begin) + 1;
    }
    const QString part = text.mid(begin, kSnippetLetters);
    return (begin > 0 ? QStringLiteral("...") : QString()) + part +
           (begin + part.size() < text.size() ? QStringLiteral("...") : QString());
}

} // namespace

QString headingAnchor(const QString& heading) {
    QString anchor;
    for (const QChar letter : withoutMarks(heading).toLower()) {
        if (letter.isLetterOrNumber() || letter == u'-' || letter == u'_') {
            anchor += letter;
        } else if (letter == u' ') {
            anchor += u'-';
        }
    }
    return anchor;
}

HelpPage parseHelpPage(const QString& file, const QString& markdown) {
    HelpPage page{file, {}, {}};
    bool isCode = false;
    for (const QString& line : markdown.split(u'\n')) {
        if (line.startsWith(QStringLiteral("```"))) {
            isCode = !isCode;
        }
        const auto marks =
            std::ranges::find_if(line, [](QChar c) { return c != u'#'; }) - line.begin();
        const bool isHeading = !isCode && marks > 0 && line.size() > marks && line[marks] == u' ';
        if (isHeading) {
            const QString heading = withoutMarks(line.mid(marks));
            const bool isTitle = page.sections.empty() && marks == 1;
            if (isTitle) {
                page.title = heading;
            }
            page.sections.push_back({heading,
                                     isTitle ? QString() : headingAnchor(heading),
                                     static_cast<int>(marks),
                                     {}});
        } else if (!line.trimmed().isEmpty()) {
            if (page.sections.empty()) {
                page.sections.push_back({file, {}, 1, {}});
            }
            page.sections.back().text += line + u'\n';
        }
    }
    if (page.sections.empty()) {
        page.sections.push_back({file, {}, 1, {}});
    }
    if (page.title.isEmpty()) {
        page.title = page.sections.front().heading;
    }
    return page;
}

std::vector<HelpPage> readHelpPages(const QString& folder) {
    const QDir dir(folder);
    QStringList files;
    const auto add = [&](const QString& file) {
        if (!files.contains(file) && dir.exists(file)) {
            files << file;
        }
    };
    add(kIndexPage);
    static const QRegularExpression kLink(QStringLiteral(R"(\]\(([^)#/]+\.md)\))"));
    auto links = kLink.globalMatch(readPage(dir.filePath(kIndexPage)));
    while (links.hasNext()) {
        add(links.next().captured(1));
    }
    for (const QString& file : dir.entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
        add(file);
    }
    std::vector<HelpPage> pages;
    for (const QString& file : files) {
        pages.push_back(parseHelpPage(file, readPage(dir.filePath(file))));
    }
    return pages;
}

std::vector<HelpHit> searchHelp(const std::vector<HelpPage>& pages, const QString& query) {
    const QStringList words = query.simplified().split(u' ', Qt::SkipEmptyParts);
    std::vector<HelpHit> inHeadings;
    std::vector<HelpHit> inTexts;
    if (words.isEmpty()) {
        return {};
    }
    const auto holdsAll = [&](const QString& text) {
        return std::ranges::all_of(
            words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    };
    for (std::size_t p = 0; p < pages.size(); ++p) {
        for (std::size_t s = 0; s < pages[p].sections.size(); ++s) {
            const HelpSection& section = pages[p].sections[s];
            const QString named = pages[p].title + u' ' + section.heading;
            if (!holdsAll(named + u' ' + section.text)) {
                continue;
            }
            (holdsAll(section.heading) ? inHeadings : inTexts)
                .push_back({p, s, snippetAround(section.text, words.front())});
        }
    }
    inHeadings.insert(inHeadings.end(), inTexts.begin(), inTexts.end());
    return inHeadings;
}

} // namespace sideline::widgets
