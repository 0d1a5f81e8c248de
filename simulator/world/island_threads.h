#pragma once

#include <memory>

#include <ode/ode.h>

#include "agentcore/base/thread_pool.h"

namespace sideline::simulator {

/// Steps the islands of an ODE world (version 0.16), sets of bodies connected by joints and
/// contacts, on the threads of a pool. Replaces ODE's own threading, with identical results.
///
/// ODE splits a step into calls with dependencies: one per thread that processes islands as long as
/// there are any, and for each island the stages of `dWorldStep`. ODE's own threads pick up calls
/// in any order, so forces on a body are summed in random order. Here, calls posted inside a call
/// stay with its thread: an island is stepped by one thread from its first stage to its last, in
/// the order of a single thread. Only the assignment of islands to threads is random, and islands
/// are independent. So no bit of a result depends on the number of threads; but a world with a
/// single island gains nothing.
///
/// The order in which bodies move is random, and with it the order in which ODE's spaces report the
/// next collisions: code that creates contacts must sort them first, as `PhysicsWorld` does.
///
/// May be used by one world only, and one thread at a time may step it.
class IslandThreads {
public:
    /// @param pool runs the work of each step; must not be used otherwise in the meantime, and must
    /// outlive the last step
    explicit IslandThreads(base::ThreadPool& pool);
    ~IslandThreads();
    IslandThreads(const IslandThreads&) = delete;
    IslandThreads& operator=(const IslandThreads&) = delete;

    /// Installs this as the threading of a world's steps. Must outlive the world, or its use by the
    /// world.
    void serve(dWorldID world);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator
