#include "widgets/common/recent_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>

namespace sideline::widgets {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("RecentFile", text);
}

} // namespace

QString RecentFile::name() const {
    return QFileInfo(path).fileName();
}

QString RecentFile::folder() const {
    const QString folder = QFileInfo(path).path();
    const QString home = QDir::homePath();
    return folder == home || folder.startsWith(home + u'/') ? u'~' + folder.mid(home.size())
                                                            : folder;
}

QString RecentFile::kindText() const {
    switch (kind) {
    case Kind::MatchLog:
        return tr("Match log");
    case Kind::Session:
        return tr("Session");
    case Kind::Stream:
        return tr("Agent's stream");
    case Kind::Motion:
        return tr("Motion");
    }
    return {};
}

QString RecentFile::matchText() const {
    if (teamLeft.isEmpty() && teamRight.isEmpty()) {
        return {};
    }
    if (kind == Kind::Stream) {
        return number > 0 ? QStringLiteral("%1 %2").arg(teamLeft).arg(number) : teamLeft;
    }
    if (teamLeft.isEmpty() || teamRight.isEmpty()) { // a team without an opponent
        return teamLeft + teamRight;
    }
    return score ? QStringLiteral("%1 %2 : %3 %4")
                       .arg(teamLeft)
                       .arg(score->left)
                       .arg(score->right)
                       .arg(teamRight)
                 : tr("%1 and %2").arg(teamLeft, teamRight);
}

QString RecentFile::dateText() const {
    return QLocale(QLocale::English).toString(date, QStringLiteral("MMM d, yyyy HH:mm"));
}

} // namespace sideline::widgets
