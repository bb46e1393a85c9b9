<?php

declare(strict_types=1);

namespace Shop;

/** Handles a callback in any web framework. The framework only passes the raw body and the content type. */
final class Receiver
{
    public const LARGEST_BODY = 64 * 1024;

    public function __construct(
        private readonly OrderStore $orders,
        private readonly string $mchId,
        private readonly string $mchKey,
        private readonly string $mchSecret,
    ) {
    }

    /** @return array{int, string} the status and the plain text of the response */
    public function handle(string $body, string $contentType): array
    {
        if (strlen($body) > self::LARGEST_BODY) {
            return [413, 'too large'];
        }
        try {
            $callback = Callback::verified($body, $contentType, $this->mchId, $this->mchKey, $this->mchSecret);
        } catch (UntrustedCallback $error) {
            return [401, $error->getMessage()];
        }
        // The test callback from the merchant dashboard belongs to no order.
        if ($callback->isTest()) {
            return [200, 'success'];
        }

        return $callback->isPayout() ? $this->settle($callback) : $this->credit($callback);
    }

    /** @return array{int, string} */
    private function credit(Callback $callback): array
    {
        // A failed pay-in can still be paid, so cancel nothing.
        if ($callback->get('status') !== 'success') {
            return [200, 'success'];
        }
        $mchOrderNo = $callback->get('mchOrderNo');
        $paidAmount = $callback->get('paidAmount');
        if ($this->orders->find($mchOrderNo) === null || preg_match('/^\d+\.\d{2}$/D', $paidAmount) !== 1) {
            return [500, 'no order, or no amount']; // the gateway retries, and by then the order may exist
        }
        if ($this->orders->credit($mchOrderNo, $paidAmount)) {
            error_log("{$mchOrderNo}: {$paidAmount} INR, " . ($this->orders->isPaid($mchOrderNo) ? 'paid' : 'too little'));
        }

        return [200, 'success'];
    }

    /** @return array{int, string} */
    private function settle(Callback $callback): array
    {
        // Acknowledge a callback with another status, which changes nothing.
        if (!in_array($callback->get('status'), ['success', 'failed'], true)) {
            return [200, 'success'];
        }
        $mchOrderNo = $callback->get('mchOrderNo');
        if (!$this->orders->hasPayout($mchOrderNo, $callback->get('amount'))) {
            return [500, 'no such payout'];
        }
        if ($this->orders->settlePayout($mchOrderNo, $callback->get('status'))) {
            error_log("{$mchOrderNo}: payout {$callback->get('status')}");
        }

        return [200, 'success'];
    }
}
