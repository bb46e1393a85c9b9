<?php

/**
 * Plugin Name: Callbacks of the payment gateway
 *
 * POST /wp-json/shop/v1/callbacks, with `examples/php/src` next to this file. The tests run this plugin without
 * WordPress. wp-config.php defines INRGATE_MCH_ID, INRGATE_MCH_KEY and INRGATE_MCH_SECRET.
 */

declare(strict_types=1);

use Shop\OrderStore;
use Shop\Receiver;

require __DIR__ . '/src/autoload.php';

/** The shop's tables: {$prefix}orders and {$prefix}payouts, with the columns of `src/Orders.php`. */
final class WordPressOrders implements OrderStore
{
    public function __construct(private readonly \wpdb $database)
    {
    }

    public function find(string $mchOrderNo): ?array
    {
        return $this->row('SELECT amount, paid_amount FROM %i WHERE mch_order_no = %s', 'orders', $mchOrderNo);
    }

    public function credit(string $mchOrderNo, string $paidAmount): bool
    {
        return $this->changes(
            'UPDATE %i SET paid_amount = %s WHERE mch_order_no = %s AND paid_amount IS NULL',
            'orders',
            $paidAmount,
            $mchOrderNo,
        );
    }

    public function isPaid(string $mchOrderNo): bool
    {
        $order = $this->find($mchOrderNo);

        return isset($order['paid_amount']) && self::paise($order['paid_amount']) >= self::paise($order['amount']);
    }

    public function hasPayout(string $mchOrderNo, string $amount): bool
    {
        $same = 'SELECT settled FROM %i WHERE mch_order_no = %s AND amount = %s';

        return $this->row($same, 'payouts', $mchOrderNo, $amount) !== null;
    }

    public function settlePayout(string $mchOrderNo, string $status): bool
    {
        return $this->changes(
            'UPDATE %i SET settled = %s WHERE mch_order_no = %s AND settled IS NULL',
            'payouts',
            $status,
            $mchOrderNo,
        );
    }

    private function row(string $sql, string $table, string ...$values): ?array
    {
        $query = $this->database->prepare($sql, $this->database->prefix . $table, ...$values);

        return $this->database->get_row($query, ARRAY_A);
    }

    private function changes(string $sql, string $table, string ...$values): bool
    {
        $changed = $this->database->query($this->database->prepare($sql, $this->database->prefix . $table, ...$values));
        if ($changed === false) {
            // wpdb does not throw on an error. If the endpoint returned 200, the gateway would not retry, and the
            // payment would be lost.
            throw new \RuntimeException('the database refused the change');
        }

        return $changed === 1;
    }

    /** Amounts are strings with two decimals, never floats. */
    private static function paise(string $amount): int
    {
        return (int) str_replace('.', '', $amount);
    }
}

add_action('rest_api_init', static fn () => register_rest_route('shop/v1', '/callbacks', [
    'methods' => 'POST',
    'permission_callback' => '__return_true', // the signature protects the endpoint
    'callback' => static function (\WP_REST_Request $request): never {
        $orders = new WordPressOrders($GLOBALS['wpdb']);
        $receiver = new Receiver($orders, INRGATE_MCH_ID, INRGATE_MCH_KEY, INRGATE_MCH_SECRET);
        // Pass the raw bytes, because the signature covers them. Do not use $request->get_params().
        try {
            [$status, $text] = $receiver->handle($request->get_body(), $request->get_header('content-type') ?? '');
        } catch (\RuntimeException $error) {
            [$status, $text] = [500, $error->getMessage()]; // the gateway retries
        }
        // Sends plain text, because WordPress would encode a string as JSON.
        status_header($status);
        header('Content-Type: text/plain; charset=utf-8');
        echo $text;
        exit;
    },
]));
