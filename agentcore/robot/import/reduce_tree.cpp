#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "agentcore/robot/import/body_tree.h"

namespace sideline::robot::imported {

namespace {

constexpr double kSamePlaceM = 1e-6;

class TreeReducer {
public:
    TreeReducer(ImportedTree tree, FixedBodies fixed)
        : m_tree(std::move(tree)), m_isGone(m_tree.parts.size(), false), m_fixed(fixed) {}

    base::Expected<ImportedTree> run() && {
        for (std::size_t i = m_tree.parts.size(); i-- > 1;) {
            const ImportedPart& each = m_tree.parts[i];
            if (each.axes.empty() && (each.mass.massKg <= 0.0 || m_fixed == FixedBodies::Merge)) {
                mergeIntoParent(static_cast<int>(i));
            }
        }
        for (std::size_t i = 1; i < m_tree.parts.size(); ++i) {
            if (m_isGone[i] || m_tree.parts[i].mass.massKg > 0.0) {
                continue;
            }
            if (auto joined = joinAxes(static_cast<int>(i)); !joined) {
                return tl::unexpected(joined.error());
            }
        }
        if (auto found = skipRoots(); !found) {
            return tl::unexpected(found.error());
        }
        return compressed();
    }

private:
    ImportedPart& part(int index) { return m_tree.parts[static_cast<std::size_t>(index)]; }

    std::vector<int> childrenOf(int index) const {
        std::vector<int> children;
        for (std::size_t i = 0; i < m_tree.parts.size(); ++i) {
            if (!m_isGone[i] && m_tree.parts[i].parent == index) {
                children.push_back(static_cast<int>(i));
            }
        }
        return children;
    }

    // Moves the frames and children of one part to another.
    void moveContents(int from, int to, const math::Pose& X_ToFrom) {
        for (ImportedFrame& frame : m_tree.frames) {
            if (frame.part == from) {
                frame.part = to;
                frame.X_PartFrame = X_ToFrom * frame.X_PartFrame;
            }
        }
        m_tree.frames.push_back({part(from).name, to, X_ToFrom});
        for (const int child : childrenOf(from)) {
            part(child).parent = to;
            part(child).X_ParentPart = X_ToFrom * part(child).X_ParentPart;
        }
        m_isGone[static_cast<std::size_t>(from)] = true;
    }

    static void moveGeoms(std::vector<ImportedGeom>& from, std::vector<ImportedGeom>& to,
                          const math::Pose& X_ToFrom) {
        for (ImportedGeom& geom : from) {
            geom.X_PartGeom = X_ToFrom * geom.X_PartGeom;
            to.push_back(std::move(geom));
        }
        from.clear();
    }

    void mergeIntoParent(int index) {
        ImportedPart& own = part(index);
        ImportedPart& parent = part(own.parent);
        parent.mass.add(own.mass.inFrame(own.X_ParentPart));
        moveGeoms(own.colliders, parent.colliders, own.X_ParentPart);
        moveGeoms(own.visuals, parent.visuals, own.X_ParentPart);
        moveContents(index, own.parent, own.X_ParentPart);
    }

    // Removes a part without mass between two axes with a common anchor.
    base::Expected<void> joinAxes(int index) {
        const ImportedPart own = part(index);
        const std::vector<int> children = childrenOf(index);
        if (own.axes.size() == 1 && children.size() == 1 && own.colliders.empty() &&
            own.visuals.empty() && part(children.front()).axes.size() == 1) {
            ImportedPart& child = part(children.front());
            const math::Pose X_ChildOwn = child.X_ParentPart.inverse();
            ImportedAxis outer = own.axes.front();
            outer.axis = X_ChildOwn.R * outer.axis;
            outer.p_PartAnchor = X_ChildOwn * outer.p_PartAnchor;
            if ((outer.p_PartAnchor - child.axes.front().p_PartAnchor).norm() < kSamePlaceM) {
                child.axes.insert(child.axes.begin(), std::move(outer));
                moveContents(index, own.parent, own.X_ParentPart);
                return {};
            }
        }
        return tl::unexpected(errorAt(own.place, base::ErrorCode::Malformed,
                                      fmt::format("'{}' moves, but has no mass", own.name),
                                      "a mass above 0; only fixed links and links between two "
                                      "joints at the same place need none"));
    }

    // Removes root parts without mass, such as `world`.
    base::Expected<void> skipRoots() {
        int root = 0;
        while (part(root).mass.massKg <= 0.0) {
            const std::vector<int> children = childrenOf(root);
            if (children.size() != 1 || !part(children.front()).axes.empty()) {
                return tl::unexpected(
                    errorAt(part(root).place, base::ErrorCode::Malformed,
                            fmt::format("the first link '{}' has no mass", part(root).name),
                            "a link with mass, or a single link with mass fixed to it"));
            }
            const int next = children.front();
            ImportedPart& child = part(next);
            const math::Pose X_ChildRoot = child.X_ParentPart.inverse();
            moveGeoms(part(root).colliders, child.colliders, X_ChildRoot);
            moveGeoms(part(root).visuals, child.visuals, X_ChildRoot);
            child.parent = -1;
            child.X_ParentPart = {};
            moveContents(root, next, X_ChildRoot);
            root = next;
        }
        return {};
    }

    ImportedTree compressed() {
        std::vector<int> indices(m_tree.parts.size(), -1);
        ImportedTree result;
        for (std::size_t i = 0; i < m_tree.parts.size(); ++i) {
            if (m_isGone[i]) {
                continue;
            }
            indices[i] = static_cast<int>(result.parts.size());
            ImportedPart& own = m_tree.parts[i];
            own.parent = own.parent < 0 ? -1 : indices[static_cast<std::size_t>(own.parent)];
            result.parts.push_back(std::move(own));
        }
        for (ImportedFrame& frame : m_tree.frames) {
            frame.part = indices[static_cast<std::size_t>(frame.part)];
            result.frames.push_back(std::move(frame));
        }
        result.notes = std::move(m_tree.notes);
        return result;
    }

    ImportedTree m_tree;
    std::vector<bool> m_isGone;
    FixedBodies m_fixed;
};

} // namespace

base::Expected<ImportedTree> reduce(ImportedTree tree, FixedBodies fixed) {
    return TreeReducer(std::move(tree), fixed).run();
}

} // namespace sideline::robot::imported
