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

/// Traffic of a UDP socket.
struct UdpCounters {
    std::uint64_t datagrams = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lost = 0; ///< datagrams not sent, or too long to be received completely
};

/// Sends datagrams to one address, whether a receiver exists or not.
///
/// Has no threads; one thread at a time. Sending never blocks and allocates nothing.
class UdpSender {
public:
    /// @param host IP address, or a name, which must be resolved within 2 s
    /// @param port 1 to 65535
    /// Errors: NotFound for an unknown host, Io if no socket can be created.
    [[nodiscard]] static base::Expected<UdpSender> open(const std::string& host,
                                                        std::uint16_t port);
    UdpSender(UdpSender&& other) noexcept;
    UdpSender& operator=(UdpSender&& other) noexcept;
    ~UdpSender();

    /// Sends one datagram; it is lost if the system has no buffer space.
    /// @param bytes at most `kMaxDatagramBytes`; a longer datagram is lost
    /// @return whether the system accepted it
    bool send(std::string_view bytes);

    [[nodiscard]] const UdpCounters& counters() const;
    /// Address and port of the other side, for display.
    [[nodiscard]] const std::string& peer() const;

private:
    class Impl;
    explicit UdpSender(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// A received datagram; both strings are valid until the next receive call.
struct Datagram {
    std::string_view bytes;
    std::string_view sender; ///< address and port, such as `127.0.0.1:49152`
};

struct UdpReceiverOptions {
    std::string address =
        "127.0.0.1";        ///< an address of this machine; `0.0.0.0` or `::` for all of them
    std::uint16_t port = 0; ///< 0 lets the operating system choose a port
    std::size_t kernelReceiveBytes = std::size_t{1}
                                     << 20U; ///< requested size of the system's buffer
};

/// Receives datagrams on a port.
///
/// Has no threads; one thread at a time. Allocates nothing after the first datagrams.
class UdpReceiver {
public:
    /// Errors: InvalidArgument if `options.address` does not belong to this machine,
    /// PermissionDenied for a privileged port, Io for a port in use; each names the address.
    [[nodiscard]] static base::Expected<UdpReceiver> open(const UdpReceiverOptions& options = {});
    UdpReceiver(UdpReceiver&& other) noexcept;
    UdpReceiver& operator=(UdpReceiver&& other) noexcept;
    ~UdpReceiver();

    /// The port in use, even if the options leave the choice to the system.
    [[nodiscard]] std::uint16_t port() const;

    /// The next datagram; not set if none arrives by `deadline`.
    /// Errors: Io if the socket fails.
    [[nodiscard]] base::Expected<std::optional<Datagram>> receive(Clock::time_point deadline);
    /// Like `receive`, without waiting.
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
