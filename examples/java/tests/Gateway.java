import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Test helper: the control API of the mock gateway. Copy this file and Json.java into your tests. */
final class Gateway {
    // A call returns only when the deliveries that it started have ended.
    private static final Duration LONGEST_CALL = Duration.ofMinutes(2);

    final String baseUrl;
    private final String controlUrl;
    private final String token;
    private final HttpClient http = HttpClient.newHttpClient();

    /** The gateway that `inrgate serve` starts, or that INRGATE_CONTROL_URL and INRGATE_CONTROL_TOKEN select. */
    Gateway() {
        this(System.getenv().getOrDefault("INRGATE_CONTROL_URL", "http://127.0.0.1:4300/_mock"),
                System.getenv().getOrDefault("INRGATE_CONTROL_TOKEN", ""));
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
        String response = http.send(request.build(), BodyHandlers.ofString()).body();
        if (!(Json.read(response) instanceof Map<?, ?> fields) || fields.containsKey("error")) {
            throw new IllegalStateException(method + " " + path + ": " + response);
        }
        return fields;
    }
}
