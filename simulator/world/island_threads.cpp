#include "simulator/world/island_threads.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

#include "agentcore/base/assert.h"

namespace sideline::simulator {

namespace {

// A completion that ODE waits for. The waiting thread itself runs the work, so no thread sleeps.
struct CallWait {
    bool isDone = false;
};

// A call posted by ODE. It may start when all its dependencies have ended, and ends when it has
// returned and all dependencies added since then have ended.
struct Call {
    dThreadedCallFunction* function = nullptr;
    void* context = nullptr;
    dcallindex_t index = 0;
    Call* dependent = nullptr; ///< call that depends on this one; may be nullptr
    CallWait* wait = nullptr;  ///< to be notified at the end; may be nullptr
    int* fault = nullptr;      ///< receives whether it failed; may be nullptr
    /// Number of pending dependencies; includes the call itself once started. Only calls posted
    /// outside other calls are counted down by several threads.
    std::atomic<ddependencycount_t> pending{0};
    std::atomic<bool> hasFailed{false}; ///< whether this call or one of its dependencies has failed
    bool hasBegun = false; ///< accessed only by the thread that counted `pending` down to zero
};

// Calls posted by one thread. A deque keeps their addresses stable.
struct alignas(64) CallLane {
    std::deque<Call> calls;
    std::size_t callCount = 0;  ///< number of used calls at the front
    std::vector<Call*> waiting; ///< ready to start; the last one first

    Call& add() {
        if (callCount == calls.size()) {
            calls.emplace_back();
        }
        return calls[callCount++];
    }
    void forget() {
        callCount = 0;
        waiting.clear();
    }
};

// Lane of the thread's current call; nullptr outside of calls.
thread_local CallLane* threadLane = nullptr;

using Mutexes = std::vector<std::mutex>;

// ODE's handles are pointers to types defined only in the threading implementation.
template <typename To, typename From>
To* as(From* handle) {
    return static_cast<To*>(static_cast<void*>(handle));
}

void ensureOdeData() {
    [[maybe_unused]] thread_local const bool hasData =
        dAllocateODEDataForThread(static_cast<unsigned>(dAllocateMaskAll)) != 0;
    SIDELINE_ASSERT(hasData);
}

} // namespace

struct IslandThreads::Impl {
    base::ThreadPool& pool;
    CallLane posted;             ///< calls posted outside other calls
    std::vector<CallLane> lanes; ///< one per thread

    explicit Impl(base::ThreadPool& p) : pool(p), lanes(p.threadCount()) {}

    CallLane& lane() { return threadLane != nullptr ? *threadLane : posted; }

    void countDown(Call* call);
    void runWith(CallLane& lane, Call* first);
    void runPosted();

    static Impl& of(dThreadingImplementationID handle) { return *as<Impl>(handle); }
    static void post(dThreadingImplementationID handle, int* fault, dCallReleaseeID* releasee,
                     ddependencycount_t dependencyCount, dCallReleaseeID dependent,
                     dCallWaitID wait, dThreadedCallFunction* function, void* context,
                     dcallindex_t index, const char* name) noexcept;
    static void alterDependencies(dThreadingImplementationID handle, dCallReleaseeID call,
                                  ddependencychange_t change) noexcept;
    static void waitForCall(dThreadingImplementationID handle, int* status, dCallWaitID wait,
                            const dThreadedWaitTime* atMost, const char* name) noexcept;
    static const dThreadingFunctionsInfo& functions();
};

// Handles the end of a dependency or of the call itself, and the ends that result from it.
void IslandThreads::Impl::countDown(Call* call) {
    while (call != nullptr && call->pending.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        if (!call->hasBegun) {
            lane().waiting.push_back(call);
            return;
        }
        const bool hasFailed = call->hasFailed.load(std::memory_order_relaxed);
        if (call->fault != nullptr) {
            *call->fault = hasFailed ? 1 : 0;
        }
        if (call->wait != nullptr) {
            call->wait->isDone = true;
        }
        if (hasFailed && call->dependent != nullptr) {
            call->dependent->hasFailed.store(true, std::memory_order_relaxed);
        }
        call = call->dependent;
    }
}

// Runs a call and, transitively, all calls posted by it.
void IslandThreads::Impl::runWith(CallLane& lane, Call* first) {
    ensureOdeData();
    threadLane = &lane;
    lane.waiting.push_back(first);
    while (!lane.waiting.empty()) {
        Call* call = lane.waiting.back();
        lane.waiting.pop_back();
        call->hasBegun = true;
        call->pending.store(1, std::memory_order_relaxed);
        if (call->function(call->context, call->index, as<dxCallReleasee>(call)) == 0) {
            call->hasFailed.store(true, std::memory_order_relaxed);
        }
        countDown(call);
    }
    lane.forget();
    threadLane = nullptr;
}

void IslandThreads::Impl::runPosted() {
    pool.parallelFor(posted.waiting.size(), [this](std::size_t index, unsigned worker) {
        runWith(lanes[worker], posted.waiting[index]);
    });
    posted.forget();
}

void IslandThreads::Impl::post(dThreadingImplementationID handle, int* fault,
                               dCallReleaseeID* releasee, ddependencycount_t dependencyCount,
                               dCallReleaseeID dependent, dCallWaitID wait,
                               dThreadedCallFunction* function, void* context, dcallindex_t index,
                               const char* /*name*/) noexcept {
    CallLane& lane = of(handle).lane();
    Call& call = lane.add();
    call.function = function;
    call.context = context;
    call.index = index;
    call.dependent = as<Call>(dependent);
    call.wait = as<CallWait>(wait);
    call.fault = fault;
    call.pending.store(dependencyCount, std::memory_order_relaxed);
    call.hasFailed.store(false, std::memory_order_relaxed);
    call.hasBegun = false;
    if (releasee != nullptr) {
        *releasee = as<dxCallReleasee>(&call);
    }
    if (dependencyCount == 0) {
        lane.waiting.push_back(&call);
    }
}

void IslandThreads::Impl::alterDependencies(dThreadingImplementationID handle,
                                            dCallReleaseeID releasee,
                                            ddependencychange_t change) noexcept {
    Call& call = *as<Call>(releasee);
    const auto unsignedChange =
        static_cast<ddependencycount_t>(change); // unsigned wrap-around is intended
    if (call.pending.fetch_add(unsignedChange, std::memory_order_acq_rel) + unsignedChange == 0) {
        of(handle).lane().waiting.push_back(&call);
    }
}

void IslandThreads::Impl::waitForCall(dThreadingImplementationID handle, int* status,
                                      [[maybe_unused]] dCallWaitID wait,
                                      const dThreadedWaitTime* /*atMost*/,
                                      const char* /*name*/) noexcept {
    of(handle).runPosted();
    SIDELINE_ASSERT(as<CallWait>(wait)->isDone);
    if (status != nullptr) {
        *status = 1;
    }
}

const dThreadingFunctionsInfo& IslandThreads::Impl::functions() {
    static constexpr dThreadingFunctionsInfo kFunctions{
        .struct_size = sizeof(dThreadingFunctionsInfo),
        .alloc_mutex_group =
            [](dThreadingImplementationID, dmutexindex_t count, const char* const*) noexcept {
                return as<dxMutexGroup>(new Mutexes(count));
            },
        .free_mutex_group = [](dThreadingImplementationID,
                               dMutexGroupID group) noexcept { delete as<Mutexes>(group); },
        .lock_group_mutex =
            [](dThreadingImplementationID, dMutexGroupID group, dmutexindex_t index) noexcept {
                (*as<Mutexes>(group))[index].lock();
            },
        .unlock_group_mutex =
            [](dThreadingImplementationID, dMutexGroupID group, dmutexindex_t index) noexcept {
                (*as<Mutexes>(group))[index].unlock();
            },
        .alloc_call_wait =
            [](dThreadingImplementationID) noexcept { return as<dxCallWait>(new CallWait); },
        .reset_call_wait = [](dThreadingImplementationID,
                              dCallWaitID wait) noexcept { as<CallWait>(wait)->isDone = false; },
        .free_call_wait = [](dThreadingImplementationID,
                             dCallWaitID wait) noexcept { delete as<CallWait>(wait); },
        .post_call = &Impl::post,
        .alter_call_dependencies_count = &Impl::alterDependencies,
        .wait_call = &Impl::waitForCall,
        .retrieve_thread_count =
            [](dThreadingImplementationID handle) noexcept {
                return of(handle).pool.threadCount();
            },
        // Lanes grow on demand and keep their memory.
        .preallocate_resources_for_calls = [](dThreadingImplementationID,
                                              ddependencycount_t) noexcept { return 1; },
    };
    return kFunctions;
}

IslandThreads::IslandThreads(base::ThreadPool& pool) : m_impl(std::make_unique<Impl>(pool)) {}

IslandThreads::~IslandThreads() = default;

void IslandThreads::serve(dWorldID world) {
    dWorldSetStepThreadingImplementation(world, &Impl::functions(),
                                         as<dxThreadingImplementation>(m_impl.get()));
}

} // namespace sideline::simulator
