#pragma once

#include <memory>

#include <ode/ode.h>

#include "agentcore/base/thread_pool.h"

namespace sideline::simulator {

/// Lets the threads of a pool step the islands of an ODE world (version 0.16), bodies that joints
/// and contacts hold together. Takes the place of ODE's own threading, with the same results.
///
/// ODE cuts a step into calls, which it posts with what each depends on: for each thread one that
/// takes island after island as long as there are any, and for each island the stages of
/// `dWorldStep`. ODE's own threads take these calls as they come by, and so forces on a body are
/// added up in the order of chance. Here all that is posted from inside a call stays with the
/// thread it was posted in: an island is stepped by one thread from its first stage to its last,
/// in the order in which a single thread would do it. Only who steps which island is left to
/// chance, and islands have nothing to do with each other. So no bit of a result depends on the
/// number of threads; and a world that is one island gains nothing from them.
///
/// The order in which bodies move does depend on chance, and with it the order in which ODE's
/// spaces report the next collisions: who makes contacts of them has to sort them first, as
/// `PhysicsWorld` does.
///
/// May only be used by one world, and one thread at a time may step it.
class IslandThreads {
public:
    /// @param pool does the work of each step; nobody else may use it meanwhile. Must outlive the
    ///     last step
    explicit IslandThreads(base::ThreadPool& pool);
    ~IslandThreads();
    IslandThreads(const IslandThreads&) = delete;
    IslandThreads& operator=(const IslandThreads&) = delete;

    /// Makes it the threading of a world's steps. Must outlive the world, or the time until the
    /// world gets another threading.
    void serve(dWorldID world);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator
