import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * {@code pay ORDER-1 500.00}, {@code payout W-1 500.00 asha@okhdfcbank}, {@code payout W-2 500.00 'HDFC Bank' 'Asha Rao'
 * 001234567890 HDFC0001234}, {@code callbacks}, or {@code sign KEY mchId=DEMO1001 amount=500.00}.
 */
public final class Shop implements AutoCloseable {
    private static final String USAGE = "usage: Shop pay NUMBER AMOUNT | payout NUMBER AMOUNT UPI_ID"
            + " | payout NUMBER AMOUNT BANK_CODE ACCOUNT_NAME ACCOUNT_NUMBER IFSC | callbacks | sign KEY NAME=VALUE...";
    private static final int LARGEST_BODY = 64 * 1024;
    private static final int LONGEST_REQUEST_SECONDS = 5;

    /** The response to a callback. */
    private record Answer(int status, String text) {
        static final Answer SUCCESS = new Answer(200, "success");
    }

    /** The shop cannot run the command. The message states the reason. */
    private static final class Unusable extends RuntimeException {
        Unusable(String reason) {
            super(reason);
        }
    }

    private final Map<String, String> settings;
    private final PrintStream out;
    private final PrintStream err;
    private final String mchId;
    private final String baseUrl;
    private final Orders orders;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    Shop(Map<String, String> settings, PrintStream out, PrintStream err) {
        this.settings = settings;
        this.out = out;
        this.err = err;
        mchId = setting("INRGATE_MCH_ID", "DEMO1001");
        baseUrl = setting("INRGATE_BASE_URL", "http://127.0.0.1:4300/v3");
        orders = new Orders(Path.of(setting("ORDERS", "orders")));
    }

    public static void main(String[] args) throws Exception {
        int code = new Shop(System.getenv(), System.out, System.err).run(args);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs a command and returns its exit code. {@code callbacks} returns when its server has started. */
    int run(String... args) throws Exception {
        try {
            switch (args.length == 0 ? "" : args[0]) {
                case "pay" -> {
                    require(args.length == 3);
                    return pay(args[1], args[2]);
                }
                case "payout" -> {
                    require(args.length == 4 || args.length == 7);
                    return payout(args[1], args[2], destination(args));
                }
                case "callbacks" -> serve(Integer.parseInt(setting("PORT", "3000")));
                case "sign" -> {
                    require(args.length >= 2);
                    Map<String, String> params = Arrays.stream(args).skip(2)
                            .map(param -> param.split("=", 2))
                            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
                    out.println(Signature.sign(params, args[1]));
                }
                default -> require(false);
            }
            return 0;
        } catch (Unusable unusable) {
            err.println(unusable.getMessage());
            return 1;
        }
    }

    /** Stops the endpoint. */
    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
        }
        threads.shutdown();
    }

    private static void require(boolean isUsable) {
        if (!isUsable) {
            throw new Unusable(USAGE);
        }
    }

    private static Destination destination(String[] args) {
        return args.length == 4
                ? new Destination.Upi(args[3])
                : new Destination.BankAccount(args[3], args[4], args[5], args[6]);
    }

    /** A call that creates an order. Returns the output of the command. */
    private interface Call {
        String made() throws GatewayClient.Refused, GatewayClient.OutcomeUnknown, IOException, InterruptedException;
    }

    /** Creates a pay-in and prints the URL of the checkout. */
    private int pay(String mchOrderNo, String amount) throws IOException, InterruptedException {
        String mchKey = merchantKey("INRGATE_MCH_KEY");
        Map<String, String> urls = Map.of("notifyUrl", setting("INRGATE_CALLBACK_URL", "http://127.0.0.1:3000/callbacks"));
        if (!orders.take(mchOrderNo, amount)) {
            throw new Unusable("refused by the shop: " + mchOrderNo + " is an order with another amount. Use a new number");
        }
        return report(mchOrderNo,
                () -> new GatewayClient(baseUrl, mchId).createPayin(mchKey, mchOrderNo, amount, urls).payUrl());
    }

    /** Creates a payout and prints its state. */
    private int payout(String mchOrderNo, String amount, Destination destination)
            throws IOException, InterruptedException {
        String mchSecret = merchantKey("INRGATE_MCH_SECRET");
        if (!orders.takePayout(mchOrderNo, amount, destination)) {
            throw new Unusable("refused by the shop: " + mchOrderNo
                    + " is a payout with another amount or destination. Use a new number");
        }
        return report(mchOrderNo,
                () -> new GatewayClient(baseUrl, mchId).createPayout(mchSecret, mchOrderNo, amount, destination).status());
    }

    /** Returns exit code 1 if the gateway rejected the call, and 2 if the order may exist. */
    private int report(String mchOrderNo, Call call) throws IOException, InterruptedException {
        try {
            out.println(call.made());
            return 0;
        } catch (GatewayClient.Refused refused) {
            err.println("refused: " + refused.getMessage());
            return 1;
        } catch (GatewayClient.OutcomeUnknown unknown) {
            err.println("unknown: " + unknown.getMessage() + "; run this again with " + mchOrderNo);
            return 2;
        }
    }

    private void serve(int port) throws IOException {
        String mchKey = merchantKey("INRGATE_MCH_KEY");
        String mchSecret = merchantKey("INRGATE_MCH_SECRET");
        // The JDK's server has no time limit by default, so an incomplete request would occupy a thread permanently.
        System.setProperty("sun.net.httpserver.maxReqTime", String.valueOf(LONGEST_REQUEST_SECONDS));
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        } catch (BindException taken) {
            throw new Unusable("port " + port + " is in use. Set PORT to another port");
        }
        server.setExecutor(threads);
        server.createContext("/callbacks", exchange -> {
            try (exchange) {
                Answer answer = answerTo(exchange, mchKey, mchSecret);
                byte[] text = answer.text().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
                exchange.sendResponseHeaders(answer.status(), text.length);
                exchange.getResponseBody().write(text);
            }
        });
        new CheckPaths(orders).addTo(server); // not in production
        server.start();
        out.println("waiting for callbacks at http://127.0.0.1:" + port + "/callbacks");
    }

    private Answer answerTo(HttpExchange exchange, String mchKey, String mchSecret) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            return new Answer(405, "the method must be POST");
        }
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (body.length > LARGEST_BODY) {
            return new Answer(413, "too large");
        }
        try {
            String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
            Callback callback = Callback.verified(body, contentType, mchId, mchKey, mchSecret);
            // The test callback from the merchant dashboard belongs to no order.
            if (callback.isTest()) {
                return Answer.SUCCESS;
            }
            return callback.isPayout() ? settled(callback) : credited(callback);
        } catch (Callback.Untrusted untrusted) {
            return new Answer(401, untrusted.getMessage());
        }
    }

    private Answer credited(Callback callback) throws IOException {
        // A failed pay-in can still be paid, so cancel nothing.
        if (!callback.get("status").equals("success")) {
            return Answer.SUCCESS;
        }
        String mchOrderNo = callback.get("mchOrderNo");
        String paidAmount = callback.get("paidAmount");
        Optional<String> amount = orders.amount(mchOrderNo);
        if (amount.isEmpty() || !paidAmount.matches("[0-9]{1,12}\\.[0-9]{2}")) {
            return new Answer(500, "no order, or no amount"); // the gateway retries, and by then the order may exist
        }
        if (orders.credit(mchOrderNo, paidAmount)) {
            // Compare the paid amount, not the requested amount.
            boolean isEnough = new BigDecimal(paidAmount).compareTo(new BigDecimal(amount.get())) >= 0;
            out.println(mchOrderNo + ": " + paidAmount + " INR, " + (isEnough ? "paid" : "too little"));
        }
        return Answer.SUCCESS;
    }

    private Answer settled(Callback callback) throws IOException {
        String mchOrderNo = callback.get("mchOrderNo");
        String status = callback.get("status");
        // Acknowledge a callback with another status, which changes nothing.
        if (!status.equals("success") && !status.equals("failed")) {
            return Answer.SUCCESS;
        }
        if (!orders.hasPayout(mchOrderNo, callback.get("amount"))) {
            return new Answer(500, "no such payout");
        }
        if (orders.settlePayout(mchOrderNo, status)) {
            out.println(mchOrderNo + ": payout " + status);
        }
        return Answer.SUCCESS;
    }

    /**
     * Returns a key of the merchant. The key has no default, because an attacker could sign callbacks with a published
     * key.
     */
    private String merchantKey(String name) {
        String key = setting(name, "");
        if (key.isEmpty()) {
            throw new Unusable(name + " is not set");
        }
        return key;
    }

    private String setting(String name, String otherwise) {
        return Optional.ofNullable(settings.get(name)).filter(value -> !value.isEmpty()).orElse(otherwise);
    }
}
