#include "agentcore/runtime/frame_pool.h"

#include <array>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace sideline::runtime {

namespace {

// The pool allocates if more frames than this are in use, for example by a recorder that waits for
// its disk.
constexpr std::size_t kMaxIdle = 256;
constexpr std::size_t kFirstFrames = 4;

// Reserves space for a match with 22 players, so frames need no warm-up in a match.
std::unique_ptr<world::AgentFrame> makeFrame() {
    auto frame = std::make_unique<world::AgentFrame>();
    frame->identity.team.reserve(64);
    frame->perceptText.reserve(std::size_t{12} << 10U);
    frame->commandText.reserve(std::size_t{1} << 10U);
    frame->body.joints.reserve(robot::kMaxJoints);
    frame->body.forces.reserve(8);
    frame->body.touching.reserve(robot::kMaxBodies);
    frame->world.players.reserve(22);
    frame->world.landmarks.reserve(8);
    frame->world.lines.reserve(32);
    frame->world.heard.reserve(16);
    frame->situation.teammatesByBall.reserve(22);
    frame->situation.opponentsByBall.reserve(22);
    frame->decision.behavior.reserve(64);
    frame->decision.reason.reserve(128);
    frame->values.reserve(48);
    frame->drawings.reserve(64);
    frame->lines.reserve(8);
    return frame;
}

} // namespace

class FramePool::Store {
public:
    // All blocks hold the same type of reference counter and so have the same size.
    static constexpr std::size_t kBlockBytes = 128;

    Store() {
        m_idle.reserve(kMaxIdle);
        m_blocks.reserve(kMaxIdle);
        for (std::size_t i = 0; i < kFirstFrames; ++i) {
            m_idle.push_back(makeFrame());
            m_blocks.push_back(std::make_unique<Block>());
        }
        m_frameCount = kFirstFrames;
    }

    world::AgentFrame* takeFrame() {
        {
            const std::scoped_lock lock(m_mutex);
            if (!m_idle.empty()) {
                world::AgentFrame* frame = m_idle.back().release();
                m_idle.pop_back();
                return frame;
            }
            ++m_frameCount;
        }
        return makeFrame().release();
    }
    void recycle(std::unique_ptr<world::AgentFrame> frame) {
        const std::scoped_lock lock(m_mutex);
        if (m_idle.size() < kMaxIdle) {
            m_idle.push_back(std::move(frame));
        } else {
            --m_frameCount;
        }
    }

    void* takeBlock() {
        {
            const std::scoped_lock lock(m_mutex);
            if (!m_blocks.empty()) {
                void* block = m_blocks.back().release();
                m_blocks.pop_back();
                return block;
            }
        }
        return std::make_unique<Block>().release();
    }
    void recycleBlock(void* memory) {
        std::unique_ptr<Block> block(static_cast<Block*>(memory));
        const std::scoped_lock lock(m_mutex);
        if (m_blocks.size() < kMaxIdle) {
            m_blocks.push_back(std::move(block));
        }
    }

    [[nodiscard]] std::size_t frameCount() {
        const std::scoped_lock lock(m_mutex);
        return m_frameCount;
    }

private:
    struct Block {
        alignas(std::max_align_t) std::array<std::byte, kBlockBytes> bytes;
    };

    std::mutex m_mutex;
    std::vector<std::unique_ptr<world::AgentFrame>> m_idle;
    std::vector<std::unique_ptr<Block>> m_blocks;
    std::size_t m_frameCount = 0;
};

struct FramePool::Recycler {
    std::shared_ptr<Store> store;
    void operator()(world::AgentFrame* frame) const {
        store->recycle(std::unique_ptr<world::AgentFrame>(frame));
    }
};

// Memory for the reference counter of a shared pointer.
template <typename T>
class FramePool::BlockAllocator {
public:
    using value_type = T;

    explicit BlockAllocator(std::shared_ptr<Store> store) : m_store(std::move(store)) {}
    template <typename Other>
    BlockAllocator(const BlockAllocator<Other>& other) : m_store(other.store()) {} // NOLINT

    T* allocate(std::size_t count) {
        static_assert(sizeof(T) <= Store::kBlockBytes && alignof(T) <= alignof(std::max_align_t));
        if (count != 1) {
            throw std::bad_alloc(); // never happens for a reference counter
        }
        return static_cast<T*>(m_store->takeBlock());
    }
    void deallocate(T* block, std::size_t /*count*/) { m_store->recycleBlock(block); }

    [[nodiscard]] const std::shared_ptr<Store>& store() const { return m_store; }
    template <typename Other>
    bool operator==(const BlockAllocator<Other>& other) const {
        return m_store == other.store();
    }

private:
    std::shared_ptr<Store> m_store;
};

FramePool::FramePool() : m_store(std::make_shared<Store>()) {}

std::shared_ptr<world::AgentFrame> FramePool::take() {
    return {m_store->takeFrame(), Recycler{m_store}, BlockAllocator<world::AgentFrame>(m_store)};
}

std::size_t FramePool::frameCount() const {
    return m_store->frameCount();
}

} // namespace sideline::runtime
