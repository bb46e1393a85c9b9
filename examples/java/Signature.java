import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The signature of the convention. Do not use MD5 for anything new. */
final class Signature {
    /** Names of free texts. Like URLs, they may contain a {@code &}. */
    private static final Set<String> FREE_TEXTS = Set.of("extra", "message", "note", "accountName", "bankCode");
    private static final Pattern ADDRESS = Pattern.compile("^https?://", Pattern.CASE_INSENSITIVE);
    private static final Pattern FIELD = Pattern.compile(
            "&(?:mchId|merchant_id|mchOrderNo|merchant_order_no|orderNo|gateway_order_no|amount|fee|status|payTime|test|sign"
                    + "|paidAmount|netAmount|tradeType|utr|extra|usdtAmount|totalDebit|txid|message|link_code|client_ref"
                    + "|currency|paid_at|notifyUrl|returnUrl|payType|bankCode|accountName|accountNumber|ifsc|upiId"
                    + "|usdtAddress)=");

    private Signature() {
    }

    /** Signs all non-empty parameters except {@code sign}, sorted by name in byte order. */
    static String sign(Map<String, String> params, String key) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("the key is empty");
        }
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

    /**
     * Returns whether other parameters would have the same signature. The signed string has no escaping, so a {@code &}
     * in a value can look like the next field.
     */
    static boolean isAmbiguous(Map<String, String> params) {
        return params.entrySet().stream().anyMatch(param -> {
            String name = param.getKey();
            String value = param.getValue();
            boolean mayHold = FREE_TEXTS.contains(name) || ADDRESS.matcher(value).find();
            return name.contains("&") || name.contains("=")
                    || (mayHold ? FIELD.matcher(value).find() : value.contains("&"));
        });
    }

    /** Compares in constant time. */
    static boolean matches(String expected, String given) {
        return MessageDigest.isEqual(utf8(expected), utf8(given.toUpperCase(Locale.ROOT)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
