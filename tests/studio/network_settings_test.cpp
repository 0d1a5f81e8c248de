// Ports and access from other machines, in the settings of the real window.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabWidget>

#include "agentcore/net/frame_client.h"
#include "agentcore/net/udp.h"
#include "studio/shell/settings_dialog.h"
#include "tests/studio/studio_window.h"
#include "tests/support/roboviz_client.h"

namespace sideline::studio {
namespace {

constexpr int kNetworkTimeoutMs = 20'000; // ms
// A loopback address of this machine, but not the one used for local listening.
const char* const kOtherAddress = "127.0.0.2";

class NetworkSettingsTest : public tests::StudioWindowTest {
protected:
    void openPage() {
        action("file.settings").trigger();
        auto* dialog = m_window->findChild<SettingsDialog*>();
        auto* page = dialog->findChild<NetworkPage*>();
        ASSERT_NE(page, nullptr);
        dialog->findChild<QTabWidget*>()->setCurrentWidget(page);
        ASSERT_TRUE(tests::waitUntil([&] { return page->isVisible(); }));
    }
    void type(const char* field, std::uint16_t port) {
        auto& box = child<QSpinBox>(field);
        ASSERT_TRUE(tests::waitUntil([&] {
            box.activateWindow();
            box.setFocus();
            return box.hasFocus();
        }));
        QTest::keyClick(&box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(&box, QString::number(port));
        QTest::keyClick(&box, Qt::Key_Tab);
    }
    const DrawingLink* drawings() {
        return m_window->find<studio::LiveWorkspace>().drawings().link();
    }
    bool isDrawnOver(const char* address) {
        auto sender = net::UdpSender::open(address, drawings()->port());
        if (!sender) {
            return false;
        }
        for (const std::string& datagram : tests::roboviz::animatedPicture(0)) {
            sender->send(datagram);
        }
        return tests::waitUntil([&] { return !drawings()->stats().senders.empty(); }, 1000);
    }
    bool canConnect(const char* address) {
        return net::FrameClient::connect(address,
                                         static_cast<std::uint16_t>(live().view().agentPort))
            .has_value();
    }
    bool startSimulator() {
        action("simulator.start").trigger();
        return tests::waitUntil([&] { return live().head().exact != nullptr; }, kNetworkTimeoutMs);
    }
};

// Returns a port that is free, or was a moment ago.
std::uint16_t freePort() {
    return net::UdpReceiver::open().value().port();
}

TEST_F(NetworkSettingsTest, APortTakesEffectImmediatelyAndIsRemembered) {
    openPage();
    const std::uint16_t drawingPort = freePort();
    const std::uint16_t beliefPort = freePort();
    type("network-drawing-port", drawingPort);
    ASSERT_NE(drawings(), nullptr);
    EXPECT_EQ(drawings()->port(), drawingPort);
    EXPECT_TRUE(isDrawnOver("127.0.0.1"));
    type("network-belief-port", beliefPort);
    ASSERT_NE(m_window->find<studio::LocalizationWorkspace>().beliefLink(), nullptr);
    EXPECT_EQ(m_window->find<studio::LocalizationWorkspace>().beliefLink()->port(), beliefPort);
    EXPECT_EQ(drawings()->port(), drawingPort) << "the same";
    openWindow();
    ASSERT_NE(drawings(), nullptr);
    EXPECT_EQ(drawings()->port(), drawingPort);
    openPage();
    EXPECT_EQ(child<QSpinBox>("network-belief-port").value(), beliefPort);
}

TEST_F(NetworkSettingsTest, APortInUseIsReported) {
    openPage();
    const auto other = net::UdpReceiver::open().value();
    type("network-drawing-port", other.port());
    EXPECT_TRUE(showsMessage(QString::number(other.port())));
    EXPECT_EQ(drawings(), nullptr);
    type("network-drawing-port", freePort());
    ASSERT_NE(drawings(), nullptr) << "another port can be chosen";
    EXPECT_TRUE(isDrawnOver("127.0.0.1"));
}

TEST_F(NetworkSettingsTest, OtherMachinesAreAdmittedOnRequest) {
    ASSERT_TRUE(startSimulator());
    EXPECT_TRUE(canConnect("127.0.0.1"));
    EXPECT_FALSE(canConnect(kOtherAddress));
    EXPECT_FALSE(isDrawnOver(kOtherAddress));
    openPage();
    QTest::mouseClick(&child<QCheckBox>("network-others"), Qt::LeftButton, {}, {8, 8});
    EXPECT_TRUE(isDrawnOver(kOtherAddress));
    EXPECT_FALSE(canConnect(kOtherAddress)) << "from the next start on";
    live().stop();
    ASSERT_TRUE(startSimulator());
    EXPECT_TRUE(canConnect(kOtherAddress));
}

TEST_F(NetworkSettingsTest, ADamagedFileGivesTheDefaultPorts) {
    m_store.setValue(QStringLiteral("live/drawingPort"), QStringLiteral("many"));
    m_store.setValue(QStringLiteral("localize/beliefPort"), 70'000);
    const NetworkSettings settings = readNetworkSettings(m_store);
    EXPECT_EQ(settings.drawingPort, NetworkSettings{}.drawingPort);
    EXPECT_EQ(settings.beliefPort, 65'535);
    EXPECT_EQ(settings.address(), "127.0.0.1");
}

} // namespace
} // namespace sideline::studio
