<?php

/**
 * The callback endpoint: run `PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:3000 callbacks.php`, then POST to /callbacks.
 */

declare(strict_types=1);

use Shop\Orders;
use Shop\Receiver;

require __DIR__ . '/src/autoload.php';

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/callbacks') {
    [$status, $text] = [404, 'not found'];
} elseif ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    [$status, $text] = [405, 'the method must be POST'];
} else {
    $receiver = new Receiver(
        new Orders(setting('ORDERS', 'orders.db')),
        setting('INRGATE_MCH_ID', 'DEMO1001'),
        merchantKey('INRGATE_MCH_KEY'),
        merchantKey('INRGATE_MCH_SECRET'),
    );
    // Reads the raw bytes, because parsing can change the signed string.
    $body = (string) file_get_contents('php://input', length: Receiver::LARGEST_BODY + 1);
    [$status, $text] = $receiver->handle($body, $_SERVER['CONTENT_TYPE'] ?? '');
}
http_response_code($status);
header('Content-Type: text/plain; charset=utf-8');
echo $text;
