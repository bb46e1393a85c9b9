<?php

/** A correct shop in PHP: `PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:3000 shop.php`. Uses the files of `examples/php`. */

declare(strict_types=1);

use Shop\Callback;
use Shop\GatewayClient;
use Shop\Orders;
use Shop\UntrustedCallback;

require __DIR__ . '/../../php/src/autoload.php';

$orders = new Orders(setting('SHOP_DATABASE', 'shop.db'));

/**
 * Returns the pay-in in its current state, because a repeated create returns the same pay-in.
 *
 * @return array<string, mixed>
 */
function payin(string $mchOrderNo, string $amount): array
{
    $client = new GatewayClient(setting('INRGATE_BASE_URL', ''), setting('INRGATE_MCH_ID', ''), merchantKey('INRGATE_MCH_KEY'));

    return $client->createPayin($mchOrderNo, $amount, ['notifyUrl' => setting('INRGATE_CALLBACK_URL', '')]);
}

/** Stores the order before the call of the gateway, so the order number is known even if the response is lost. */
function order(Orders $orders): string
{
    $mchOrderNo = 'PHP-' . bin2hex(random_bytes(8));
    $amount = json_decode((string) file_get_contents('php://input'))->amount;
    $orders->take($mchOrderNo, $amount);

    return json_encode(['mchOrderNo' => $mchOrderNo, 'payUrl' => payin($mchOrderNo, $amount)['payUrl']], JSON_THROW_ON_ERROR);
}

function receive(Orders $orders): string
{
    [$mchId, $mchKey] = [setting('INRGATE_MCH_ID', ''), merchantKey('INRGATE_MCH_KEY')];
    $body = (string) file_get_contents('php://input');
    try {
        $callback = Callback::verified($body, $_SERVER['CONTENT_TYPE'] ?? '', $mchId, $mchKey, $mchKey);
    } catch (UntrustedCallback $error) {
        http_response_code(401);

        return $error->getMessage();
    }
    if ($orders->find($callback->get('mchOrderNo')) === null) {
        http_response_code(500); // the gateway retries

        return 'no such order';
    }
    if ($callback->get('status') === 'success') {
        $orders->credit($callback->get('mchOrderNo'), $callback->get('paidAmount'));
    }

    return 'success';
}

/** Any visitor can open this page, so the shop queries the gateway. */
function returned(Orders $orders, string $mchOrderNo): string
{
    $order = $orders->find($mchOrderNo);
    $payin = $order === null ? [] : payin($mchOrderNo, $order['amount']);
    if (($payin['status'] ?? '') === 'success') {
        $orders->credit($mchOrderNo, $payin['paidAmount']);
    }

    return 'Thank you. Your order is below.';
}

function credited(Orders $orders, string $mchOrderNo): string
{
    $paid = $orders->find($mchOrderNo)['paid_amount'] ?? null;

    return json_encode(['count' => $paid === null ? 0 : 1, 'amount' => $paid ?? '0.00'], JSON_THROW_ON_ERROR);
}

$mchOrderNo = $_GET['mchOrderNo'] ?? '';
try {
    echo match (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
        '/orders' => order($orders),
        '/callbacks' => receive($orders),
        '/return' => returned($orders, $mchOrderNo),
        '/credited' => credited($orders, $mchOrderNo),
    };
} catch (Throwable $error) {
    http_response_code(500);
    error_log($error->getMessage());
}
