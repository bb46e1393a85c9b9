import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Strict JSON parser. An object is a {@code Map}, an array a {@code List}, and a string a {@code String}. A number or
 * boolean becomes a {@code Literal} with its original text, because the signature covers this text.
 */
final class Json {
    /** A number or a boolean with its original text. */
    record Literal(String text) {
    }

    private static final Pattern LITERAL =
            Pattern.compile("true|false|null|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");
    private static final int DEEPEST = 16;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException for invalid JSON, and for a repeated name */
    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.skipSpace();
        if (json.at != text.length()) {
            throw json.wrong();
        }
        return value;
    }

    static String write(Map<String, String> texts) {
        List<String> members = new ArrayList<>();
        texts.forEach((name, value) -> members.add(quoted(name) + ":" + quoted(value)));
        return "{" + String.join(",", members) + "}";
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            if (unit == '"' || unit == '\\') {
                quoted.append('\\').append(unit);
            } else if (unit < ' ') {
                quoted.append(String.format("\\u%04x", (int) unit));
            } else {
                quoted.append(unit);
            }
        }
        return quoted.append('"').toString();
    }

    private Object value(int depth) {
        skipSpace();
        if (depth > DEEPEST) {
            throw wrong();
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            default -> literal();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        take('{');
        if (isNext('}')) {
            return members;
        }
        do {
            skipSpace();
            String name = string();
            skipSpace();
            take(':');
            if (members.containsKey(name)) {
                throw wrong();
            }
            members.put(name, value(depth + 1));
        } while (isNext(','));
        take('}');
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        take('[');
        if (isNext(']')) {
            return items;
        }
        do {
            items.add(value(depth + 1));
        } while (isNext(','));
        take(']');
        return items;
    }

    private Object literal() {
        Matcher matcher = LITERAL.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw wrong();
        }
        at = matcher.end();
        return matcher.group().equals("null") ? null : new Literal(matcher.group());
    }

    private String string() {
        take('"');
        StringBuilder read = new StringBuilder();
        while (peek() != '"') {
            char unit = text.charAt(at++);
            if (unit < ' ') {
                throw wrong();
            }
            read.append(unit == '\\' ? escaped() : unit);
        }
        take('"');
        return read.toString();
    }

    private char escaped() {
        char letter = peek();
        at++;
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> throw wrong();
        };
    }

    private char unit() {
        if (at + 4 > text.length()) {
            throw wrong();
        }
        int unit = 0;
        for (int end = at + 4; at < end; at++) {
            int digit = Character.digit(text.charAt(at), 16);
            if (digit < 0 || text.charAt(at) > 'f') {
                throw wrong();
            }
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    /** Skips white space and consumes this character if it is next. Returns whether it was next. */
    private boolean isNext(char sign) {
        skipSpace();
        if (peek() != sign) {
            return false;
        }
        at++;
        return true;
    }

    private void take(char sign) {
        if (peek() != sign) {
            throw wrong();
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong();
        }
        return text.charAt(at);
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at " + at);
    }
}
