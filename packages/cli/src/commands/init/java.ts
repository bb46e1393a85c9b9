/** `Callbacks.java`: a callback endpoint with the JDK. */
export const java = String.raw`// Callback endpoint: java Callbacks.java (Java 17 or later), then POST /callbacks on port 3000.

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Callbacks {
    static final int LARGEST_BODY = 65536;
    static final Path CREDITS = Path.of("credits");
    static final Map<String, String> SETTINGS = settings();
    static final String MCH_ID = setting("INRGATE_MCH_ID");
    static final String MCH_KEY = setting("INRGATE_MCH_KEY");
    static final String MCH_SECRET = setting("INRGATE_MCH_SECRET");

    record Response(int status, String text) {}

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(SETTINGS.getOrDefault("PORT", "3000"));
        // Without this limit, a client that sends half a request occupies a thread permanently.
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        } catch (BindException taken) {
            throw new IOException("port " + port + " is in use. Set PORT to another port", taken);
        }
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            try (exchange) {
                Response response = respond(exchange);
                byte[] text = response.text().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
                exchange.sendResponseHeaders(response.status(), text.length);
                exchange.getResponseBody().write(text);
            }
        });
        server.start();
        System.out.println("http://127.0.0.1:" + port + "/callbacks");
    }

    static Response respond(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if ("/credited".equals(path)) return credited(exchange.getRequestURI().getRawQuery());
        if (!"/callbacks".equals(path)) return new Response(404, "not found");
        if (!exchange.getRequestMethod().equals("POST")) return new Response(405, "use POST");
        // The raw bytes: a parsed body has another signature.
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (body.length > LARGEST_BODY) return new Response(413, "too large");
        return receive(body, exchange.getRequestHeaders().getFirst("Content-Type"));
    }

    static Response receive(byte[] body, String contentType) throws IOException {
        Map<String, String> fields = verified(body, contentType == null ? "" : contentType);
        if (fields == null) return new Response(401, "not verified");
        // A test credits nothing. A payout is not credited. A failed pay-in can still be paid later.
        boolean isPaid = "success".equals(fields.get("status")) && !has(fields, "test") && !has(fields, "totalDebit");
        if (!isPaid) return new Response(200, "success");
        String paidAmount = fields.getOrDefault("paidAmount", "");
        // Respond with an error if the amount is missing, so the gateway sends the callback again.
        if (!paidAmount.matches("[0-9]+\\.[0-9]{2}")) return new Response(500, "no paidAmount");
        // TODO: load your order, and compare its amount with paidAmount.
        credit(fields.getOrDefault("mchOrderNo", ""), paidAmount);
        return new Response(200, "success");
    }

    /** Fields of a callback as strings; null when it is not genuine. */
    static Map<String, String> verified(byte[] body, String contentType) {
        Map<String, String> fields;
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            fields = contentType.startsWith("application/json") ? new Json(text).object() : form(text);
        } catch (CharacterCodingException | IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            return null;
        }
        // Only payouts have totalDebit.
        String expected = sign(fields, has(fields, "totalDebit") ? MCH_SECRET : MCH_KEY);
        if (!MessageDigest.isEqual(expected.getBytes(), fields.getOrDefault("sign", "").toUpperCase().getBytes())) return null;
        for (Map.Entry<String, String> field : fields.entrySet()) {
            // A "&" can move text from one field to another, so only free text may have one.
            boolean isFree = List.of("extra", "message").contains(field.getKey());
            if (field.getKey().matches(".*[&=].*") || (field.getValue().contains("&") && !isFree)) return null;
        }
        if (Pattern.compile("&[A-Za-z_]+=").matcher(fields.getOrDefault("extra", "")).find()) return null;
        Map<String, String> aliases = Map.of("mchId", "merchant_id", "mchOrderNo", "merchant_order_no");
        for (Map.Entry<String, String> alias : aliases.entrySet()) {
            String value = fields.getOrDefault(alias.getKey(), "");
            if (!fields.getOrDefault(alias.getValue(), value).equals(value)) return null;
        }
        return MCH_ID.equals(fields.get("mchId")) ? fields : null;
    }

    /** Signature of every non-empty field except "sign". */
    static String sign(Map<String, String> fields, String key) {
        String text = new TreeMap<>(fields).entrySet().stream()
            .filter(field -> !field.getKey().equals("sign") && !field.getValue().isEmpty())
            .map(field -> field.getKey() + "=" + field.getValue() + "&")
            .collect(Collectors.joining()) + "key=" + key;
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().withUpperCase().formatHex(digest);
        } catch (java.security.NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    static Map<String, String> form(String text) {
        Map<String, String> fields = new HashMap<>();
        for (String pair : text.split("&")) {
            String[] parts = pair.split("=", 2);
            put(fields, decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
        }
        return fields;
    }

    static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    static void put(Map<String, String> fields, String name, String value) {
        if (fields.put(name, value) != null) throw new IllegalArgumentException("a field stands twice");
    }

    static boolean has(Map<String, String> fields, String name) {
        return !fields.getOrDefault(name, "").isEmpty();
    }

    /** Reader of one flat JSON object. Numbers stay as they are written: the signature covers 500.00, not 500. */
    static final class Json {
        private final String text;
        private int at = 0;

        Json(String text) {
            this.text = text.strip();
        }

        Map<String, String> object() {
            Map<String, String> fields = new HashMap<>();
            take('{');
            while (next() != '}') {
                if (!fields.isEmpty()) take(',');
                String name = string();
                take(':');
                put(fields, name, next() == '"' ? string() : literal());
            }
            if (at + 1 != text.length()) throw new IllegalArgumentException("text after the object");
            return fields;
        }

        private String string() {
            take('"');
            StringBuilder value = new StringBuilder();
            for (char sign = text.charAt(at++); sign != '"'; sign = text.charAt(at++)) {
                if (sign != '\\') value.append(sign);
                else value.append(escaped(text.charAt(at++)));
            }
            return value.toString();
        }

        private char escaped(char sign) {
            if (sign == 'u') return (char) Integer.parseInt(text.substring(at, at += 4), 16);
            int index = "\"\\/bfnrt".indexOf(sign);
            if (index < 0) throw new IllegalArgumentException("unknown escape");
            return "\"\\/\b\f\n\r\t".charAt(index);
        }

        private String literal() {
            int start = at;
            while (",} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
            String literal = text.substring(start, at);
            if (literal.equals("null")) return "";
            if (!literal.matches("true|false|-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?"))
                throw new IllegalArgumentException("not a plain value");
            return literal;
        }

        /** Skips white space, and returns the next character without taking it. */
        private char next() {
            while (" \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
            return text.charAt(at);
        }

        private void take(char sign) {
            if (next() != sign) throw new IllegalArgumentException("no " + sign);
            at++;
        }
    }

    /**
     * Credits an order once: only one request can link the file. In your database, the credit is one statement:
     * INSERT … ON CONFLICT DO NOTHING.
     */
    static void credit(String mchOrderNo, String paidAmount) throws IOException {
        Files.createDirectories(CREDITS);
        Path written = Files.writeString(Files.createTempFile(CREDITS, "new-", ""), paidAmount);
        try {
            Files.createLink(creditOf(mchOrderNo), written);
        } catch (FileAlreadyExistsException earlier) {
            // It is credited already.
        } finally {
            Files.delete(written);
        }
    }

    static Path creditOf(String mchOrderNo) {
        return CREDITS.resolve("order-" + URLEncoder.encode(mchOrderNo, StandardCharsets.UTF_8));
    }

    /** Number of credits of an order and their total, for the probe of "inrgate check webhook". */
    static Response credited(String query) throws IOException {
        Path credit = creditOf(query == null ? "" : form(query).getOrDefault("mchOrderNo", ""));
        boolean isCredited = Files.exists(credit);
        String amount = isCredited ? Files.readString(credit) : "0.00";
        return new Response(200, "{\"count\": " + (isCredited ? 1 : 0) + ", \"amount\": \"" + amount + "\"}");
    }

    /** The environment, and the lines of .env that it does not contain. */
    static Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        try {
            for (String line : Files.exists(Path.of(".env")) ? Files.readAllLines(Path.of(".env")) : List.<String>of()) {
                String[] parts = line.split("=", 2);
                if (parts.length == 2 && !line.startsWith("#")) settings.put(parts[0], parts[1]);
            }
        } catch (IOException unreadable) {
            throw new IllegalStateException(".env cannot be read", unreadable);
        }
        settings.putAll(System.getenv());
        return settings;
    }

    static String setting(String name) {
        String value = SETTINGS.getOrDefault(name, "");
        if (value.isEmpty()) throw new IllegalStateException(name + " must be set");
        return value;
    }
}
`;
