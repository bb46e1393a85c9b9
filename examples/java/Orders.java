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
 * Orders are files in a folder, because the JDK has no database. NUMBER.order contains the amount, and NUMBER.paid the
 * paid amount. NUMBER.payout contains the amount and the destination of a payout, and NUMBER.settled its final state.
 * In your database, each order is a row, and the credit is one statement: UPDATE … WHERE paid_amount IS NULL.
 */
record Orders(Path folder) {
    /**
     * Writes the order before the call of the gateway, so the order number is stored even after a crash. Returns
     * whether the order number belongs to this order. The shop later compares the paid amount with the stored amount.
     */
    boolean take(String mchOrderNo, String amount) throws IOException {
        return createOnce(mchOrderNo, ".order", amount) || Files.readString(path(mchOrderNo, ".order")).equals(amount);
    }

    /** The requested amount. */
    Optional<String> amount(String mchOrderNo) throws IOException {
        return text(path(mchOrderNo, ".order"));
    }

    /** The credited amount. Empty for an unpaid order. */
    Optional<String> paidAmount(String mchOrderNo) throws IOException {
        return text(path(mchOrderNo, ".paid"));
    }

    /**
     * Credits an order once, because only one process can create the file. Returns whether this call credited the
     * order.
     */
    boolean credit(String mchOrderNo, String paidAmount) throws IOException {
        return createOnce(mchOrderNo, ".paid", paidAmount);
    }

    /**
     * Writes the payout before the call of the gateway. Returns whether the order number belongs to this payout. For
     * another destination, the gateway would return the earlier payout.
     */
    boolean takePayout(String mchOrderNo, String amount, Destination destination) throws IOException {
        // Sort the fields, because the order of a Map.of changes with each run of the program.
        String text = amount + " " + Json.write(new TreeMap<>(destination.params()));
        return createOnce(mchOrderNo, ".payout", text) || Files.readString(path(mchOrderNo, ".payout")).equals(text);
    }

    boolean hasPayout(String mchOrderNo, String amount) throws IOException {
        Path payout = path(mchOrderNo, ".payout");
        return Files.exists(payout) && Files.readString(payout).startsWith(amount + " ");
    }

    /** Stores the final state of a payout once. Returns whether this call stored the state. */
    boolean settlePayout(String mchOrderNo, String status) throws IOException {
        return createOnce(mchOrderNo, ".settled", status);
    }

    /** Writes a temporary file, syncs it to disk, and links it to its name, which succeeds only once. */
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

    private static Optional<String> text(Path file) throws IOException {
        return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    }

    private Path path(String mchOrderNo, String kind) {
        String name = URLEncoder.encode(mchOrderNo, StandardCharsets.UTF_8).replace(".", "%2E");
        return folder.resolve(name + kind);
    }
}
