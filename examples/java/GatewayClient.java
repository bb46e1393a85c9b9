import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Creates pay-ins and payouts. A call has up to four attempts with the same bytes. The retries are safe, because the
 * order number identifies the order.
 */
final class GatewayClient {
    /** The gateway rejected the call, so no order was created. The message is the gateway's error code. */
    static final class Refused extends Exception {
        Refused(String code) {
            super(code);
        }
    }

    /** The order may exist. Retry with the same order number, never with a new one. */
    static final class OutcomeUnknown extends Exception {
        OutcomeUnknown(String message) {
            super(message);
        }
    }

    /** The fields of a response that this shop needs. Only a pay-in has a {@code payUrl}. */
    record Order(String mchOrderNo, String amount, String status, String payUrl) {
    }

    /**
     * The response to an attempt. Status 0 means that no response arrived. An empty map means that another server
     * responded.
     */
    private record Answer(int status, Map<?, ?> body, OptionalLong retryAfter) {
        static final Answer NONE = new Answer(0, Map.of(), OptionalLong.empty());

        String error() {
            return body.get("error") instanceof String code ? code : "no valid response from the gateway";
        }

        boolean isRefused() {
            return status >= 400 && status < 500 && body.containsKey("error");
        }

        boolean isLimited() {
            return isRefused() && status == 429 && error().equals("rate_limited");
        }
    }

    private static final List<Long> WAITS = List.of(250L, 500L, 1_000L);
    private static final long LONGEST_RETRY_AFTER = 30_000;

    /** Follows no redirects, so only the gateway receives the signed request. */
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(10))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final String baseUrl;
    private final String mchId;

    GatewayClient(String baseUrl, String mchId) {
        this.baseUrl = baseUrl;
        this.mchId = mchId;
    }

    /**
     * Returns the pay-in, even if the response to the attempt that created it was lost. The API Key signs the request.
     *
     * @param others further fields, for example {@code notifyUrl} and {@code returnUrl}
     */
    Order createPayin(String mchKey, String mchOrderNo, String amount, Map<String, String> others)
            throws Refused, OutcomeUnknown, InterruptedException {
        return create("payin", mchKey, mchOrderNo, amount, others);
    }

    /**
     * Returns the payout, even if the response to the attempt that created it was lost. The API Secret signs the
     * request.
     */
    Order createPayout(String mchSecret, String mchOrderNo, String amount, Destination destination)
            throws Refused, OutcomeUnknown, InterruptedException {
        return create("payout", mchSecret, mchOrderNo, amount, destination.params());
    }

    private Order create(String endpoint, String key, String mchOrderNo, String amount, Map<String, String> others)
            throws Refused, OutcomeUnknown, InterruptedException {
        Map<String, String> params = new HashMap<>(others);
        params.put("mchOrderNo", mchOrderNo);
        params.put("amount", amount);
        try {
            return call(endpoint, key, params);
        } catch (OutcomeUnknown unknown) {
            Order found;
            try {
                found = call("check-order-status", key, Map.of("mchOrderNo", mchOrderNo));
            } catch (Refused refused) {
                // An earlier attempt can still be in progress, so "not found" is not final.
                throw new OutcomeUnknown(refused.getMessage());
            }
            if (!found.amount().equals(amount)) {
                throw new Refused("duplicate_order");
            }
            return found;
        }
    }

    private Order call(String endpoint, String key, Map<String, String> given)
            throws Refused, OutcomeUnknown, InterruptedException {
        Map<String, String> params = new HashMap<>(given);
        params.put("mchId", mchId);
        if (Signature.isAmbiguous(params)) {
            throw new Refused("ambiguous_value");
        }
        params.put("sign", Signature.sign(params, key));
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + "/" + endpoint))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(params)))
                .build();
        boolean maybeMade = false;
        for (int attempt = 0;; attempt++) {
            Answer answer = send(request);
            if (answer.status() == 200 && answer.body().get("data") instanceof Map<?, ?> data && isFor(given, data)) {
                return new Order(text(data, "mchOrderNo"), text(data, "amount"), text(data, "status"), text(data, "pay_url"));
            }
            // A rejection does not undo an order that an earlier attempt may have created.
            maybeMade |= !answer.isRefused();
            boolean isOver = answer.isRefused() && !answer.isLimited();
            if (isOver || attempt == WAITS.size() || answer.retryAfter().orElse(0) > LONGEST_RETRY_AFTER) {
                if (maybeMade) {
                    throw new OutcomeUnknown(answer.error());
                }
                throw new Refused(answer.error());
            }
            long longest = WAITS.get(attempt);
            Thread.sleep(answer.retryAfter().orElse(ThreadLocalRandom.current().nextLong(longest / 2, longest)));
        }
    }

    private Answer send(HttpRequest request) throws InterruptedException {
        try {
            // The request's own timeout ends when the headers arrive. This timeout includes the body.
            HttpResponse<String> response = http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .orTimeout(10, TimeUnit.SECONDS)
                    .get();
            OptionalLong retryAfter = response.headers().firstValueAsLong("Retry-After");
            return new Answer(response.statusCode(), read(response.body()), milliseconds(retryAfter));
        } catch (ExecutionException | NumberFormatException broken) {
            return Answer.NONE;
        }
    }

    /** Converts Retry-After to milliseconds, at most a day. Empty for a time in the past. */
    private static OptionalLong milliseconds(OptionalLong seconds) {
        if (seconds.isEmpty() || seconds.getAsLong() < 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(1_000 * Math.min(seconds.getAsLong(), 86_400));
    }

    private static Map<?, ?> read(String body) {
        try {
            return Json.read(body) instanceof Map<?, ?> answer ? answer : Map.of();
        } catch (IllegalArgumentException otherwise) {
            return Map.of();
        }
    }

    private static boolean isFor(Map<String, String> asked, Map<?, ?> data) {
        return text(data, "mchOrderNo").equals(asked.get("mchOrderNo"))
                && text(data, "amount").equals(asked.getOrDefault("amount", text(data, "amount")));
    }

    private static String text(Map<?, ?> data, String name) {
        return data.get(name) instanceof String value ? value : "";
    }
}
