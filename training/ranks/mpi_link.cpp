// The plugin sideline-mpi.so: messages between ranks over MPI. The only code that uses MPI.
#include <list>
#include <mutex>
#include <utility>

#include <mpi.h>

#include "training/ranks/rank_link.h"

namespace sideline::training {

namespace {

constexpr int kTag = 17;

class MpiLink final : public RankLink {
public:
    MpiLink() {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_rank(MPI_COMM_WORLD, &m_rank);
        MPI_Comm_size(MPI_COMM_WORLD, &m_size);
    }

    int rank() const override { return m_rank; }
    int size() const override { return m_size; }

    void send(int to, std::string bytes) override {
        const std::lock_guard lock(m_mutex);
        dropSent();
        Transfer& transfer = m_sending.emplace_back();
        transfer.packet = {to, std::move(bytes)};
        std::string& text = transfer.packet.bytes;
        if (MPI_Isend(text.data(), static_cast<int>(text.size()), MPI_BYTE, to, kTag,
                      MPI_COMM_WORLD, &transfer.request) != MPI_SUCCESS) {
            m_sending.pop_back();
        }
    }

    std::optional<Packet> receive() override {
        const std::lock_guard lock(m_mutex);
        dropSent();
        while (beginReceive()) {
        }
        // A long message from a rank that dies may stay incomplete; it must not block other
        // messages.
        for (auto each = m_receiving.begin(); each != m_receiving.end(); ++each) {
            if (!isFirstOfItsRank(each) || !isComplete(*each)) {
                continue;
            }
            Packet packet = std::move(each->packet);
            m_receiving.erase(each);
            return packet;
        }
        return std::nullopt;
    }

    void leave(bool isComplete) override {
        const std::lock_guard lock(m_mutex);
        if (isComplete) {
            for (Transfer& transfer : m_sending) {
                MPI_Wait(&transfer.request, MPI_STATUS_IGNORE);
            }
            MPI_Finalize();
        }
    }

private:
    struct Transfer {
        Packet packet; ///< `from` is the receiver's rank during sending
        MPI_Request request = MPI_REQUEST_NULL;
    };
    using Transfers = std::list<Transfer>; // a list: buffers must not move

    static bool isComplete(Transfer& transfer) {
        int flag = 0;
        return MPI_Test(&transfer.request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS || flag != 0;
    }

    void dropSent() { m_sending.remove_if(isComplete); }

    bool beginReceive() {
        int flag = 0;
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        if (MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &flag, &message, &status) !=
                MPI_SUCCESS ||
            flag == 0) {
            return false;
        }
        int count = 0;
        MPI_Get_count(&status, MPI_BYTE, &count);
        Transfer& transfer = m_receiving.emplace_back();
        transfer.packet.from = status.MPI_SOURCE;
        transfer.packet.bytes.resize(static_cast<std::size_t>(count));
        MPI_Imrecv(transfer.packet.bytes.data(), count, MPI_BYTE, &message, &transfer.request);
        return true;
    }

    bool isFirstOfItsRank(Transfers::iterator transfer) {
        for (auto each = m_receiving.begin(); each != transfer; ++each) {
            if (each->packet.from == transfer->packet.from) {
                return false;
            }
        }
        return true;
    }

    std::mutex m_mutex;
    int m_rank = 0;
    int m_size = 1;
    Transfers m_sending;
    Transfers m_receiving;
};

} // namespace

} // namespace sideline::training

/// Null if MPI cannot be initialized.
extern "C" sideline::training::RankLink* sidelineJoinRanks() {
    int provided = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_SERIALIZED) {
        return nullptr;
    }
    return new sideline::training::MpiLink;
}
