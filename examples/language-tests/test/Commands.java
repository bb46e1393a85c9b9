import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs the commands of the shop in one JVM. Reads a line of JSON for each command, and prints a line with its result. */
final class Commands {
    private static final PrintStream RESULTS = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private Commands() {
    }

    public static void main(String[] args) throws IOException {
        ExecutorService threads = Executors.newCachedThreadPool();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<?, ?> command = (Map<?, ?>) Json.read(line);
            threads.execute(() -> run(command));
        }
        System.exit(0);
    }

    private static void run(Map<?, ?> command) {
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(stderr, true, StandardCharsets.UTF_8);
        int code = 1;
        try {
            Map<String, String> settings = new HashMap<>();
            ((Map<?, ?>) command.get("settings")).forEach((name, value) -> settings.put((String) name, (String) value));
            String[] words = ((List<?>) command.get("words")).toArray(String[]::new);
            code = new Shop(settings, new PrintStream(stdout, true, StandardCharsets.UTF_8), err).run(words);
        } catch (Throwable uncaught) {
            uncaught.printStackTrace(err);
        }
        RESULTS.println(Json.write(Map.of(
                "id", (String) command.get("id"),
                "code", String.valueOf(code),
                "stdout", stdout.toString(StandardCharsets.UTF_8),
                "stderr", stderr.toString(StandardCharsets.UTF_8))));
    }
}
