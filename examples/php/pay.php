<?php

/** Creates a pay-in: `php pay.php ORDER-1 500.00` prints the URL of the checkout. */

declare(strict_types=1);

use Shop\GatewayClient;
use Shop\Orders;
use Shop\OutcomeUnknown;
use Shop\Refused;

require __DIR__ . '/src/autoload.php';

if ($argc !== 3) {
    fwrite(STDERR, "usage: pay.php NUMBER AMOUNT\n");
    exit(1);
}
[, $mchOrderNo, $amount] = $argv;
$client = new GatewayClient(
    setting('INRGATE_BASE_URL', 'http://127.0.0.1:4300/v3'),
    setting('INRGATE_MCH_ID', 'DEMO1001'),
    mchKey: merchantKey('INRGATE_MCH_KEY'),
);
$notifyUrl = setting('INRGATE_CALLBACK_URL', 'http://127.0.0.1:3000/callbacks');
if (!(new Orders(setting('ORDERS', 'orders.db')))->take($mchOrderNo, $amount)) {
    fwrite(STDERR, "refused by the shop: {$mchOrderNo} is an order with another amount. Use a new number\n");
    exit(1);
}
try {
    echo $client->createPayin($mchOrderNo, $amount, ['notifyUrl' => $notifyUrl])['pay_url'], "\n";
} catch (Refused $error) {
    fwrite(STDERR, "refused: {$error->getMessage()}\n");
    exit(1);
} catch (OutcomeUnknown $error) {
    fwrite(STDERR, "unknown: {$error->getMessage()}; run this again with {$mchOrderNo}\n");
    exit(2);
}
