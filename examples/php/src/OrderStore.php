<?php

declare(strict_types=1);

namespace Shop;

/** The shop's database, as a callback needs it. `Orders` is one with PDO. */
interface OrderStore
{
    /** @return array{amount: string, paid_amount: string|null}|null null when there is no such order */
    public function find(string $mchOrderNo): ?array;

    /** Credits an order once, also when two processes try at the same time. Returns whether this call did. */
    public function credit(string $mchOrderNo, string $paidAmount): bool;

    /** Whether the customer paid at least the amount of the order. */
    public function isPaid(string $mchOrderNo): bool;

    public function hasPayout(string $mchOrderNo, string $amount): bool;

    /** Stores the final state of a payout once. Returns whether this call did. */
    public function settlePayout(string $mchOrderNo, string $status): bool;
}
