#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/net/link.h"

namespace sideline::net {

/// Longest datagram that UDP over IPv4 can carry.
inline constexpr std::size_t kMaxDatagramBytes = 65507;

/// What went over a UDP socket so far.
struct UdpCounters {
    std::uint64_t datagrams = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lost = 0; ///< could not be sent, or was too long to be received whole
};

/// Sends datagrams to one address. Whether somebody listens there is not known.
///
/// No threads of its own; one thread at a time. Sending never waits and allocates nothing.
class UdpSender {
public:
    /// @param host an IP address, or a name, which is looked up for 2 s at most
    /// @param port 1 to 65535
    /// Errors: NotFound for an unknown host, Io where the system gives no socket.
    [[nodiscard]] static base::Expected<UdpSender> open(const std::string& host,
                                                        std::uint16_t port);
    UdpSender(UdpSender&& other) noexcept;
    UdpSender& operator=(UdpSender&& other) noexcept;
    ~UdpSender();

    /// Sends one datagram, or loses it where the system has no room for it.
    /// @param bytes at most `kMaxDatagramBytes`; a longer one is lost
    /// @return whether the system took it
    bool send(std::string_view bytes);

    [[nodiscard]] const UdpCounters& counters() const;
    /// Address and port of the other side, for display.
    [[nodiscard]] const std::string& peer() const;

private:
    class Impl;
    explicit UdpSender(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// A datagram that came; both texts live until the next one is asked for.
struct Datagram {
    std::string_view bytes;
    std::string_view sender; ///< address and port, such as `127.0.0.1:49152`
};

struct UdpReceiverOptions {
    std::string address = "127.0.0.1"; ///< of this machine; `0.0.0.0` or `::` for all of them
    std::uint16_t port = 0;            ///< 0 lets the operating system choose one
    std::size_t kernelReceiveBytes = std::size_t{1} << 20U; ///< requested for the system's buffer
};

/// Receives datagrams on a port.
///
/// No threads of its own; one thread at a time. Nothing is allocated after the first datagrams.
class UdpReceiver {
public:
    /// Errors: InvalidArgument for what is no address of this machine, PermissionDenied for a port
    /// that only administrators may take, Io for a taken port; each names the address.
    [[nodiscard]] static base::Expected<UdpReceiver> open(const UdpReceiverOptions& options = {});
    UdpReceiver(UdpReceiver&& other) noexcept;
    UdpReceiver& operator=(UdpReceiver&& other) noexcept;
    ~UdpReceiver();

    /// The port that is listened on, also if the options asked for any.
    [[nodiscard]] std::uint16_t port() const;

    /// The next datagram, or nothing if none comes until `deadline`.
    /// Errors: Io when the system gives the socket up.
    [[nodiscard]] base::Expected<std::optional<Datagram>> receive(Clock::time_point deadline);
    /// As `receive`, without waiting.
    [[nodiscard]] base::Expected<std::optional<Datagram>> tryReceive() {
        return receive(Clock::time_point::min());
    }

    [[nodiscard]] const UdpCounters& counters() const;

private:
    class Impl;
    explicit UdpReceiver(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::net
