import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The signature of the convention. It uses MD5, which is no choice for anything new. */
final class Signature {
    private Signature() {
    }

    /** Signs texts: all but {@code sign} and what is empty, sorted by name in byte order. */
    static String sign(Map<String, String> params, String key) {
        String text = params.entrySet().stream()
                .filter(param -> !param.getKey().equals("sign") && !param.getValue().isEmpty())
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(Signature::utf8, Arrays::compareUnsigned)))
                .map(param -> param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining("&"));
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(utf8(text + "&key=" + key));
            return HexFormat.of().withUpperCase().formatHex(digest);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Takes as long for every wrong signature. */
    static boolean matches(String expected, String given) {
        return MessageDigest.isEqual(utf8(expected), utf8(given.toUpperCase(Locale.ROOT)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
