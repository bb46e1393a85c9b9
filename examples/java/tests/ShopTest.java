import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/**
 * Tests of the shop against a running gateway, without a framework:
 * {@code javac -d classes *.java tests/*.java && java -cp classes ShopTest}.
 */
final class ShopTest implements AutoCloseable {
    private final Gateway gateway = new Gateway();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private Shop shop;

    /** Creates a merchant for this test only, its shop, and an open order of 500.00 rupees. Returns the order number. */
    private String openOrder() throws Exception {
        String port = freePort();
        String callbackUrl = "http://127.0.0.1:" + port + "/callbacks";
        Map<?, ?> merchant = gateway.createMerchant(Map.of("callbackUrl", callbackUrl));
        PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8);
        shop = new Shop(Map.of(
                "INRGATE_BASE_URL", gateway.baseUrl,
                "INRGATE_MCH_ID", (String) merchant.get("mchId"),
                "INRGATE_MCH_KEY", (String) merchant.get("mchKey"),
                "INRGATE_MCH_SECRET", (String) merchant.get("mchSecret"),
                "INRGATE_CALLBACK_URL", callbackUrl,
                "ORDERS", Files.createTempDirectory("orders").toString(),
                "PORT", port), out, out);
        String order = "ORDER-" + merchant.get("mchId");
        shop.run("callbacks");
        shop.run("pay", order, "500.00");
        return order;
    }

    /** Stops the shop. With JUnit: {@code @AfterEach}. */
    @Override
    public void close() {
        if (shop != null) {
            shop.close();
        }
    }

    private boolean shows(String line) {
        return log.toString(StandardCharsets.UTF_8).contains(line + System.lineSeparator());
    }

    void aPaymentIsCreditedOnce() throws Exception {
        String order = openOrder();
        gateway.pay(order, Map.of());
        gateway.settle();
        check(shows(order + ": 500.00 INR, paid"), "the order is not credited");
        log.reset();
        gateway.call("POST", "/payins/" + order + "/resend", Map.of());
        gateway.settle();
        check(log.size() == 0, "the order is credited twice");
    }

    void aPaymentThatIsShortDoesNotPayTheOrder() throws Exception {
        String order = openOrder();
        gateway.pay(order, Map.of("paidAmount", "400.00"));
        gateway.settle();
        check(shows(order + ": 400.00 INR, too little"), "the payment is not short");
    }

    void aPaymentAfterHalfAnHourIsCreditedToo() throws Exception {
        String order = openOrder();
        gateway.advance("31m");
        check(gateway.call("GET", "/payins/" + order, Map.of()).get("status").equals("expired"), "it is not expired");
        gateway.pay(order, Map.of());
        gateway.settle();
        check(shows(order + ": 500.00 INR, paid"), "the order is not credited");
    }

    void aRefusedMoveFailsWithTheMessageOfTheGateway() throws Exception {
        try {
            gateway.pay("NO-SUCH-ORDER", Map.of());
        } catch (IllegalStateException refused) {
            check(refused.getMessage().contains("not_found"), refused.getMessage());
            return;
        }
        check(false, "the move is not refused");
    }

    private static void check(boolean isTrue, String message) {
        if (!isTrue) {
            throw new AssertionError(message);
        }
    }

    private static String freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return String.valueOf(socket.getLocalPort());
        }
    }

    private interface Case {
        void run(ShopTest test) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        List<Case> cases = List.of(
                ShopTest::aPaymentIsCreditedOnce,
                ShopTest::aPaymentThatIsShortDoesNotPayTheOrder,
                ShopTest::aPaymentAfterHalfAnHourIsCreditedToo,
                ShopTest::aRefusedMoveFailsWithTheMessageOfTheGateway);
        for (Case one : cases) {
            try (ShopTest test = new ShopTest()) {
                one.run(test);
            }
        }
        System.out.println(cases.size() + " passed");
    }
}
