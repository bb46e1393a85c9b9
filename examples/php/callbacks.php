<?php

/** The callback endpoint: `PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:3000 callbacks.php`, then POST /callbacks. */

declare(strict_types=1);

use Shop\Callback;
use Shop\Orders;
use Shop\UntrustedCallback;

require __DIR__ . '/src/autoload.php';

/** @return array{int, string} the status and the text of the response */
function handle(string $body, string $contentType, Orders $orders): array
{
    try {
        $callback = Callback::verified(
            $body,
            $contentType,
            setting('INRGATE_MCH_ID', 'DEMO1001'),
            merchantKey('INRGATE_MCH_KEY'),
            merchantKey('INRGATE_MCH_SECRET'),
        );
    } catch (UntrustedCallback $error) {
        return [401, $error->getMessage()];
    }
    // The merchant dashboard's test has no order.
    if ($callback->isTest()) {
        return [200, 'success'];
    }

    return $callback->isPayout() ? settle($callback, $orders) : credit($callback, $orders);
}

/** @return array{int, string} */
function credit(Callback $callback, Orders $orders): array
{
    // A failed pay-in can still be paid, so cancel nothing.
    if ($callback->get('status') !== 'success') {
        return [200, 'success'];
    }
    $mchOrderNo = $callback->get('mchOrderNo');
    $paidAmount = $callback->get('paidAmount');
    if ($orders->find($mchOrderNo) === null || preg_match('/^\d+\.\d{2}$/D', $paidAmount) !== 1) {
        return [500, 'no order, or no amount']; // the gateway retries, and the order may exist by then
    }
    if ($orders->credit($mchOrderNo, $paidAmount)) {
        error_log("{$mchOrderNo}: {$paidAmount} INR, " . ($orders->isPaid($mchOrderNo) ? 'paid' : 'too little'));
    }

    return [200, 'success'];
}

/** @return array{int, string} */
function settle(Callback $callback, Orders $orders): array
{
    // A callback with another status may follow, and changes nothing.
    if (!in_array($callback->get('status'), ['success', 'failed'], true)) {
        return [200, 'success'];
    }
    $mchOrderNo = $callback->get('mchOrderNo');
    if (!$orders->hasPayout($mchOrderNo, $callback->get('amount'))) {
        return [500, 'no such payout'];
    }
    if ($orders->settlePayout($mchOrderNo, $callback->get('status'))) {
        error_log("{$mchOrderNo}: payout {$callback->get('status')}");
    }

    return [200, 'success'];
}

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/callbacks') {
    [$status, $text] = [404, 'not found'];
} elseif ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    [$status, $text] = [405, 'the method must be POST'];
} else {
    // The raw bytes, because the output of a parser has another signature.
    $body = (string) file_get_contents('php://input', length: 64 * 1024 + 1);
    $orders = new Orders(setting('ORDERS', 'orders.db'));
    [$status, $text] = strlen($body) > 64 * 1024
        ? [413, 'too large']
        : handle($body, $_SERVER['CONTENT_TYPE'] ?? '', $orders);
}
http_response_code($status);
header('Content-Type: text/plain; charset=utf-8');
echo $text;
