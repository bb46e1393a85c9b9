import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A verified callback whose values are all strings. */
record Callback(Map<String, String> fields) {
    /** An unverified callback, which must have no effect. */
    static final class Untrusted extends Exception {
        Untrusted(String message) {
            super(message);
        }
    }

    private static final Map<String, String> ALIASES =
            Map.of("mchId", "merchant_id", "mchOrderNo", "merchant_order_no");

    /** @param body the raw bytes, because the output of a parser has another signature */
    static Callback verified(byte[] body, String contentType, String mchId, String mchKey, String mchSecret)
            throws Untrusted {
        Map<String, String> fields = read(body, contentType == null ? "" : contentType);
        Callback callback = new Callback(fields);
        String expected = Signature.sign(fields, callback.isPayout() ? mchSecret : mchKey);
        if (!Signature.matches(expected, callback.get("sign"))) {
            throw new Untrusted("the signature is wrong");
        }
        if (Signature.isAmbiguous(fields)) {
            throw new Untrusted("the signature fits other fields too");
        }
        for (Map.Entry<String, String> names : ALIASES.entrySet()) {
            String value = fields.getOrDefault(names.getKey(), "");
            if (!fields.getOrDefault(names.getValue(), value).equals(value)) {
                throw new Untrusted(names.getKey() + " and " + names.getValue() + " differ");
            }
        }
        if (!mchId.equals(fields.get("mchId"))) {
            throw new Untrusted("it is for another merchant");
        }
        return callback;
    }

    String get(String name) {
        return fields.getOrDefault(name, "");
    }

    /**
     * Returns whether the callback concerns a payout. Only payouts contain {@code totalDebit}. The API Secret signs
     * them.
     */
    boolean isPayout() {
        return !get("totalDebit").isEmpty();
    }

    /** Returns whether this is the test callback from the merchant dashboard, which belongs to no order. */
    boolean isTest() {
        return !get("test").isEmpty() && !get("test").equals("false");
    }

    private static Map<String, String> read(byte[] body, String contentType) throws Untrusted {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            return switch (contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)) {
                case "application/json" -> readJson(text);
                case "application/x-www-form-urlencoded" -> readForm(text);
                default -> throw new Untrusted("it is neither JSON nor a form");
            };
        } catch (CharacterCodingException | IllegalArgumentException unreadable) {
            throw new Untrusted("the body cannot be read");
        }
    }

    private static Map<String, String> readJson(String text) throws Untrusted {
        if (!(Json.read(text) instanceof Map<?, ?> members)) {
            throw new Untrusted("it is no object");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (Map.Entry<?, ?> member : members.entrySet()) {
            Object value = member.getValue();
            if (value instanceof String string) {
                fields.put((String) member.getKey(), string);
            } else if (value instanceof Json.Literal literal) {
                fields.put((String) member.getKey(), literal.text());
            } else if (value != null) {
                throw new Untrusted("a field is no plain value");
            }
        }
        return fields;
    }

    private static Map<String, String> readForm(String text) throws Untrusted {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String pair : text.split("&")) {
            String[] parts = pair.split("=", 2);
            String name = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
            String value = parts.length == 1 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8);
            if (fields.put(name, value) != null) {
                throw new Untrusted("a field comes twice");
            }
        }
        return fields;
    }
}
