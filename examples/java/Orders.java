import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Orders are files in a folder, as the JDK has no database: NUMBER.order has the amount, NUMBER.paid what was paid; of a
 * withdrawal NUMBER.payout has the amount and the destination, NUMBER.settled how it ended. In yours each is a row, and the
 * credit one statement: UPDATE … WHERE paid_amount IS NULL.
 */
record Orders(Path folder) {
    /**
     * Written before the gateway hears of it: whatever happens then, the number is known. Answers whether the number is this
     * order's: what was paid is compared with the amount that stands here.
     */
    boolean take(String mchOrderNo, String amount) throws IOException {
        return createOnce(mchOrderNo, ".order", amount) || Files.readString(path(mchOrderNo, ".order")).equals(amount);
    }

    /** What was asked for. */
    Optional<String> amount(String mchOrderNo) throws IOException {
        Path order = path(mchOrderNo, ".order");
        return Files.exists(order) ? Optional.of(Files.readString(order)) : Optional.empty();
    }

    /** Credits an order once: of all that try, one makes the file. Answers whether this one did. */
    boolean credit(String mchOrderNo, String paidAmount) throws IOException {
        return createOnce(mchOrderNo, ".paid", paidAmount);
    }

    /**
     * Written before the gateway hears of it. Answers whether the number is this withdrawal's: the gateway compares no
     * destination, and would answer with the earlier one.
     */
    boolean takePayout(String mchOrderNo, String amount, Destination destination) throws IOException {
        // Sorted: in a Map.of the fields stand in another order each time that the program runs.
        String text = amount + " " + Json.write(new TreeMap<>(destination.params()));
        return createOnce(mchOrderNo, ".payout", text) || Files.readString(path(mchOrderNo, ".payout")).equals(text);
    }

    boolean hasPayout(String mchOrderNo, String amount) throws IOException {
        Path payout = path(mchOrderNo, ".payout");
        return Files.exists(payout) && Files.readString(payout).startsWith(amount + " ");
    }

    /** Notes once how a withdrawal ended; both ends are final. Answers whether this one did. */
    boolean settlePayout(String mchOrderNo, String status) throws IOException {
        return createOnce(mchOrderNo, ".settled", status);
    }

    /** Writes the file aside, sees it on the disk, and gives it its name, which only one can have. */
    private boolean createOnce(String mchOrderNo, String kind, String text) throws IOException {
        Files.createDirectories(folder);
        Path aside = Files.createTempFile(folder, "new-", "");
        try {
            try (FileChannel file = FileChannel.open(aside, StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
                file.force(true);
            }
            Files.createLink(path(mchOrderNo, kind), aside);
            return true;
        } catch (FileAlreadyExistsException earlier) {
            return false;
        } finally {
            Files.delete(aside);
        }
    }

    private Path path(String mchOrderNo, String kind) {
        String name = URLEncoder.encode(mchOrderNo, StandardCharsets.UTF_8).replace(".", "%2E");
        return folder.resolve(name + kind);
    }
}
