<?php

declare(strict_types=1);

namespace Shop;

/** The shop's orders and payouts, in SQLite or PostgreSQL. */
final class Orders implements OrderStore
{
    private readonly \PDO $database;

    /** @param string|\PDO $database the file of SQLite, or the framework's own connection */
    public function __construct(string|\PDO $database)
    {
        $this->database = is_string($database) ? new \PDO("sqlite:{$database}") : $database;
        $this->database->exec(
            'CREATE TABLE IF NOT EXISTS orders'
            . ' (mch_order_no TEXT PRIMARY KEY, amount TEXT NOT NULL, paid_amount TEXT)',
        );
        $this->database->exec(
            'CREATE TABLE IF NOT EXISTS payouts'
            . ' (mch_order_no TEXT PRIMARY KEY, amount TEXT NOT NULL, destination TEXT NOT NULL, settled TEXT)',
        );
    }

    /**
     * Writes the order before the call of the gateway, so the order number is stored even after a crash. Returns
     * whether the order number belongs to this order. The shop later compares the paid amount with the stored amount.
     */
    public function take(string $mchOrderNo, string $amount): bool
    {
        $this->run(
            'INSERT INTO orders (mch_order_no, amount) VALUES (?, ?) ON CONFLICT DO NOTHING',
            [$mchOrderNo, $amount],
        );

        return ($this->find($mchOrderNo)['amount'] ?? null) === $amount;
    }

    /** Only one of several simultaneous statements finds the order unpaid. */
    public function credit(string $mchOrderNo, string $paidAmount): bool
    {
        $statement = $this->run(
            'UPDATE orders SET paid_amount = ? WHERE mch_order_no = ? AND paid_amount IS NULL',
            [$paidAmount, $mchOrderNo],
        );

        return $statement->rowCount() === 1;
    }

    public function find(string $mchOrderNo): ?array
    {
        $statement = $this->run('SELECT amount, paid_amount FROM orders WHERE mch_order_no = ?', [$mchOrderNo]);

        return $statement->fetch(\PDO::FETCH_ASSOC) ?: null;
    }

    public function isPaid(string $mchOrderNo): bool
    {
        $order = $this->find($mchOrderNo);

        return isset($order['paid_amount']) && self::paise($order['paid_amount']) >= self::paise($order['amount']);
    }

    /**
     * Writes the payout before the call of the gateway. Returns whether the order number belongs to this payout. For
     * another destination, the gateway would return the earlier payout.
     *
     * @param array<string> $destination
     */
    public function takePayout(string $mchOrderNo, string $amount, array $destination): bool
    {
        ksort($destination);
        $values = [$mchOrderNo, $amount, json_encode($destination, JSON_THROW_ON_ERROR)];
        $this->run('INSERT INTO payouts (mch_order_no, amount, destination) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', $values);
        $same = 'SELECT 1 FROM payouts WHERE mch_order_no = ? AND amount = ? AND destination = ?';

        return $this->run($same, $values)->fetch() !== false;
    }

    public function hasPayout(string $mchOrderNo, string $amount): bool
    {
        $same = 'SELECT 1 FROM payouts WHERE mch_order_no = ? AND amount = ?';

        return $this->run($same, [$mchOrderNo, $amount])->fetch() !== false;
    }

    public function settlePayout(string $mchOrderNo, string $status): bool
    {
        $statement = $this->run(
            'UPDATE payouts SET settled = ? WHERE mch_order_no = ? AND settled IS NULL',
            [$status, $mchOrderNo],
        );

        return $statement->rowCount() === 1;
    }

    /** Amounts are strings with two decimals, never floats. */
    private static function paise(string $amount): int
    {
        return (int) str_replace('.', '', $amount);
    }

    /** @param list<string> $values */
    private function run(string $sql, array $values): \PDOStatement
    {
        $statement = $this->database->prepare($sql);
        // The framework's connection may not throw on an error. If the endpoint returned 200, the gateway would not
        // retry, and the credit would be lost.
        if ($statement === false || !$statement->execute($values)) {
            throw new \RuntimeException('the database refused a statement');
        }

        return $statement;
    }
}
