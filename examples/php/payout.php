<?php

/** Creates a withdrawal: `php payout.php W-1 500.00 asha@okhdfcbank` prints its state. */

declare(strict_types=1);

use Shop\GatewayClient;
use Shop\Orders;
use Shop\OutcomeUnknown;
use Shop\Refused;

require __DIR__ . '/src/autoload.php';

[, $mchOrderNo, $amount, $upiId] = $argv;
$client = new GatewayClient(
    setting('INRGATE_BASE_URL', 'http://127.0.0.1:4300/v3'),
    setting('INRGATE_MCH_ID', 'DEMO1001'),
    mchSecret: merchantKey('INRGATE_MCH_SECRET', 'demo-mch-secret'),
);
try {
    if (!(new Orders(setting('ORDERS', 'orders.db')))->takePayout($mchOrderNo, $amount, $upiId)) {
        throw new Refused('duplicate_order');
    }
    echo $client->createPayout($mchOrderNo, $amount, ['upiId' => $upiId])['status'], "\n";
} catch (Refused $error) {
    fwrite(STDERR, "refused: {$error->getMessage()}\n");
    exit(1);
} catch (OutcomeUnknown $error) {
    fwrite(STDERR, "unknown: {$error->getMessage()}; run this again with {$mchOrderNo}\n");
    exit(2);
}
