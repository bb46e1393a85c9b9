<?php

/** Prints the credit of an order: `inrgate check webhook … --probe-command 'php credited.php'`. */

declare(strict_types=1);

use Shop\Orders;

require __DIR__ . '/src/autoload.php';

$order = (new Orders(setting('ORDERS', 'orders.db')))->find((string) getenv('INRGATE_CHECK_ORDER'));
$paid = $order['paid_amount'] ?? null;
echo json_encode(['count' => $paid === null ? 0 : 1, 'amount' => $paid ?? '0.00']), "\n";
