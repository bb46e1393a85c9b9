<?php

/**
 * Creates a payout and prints its state. To a UPI ID: `php payout.php W-1 500.00 asha@okhdfcbank`; to a bank account:
 * `php payout.php W-1 500.00 'HDFC Bank' 'Asha Rao' 001234567890 HDFC0001234`.
 */

declare(strict_types=1);

use Shop\GatewayClient;
use Shop\Orders;
use Shop\OutcomeUnknown;
use Shop\Refused;

require __DIR__ . '/src/autoload.php';

$fields = match ($argc) {
    4 => ['upiId'],
    7 => ['bankCode', 'accountName', 'accountNumber', 'ifsc'],
    default => null,
};
if ($fields === null) {
    fwrite(STDERR, "usage: payout.php NUMBER AMOUNT UPI_ID | BANK_CODE ACCOUNT_NAME ACCOUNT_NUMBER IFSC\n");
    exit(1);
}
[, $mchOrderNo, $amount] = $argv;
$destination = array_combine($fields, array_slice($argv, 3));
$client = new GatewayClient(
    setting('INRGATE_BASE_URL', 'http://127.0.0.1:4300/v3'),
    setting('INRGATE_MCH_ID', 'DEMO1001'),
    mchSecret: merchantKey('INRGATE_MCH_SECRET'),
);
if (!(new Orders(setting('ORDERS', 'orders.db')))->takePayout($mchOrderNo, $amount, $destination)) {
    fwrite(STDERR, "refused by the shop: {$mchOrderNo} is a payout with another amount or destination. Use a new number\n");
    exit(1);
}
try {
    echo $client->createPayout($mchOrderNo, $amount, $destination)['status'], "\n";
} catch (Refused $error) {
    fwrite(STDERR, "refused: {$error->getMessage()}\n");
    exit(1);
} catch (OutcomeUnknown $error) {
    fwrite(STDERR, "unknown: {$error->getMessage()}; run this again with {$mchOrderNo}\n");
    exit(2);
}
