#include "agentcore/net/host_port.h"

#include <gtest/gtest.h>

namespace sideline::net {
namespace {

TEST(HostPortTest, ReadsAddressesInEveryForm) {
    struct Row {
        const char* text;
        const char* host;
        std::uint16_t port;
    };
    for (const Row& row : std::initializer_list<Row>{
             {"127.0.0.1:3200", "127.0.0.1", 3200},
             {"  lab-server \t", "lab-server", 3100},
             {"lab_2.local:1", "lab_2.local", 1},
             {"lab:65535", "lab", 65535},
             {"m\u00fcller:80", "m\u00fcller", 80},
             {"[::1]:4000", "::1", 4000},
             {"[::1]", "::1", 3100},
             {"fe80::1%eth0", "fe80::1%eth0", 3100},
         }) {
        const auto address = parseHostPort(row.text, 3100);
        ASSERT_TRUE(address) << row.text;
        EXPECT_EQ(*address, (HostPort{row.host, row.port})) << row.text;
        EXPECT_EQ(parseHostPort(address->text(), 1), *address) << address->text();
    }
}

TEST(HostPortTest, NamesTheFirstFault) {
    struct Row {
        const char* text;
        const char* fault;
    };
    for (const Row& row : std::initializer_list<Row>{
             {"", "Expected a host name or address, such as 127.0.0.1:3200"},
             {" ", "Expected a host name or address, such as 127.0.0.1:3200"},
             {":3200", "Host name or address missing before the colon"},
             {"[]:3200", "Host name or address missing before the colon"},
             {"lab:", "The port must be a number from 1 to 65535"},
             {"lab:0", "The port must be a number from 1 to 65535"},
             {"lab:65536", "The port must be a number from 1 to 65535"},
             {"lab:-1", "The port must be a number from 1 to 65535"},
             {"lab:80a", "The port must be a number from 1 to 65535"},
             {"two words:3200",
              "A host name may have letters, digits, dots and hyphens, but no spaces"},
             {"[::1", "The bracket around the address is not closed"},
             {"[::1]4000", "Expected a colon and the port after the bracket"},
             {"lab::1", "Not an IPv6 address"},
             {"fe80::1%", "Not an IPv6 address"},
         }) {
        const auto address = parseHostPort(row.text, 3100);
        ASSERT_FALSE(address) << row.text;
        EXPECT_EQ(address.error().message, row.fault) << row.text;
    }
}

} // namespace
} // namespace sideline::net
