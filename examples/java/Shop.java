import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** {@code pay ORDER-1 500.00}, {@code callbacks}, or {@code sign KEY mchId=DEMO1001 amount=500.00}. */
public final class Shop {
    private static final int LARGEST_BODY = 64 * 1024;
    private static final String MCH_ID = setting("INRGATE_MCH_ID", "DEMO1001");
    private static final String MCH_KEY = setting("INRGATE_MCH_KEY", "demo-mch-key");
    private static final Orders ORDERS = new Orders(Path.of(setting("ORDERS", "orders")));

    /** What a callback is answered. */
    private record Answer(int status, String text) {
        static final Answer SUCCESS = new Answer(200, "success");
    }

    private Shop() {
    }

    public static void main(String[] args) throws Exception {
        switch (args.length == 0 ? "" : args[0]) {
            case "pay" -> System.exit(pay(args[1], args[2]));
            case "callbacks" -> serve(Integer.parseInt(setting("PORT", "3000")));
            case "sign" -> {
                Map<String, String> params = Arrays.stream(args).skip(2)
                        .map(param -> param.split("=", 2))
                        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
                System.out.println(Signature.sign(params, args[1]));
            }
            default -> throw new IllegalArgumentException("pay NUMBER AMOUNT | callbacks | sign KEY NAME=VALUE...");
        }
    }

    /** Prints where the customer pays. Ends with 1 when the gateway refused, with 2 when the order may exist. */
    private static int pay(String mchOrderNo, String amount) throws IOException, InterruptedException {
        ORDERS.take(mchOrderNo, amount);
        String baseUrl = setting("INRGATE_BASE_URL", "http://127.0.0.1:4300/v3");
        String notifyUrl = setting("NOTIFY_URL", "http://127.0.0.1:3000/callbacks");
        try {
            System.out.println(new GatewayClient(baseUrl, MCH_ID, MCH_KEY).createPayin(mchOrderNo, amount, notifyUrl).payUrl());
            return 0;
        } catch (GatewayClient.Refused refused) {
            System.err.println("refused: " + refused.getMessage());
            return 1;
        } catch (GatewayClient.OutcomeUnknown unknown) {
            System.err.println("unknown: " + unknown.getMessage() + "; run this again with " + mchOrderNo);
            return 2;
        }
    }

    private static void serve(int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/callbacks", exchange -> {
            try (exchange) {
                Answer answer = answerTo(exchange);
                byte[] text = answer.text().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
                exchange.sendResponseHeaders(answer.status(), text.length);
                exchange.getResponseBody().write(text);
            }
        });
        server.start();
        System.out.println("waiting for callbacks at http://127.0.0.1:" + port + "/callbacks");
    }

    private static Answer answerTo(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            return new Answer(405, "callbacks are sent by POST");
        }
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (body.length > LARGEST_BODY) {
            return new Answer(413, "too large");
        }
        try {
            String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
            Callback callback = Callback.verified(body, contentType, MCH_ID, MCH_KEY);
            // The panel's test credits nothing. A pay-in that failed can still be paid, so nothing is cancelled.
            boolean isPayment = !callback.isTest() && callback.get("status").equals("success");
            return isPayment ? credited(callback.get("mchOrderNo"), callback.get("paidAmount")) : Answer.SUCCESS;
        } catch (Callback.Untrusted untrusted) {
            return new Answer(401, untrusted.getMessage());
        }
    }

    private static Answer credited(String mchOrderNo, String paidAmount) throws IOException {
        Optional<String> amount = ORDERS.amount(mchOrderNo);
        if (amount.isEmpty() || !paidAmount.matches("[0-9]{1,12}\\.[0-9]{2}")) {
            return new Answer(500, "no order, or no amount"); // it comes again, and the order may be there by then
        }
        if (ORDERS.credit(mchOrderNo, paidAmount)) {
            // The amount that was paid counts, not the one that was asked for.
            boolean isEnough = new BigDecimal(paidAmount).compareTo(new BigDecimal(amount.get())) >= 0;
            System.out.println(mchOrderNo + ": " + paidAmount + " INR, " + (isEnough ? "paid" : "too little"));
        }
        return Answer.SUCCESS;
    }

    private static String setting(String name, String otherwise) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty()).orElse(otherwise);
    }
}
