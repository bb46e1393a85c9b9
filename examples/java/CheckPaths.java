import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** What {@code inrgate check webhook} asks a test shop for. Do not serve these paths in production. */
record CheckPaths(Orders orders) {
    void addTo(HttpServer server) {
        server.createContext("/credited", this::credited);
        server.createContext("/check-orders", this::create);
    }

    /** {@code --probe}: how often an order was credited, and with how much. */
    private void credited(HttpExchange exchange) throws IOException {
        try (exchange) {
            String mchOrderNo = exchange.getRequestURI().getQuery().replaceFirst("^mchOrderNo=", "");
            Optional<String> paid = orders.paidAmount(mchOrderNo);
            String text = "{\"count\": " + (paid.isPresent() ? 1 : 0) + ", \"amount\": \"" + paid.orElse("0.00") + "\"}";
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** {@code --create-order}: creates an unpaid order, or a payout, with the number and the amount of the request. */
    private void create(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Map<?, ?> order = (Map<?, ?>) Json.read(body);
            String mchOrderNo = (String) order.get("mchOrderNo");
            String amount = (String) order.get("amount");
            if ("payout".equals(order.get("kind"))) {
                orders.takePayout(mchOrderNo, amount, new Destination.Upi("asha@okhdfcbank"));
            } else {
                orders.take(mchOrderNo, amount);
            }
            exchange.sendResponseHeaders(204, -1); // no body: the shop uses the number of the request
        }
    }
}
