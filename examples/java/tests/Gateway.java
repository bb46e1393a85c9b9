import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Test helper: the control API of the mock gateway. Copy this file into your tests, and Json.java if your shop has none. */
final class Gateway {
    // A call returns only when the deliveries that it started have ended.
    private static final Duration LONGEST_CALL = Duration.ofMinutes(2);

    final String baseUrl;
    private final String controlUrl;
    private final String token;
    private final HttpClient http = HttpClient.newHttpClient();

    /**
     * The gateway that {@code inrgate serve} starts, or the gateway of INRGATE_BASE_URL. INRGATE_CONTROL_URL and
     * INRGATE_CONTROL_TOKEN select another control API.
     */
    Gateway() {
        this(setting("INRGATE_CONTROL_URL",
                URI.create(setting("INRGATE_BASE_URL", "http://127.0.0.1:4300/v3")).resolve("/_mock").toString()),
                setting("INRGATE_CONTROL_TOKEN", ""));
    }

    private static String setting(String name, String otherwise) {
        String value = System.getenv().getOrDefault(name, "");
        return value.isEmpty() ? otherwise : value;
    }

    Gateway(String controlUrl, String token) {
        this.controlUrl = controlUrl;
        this.token = token;
        baseUrl = controlUrl.replaceFirst("/_mock$", "/v3");
    }

    /** Creates a merchant for one test. The gateway generates every missing field, including the keys. */
    Map<?, ?> createMerchant(Map<String, String> fields) throws IOException, InterruptedException {
        return call("POST", "/merchants", fields);
    }

    /** Pays an order as the customer. Example: {@code pay("ORDER-1", Map.of("paidAmount", "400.00"))}. */
    Map<?, ?> pay(String order, Map<String, String> payment) throws IOException, InterruptedException {
        return call("POST", "/payins/" + URLEncoder.encode(order, StandardCharsets.UTF_8) + "/pay", payment);
    }

    /** Moves the clock, for example by {@code 31m}, and runs every expiry and retry that falls due. */
    Map<?, ?> advance(String by) throws IOException, InterruptedException {
        return call("POST", "/clock/advance", Map.of("by", by));
    }

    /** Waits until every due callback has its response. */
    void settle() throws IOException, InterruptedException {
        call("POST", "/callbacks/settle", Map.of());
    }

    /**
     * Calls any method of the control API.
     *
     * @throws IllegalStateException with the gateway's message if the gateway rejects the call
     */
    Map<?, ?> call(String method, String path, Map<String, String> body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(controlUrl + path))
                .timeout(LONGEST_CALL)
                .header("Content-Type", "application/json")
                .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body)));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        String response;
        try {
            response = http.send(request.build(), BodyHandlers.ofString()).body();
        } catch (ConnectException refused) {
            throw new IllegalStateException("no gateway at " + controlUrl + ". Run inrgate serve, or set INRGATE_BASE_URL", refused);
        }
        if (!(Json.read(response) instanceof Map<?, ?> fields) || fields.containsKey("error")) {
            throw new IllegalStateException(method + " " + path + ": " + response);
        }
        return fields;
    }
}
