#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <QSettings>
#include <QWidget>

#include "agentcore/base/assert.h"
#include "studio/session/shown_match.h"
#include "studio/workspaces/workspace.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// Objects that the window provides to its workspaces; all outlive them.
struct WorkspaceContext {
    ActionTable& actions;
    ShownMatch& match;
    widgets::MessageBar& messages;
    QSettings& store;
    AppSettings& settings;
    QWidget* window; ///< parent window of dialogs
    /// Returns the 3D view in the middle of the window; null while matches are shown.
    std::function<viewer3d::MatchView*()> ownView;
};

/// The workspaces of a window, in the order of their menus; destroyed in reverse order of creation.
class WorkspaceList {
public:
    WorkspaceList() = default;
    ~WorkspaceList() {
        while (!m_owned.empty()) {
            m_owned.pop_back();
        }
    }
    WorkspaceList(const WorkspaceList&) = delete;
    WorkspaceList& operator=(const WorkspaceList&) = delete;

    template <typename Made>
    Made& add(std::unique_ptr<Made> workspace) {
        Made& made = *workspace;
        m_all.push_back(workspace.get());
        m_owned.push_back(std::move(workspace));
        return made;
    }
    [[nodiscard]] const std::vector<Workspace*>& all() const { return m_all; }
    /// Returns the workspace of a class, which must be in the list.
    template <typename Requested>
    [[nodiscard]] Requested& find() const {
        Requested* found = nullptr;
        for (Workspace* workspace : m_all) {
            found = found != nullptr ? found : qobject_cast<Requested*>(workspace);
        }
        SIDELINE_ASSERT(found != nullptr);
        return *found;
    }

private:
    std::vector<std::unique_ptr<Workspace>> m_owned;
    std::vector<Workspace*> m_all;
};

/// Creates the workspaces of a window.
using WorkspaceMaker =
    std::function<std::unique_ptr<WorkspaceList>(const WorkspaceContext& context)>;

} // namespace sideline::studio
