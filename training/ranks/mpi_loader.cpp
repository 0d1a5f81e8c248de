#include "training/ranks/mpi_loader.h"

#include <array>
#include <cstdlib>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>

namespace sideline::training {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPlugin = "sideline-mpi.so";

base::Error missing(std::string message) {
    base::Error error;
    error.code = base::ErrorCode::NotFound;
    error.message = std::move(message);
    error.expected = "Open MPI 4 (libopenmpi3), and sideline-mpi.so as installed with sideline";
    return error;
}

} // namespace

bool isStartedByMpi() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"}) {
        if (std::getenv(name) != nullptr) { // NOLINT: no thread changes the environment
            return true;
        }
    }
    return false;
}

base::Expected<std::unique_ptr<RankLink>> joinRanks(const fs::path& programFolder) {
    const std::array<fs::path, 2> places = {programFolder / kPlugin,
                                            programFolder / "../lib/sideline" / kPlugin};
    for (const fs::path& file : places) {
        std::error_code ignored;
        if (!fs::exists(file, ignored)) {
            continue;
        }
        // Open MPI's own plugins need its symbols in the global scope.
        void* plugin = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
        void* join = plugin != nullptr ? ::dlsym(plugin, "sidelineJoinRanks") : nullptr;
        if (join == nullptr) {
            const char* reason = ::dlerror();
            return tl::unexpected(missing(
                fmt::format("cannot load MPI: {}", reason != nullptr ? reason : file.c_str())));
        }
        std::unique_ptr<RankLink> link(reinterpret_cast<RankLink* (*)()>(join)()); // NOLINT: dlsym
        if (!link) {
            return base::failure(base::ErrorCode::Io, "MPI did not start",
                                 "processes started by mpirun or srun --mpi=pmix");
        }
        return link;
    }
    return tl::unexpected(missing(fmt::format("{} not found next to sideline", kPlugin)));
}

} // namespace sideline::training
