import java.util.Map;

/** Where a withdrawal goes. */
sealed interface Destination {
    /** Its fields, as the gateway names them. */
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
