import java.util.Map;

/** The destination of a payout. */
sealed interface Destination {
    /** The fields by the gateway's names. */
    Map<String, String> params();

    record Upi(String upiId) implements Destination {
        @Override
        public Map<String, String> params() {
            return Map.of("upiId", upiId);
        }
    }

    record BankAccount(String bankCode, String accountName, String accountNumber, String ifsc) implements Destination {
        @Override
        public Map<String, String> params() {
            return Map.of("bankCode", bankCode, "accountName", accountName, "accountNumber", accountNumber, "ifsc", ifsc);
        }
    }
}
