<?php

declare(strict_types=1);

namespace Shop;

/** The shop's database for callbacks. `Orders` implements it with PDO. */
interface OrderStore
{
    /** @return array{amount: string, paid_amount: string|null}|null null when there is no such order */
    public function find(string $mchOrderNo): ?array;

    /**
     * Credits an order once, even if two processes try simultaneously. Returns whether this call credited the order.
     */
    public function credit(string $mchOrderNo, string $paidAmount): bool;

    /** Returns whether the customer paid at least the amount of the order. */
    public function isPaid(string $mchOrderNo): bool;

    public function hasPayout(string $mchOrderNo, string $amount): bool;

    /** Stores the final state of a payout once. Returns whether this call stored the state. */
    public function settlePayout(string $mchOrderNo, string $status): bool;
}
