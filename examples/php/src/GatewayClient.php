<?php

declare(strict_types=1);

namespace Shop;

/**
 * Creates pay-ins and payouts. A call has up to four attempts with the same bytes. The retries are safe, because the
 * order number identifies the order.
 */
final class GatewayClient
{
    /** Seconds before the second and later attempts. */
    private const WAITS = [0.25, 0.5, 1.0];
    private const TIMEOUT = 10.0;
    private const LONGEST_RETRY_AFTER = 30;

    /** The API Key signs pay-ins, and the API Secret signs payouts. A shop needs only the keys that it uses. */
    public function __construct(
        private readonly string $baseUrl,
        private readonly string $mchId,
        private readonly string $mchKey = '',
        private readonly string $mchSecret = '',
    ) {
    }

    /**
     * Returns the pay-in with its `pay_url`, even if the response to the attempt that created it was lost.
     *
     * @param array<string> $others further parameters
     *
     * @return array<string, mixed>
     *
     * @throws Refused|OutcomeUnknown
     */
    public function createPayin(string $mchOrderNo, string $amount, array $others = []): array
    {
        return $this->create('payin', $this->mchKey, ['mchOrderNo' => $mchOrderNo, 'amount' => $amount] + $others);
    }

    /**
     * Returns the payout, even if the response to the attempt that created it was lost.
     *
     * @param array<string> $destination `upiId`, or `bankCode`, `accountName`, `accountNumber` and `ifsc`
     *
     * @return array<string, mixed>
     *
     * @throws Refused|OutcomeUnknown
     */
    public function createPayout(string $mchOrderNo, string $amount, array $destination): array
    {
        return $this->create('payout', $this->mchSecret, ['mchOrderNo' => $mchOrderNo, 'amount' => $amount] + $destination);
    }

    /**
     * @param array<string> $params
     *
     * @return array<string, mixed>
     */
    private function create(string $endpoint, string $key, array $params): array
    {
        try {
            return $this->call($endpoint, $key, $params);
        } catch (OutcomeUnknown) {
            try {
                $found = $this->call('check-order-status', $key, ['mchOrderNo' => $params['mchOrderNo']]);
            } catch (Refused $error) {
                // An earlier attempt can still be in progress, so "not found" is not final.
                throw new OutcomeUnknown($error->getMessage());
            }

            return self::isFor($params, $found) ? $found : throw new Refused('duplicate_order');
        }
    }

    /**
     * @param array<string> $params
     *
     * @return array<string, mixed>
     */
    private function call(string $endpoint, string $key, array $params): array
    {
        $params = ['mchId' => $this->mchId] + $params;
        if (Signature::isAmbiguous($params)) {
            throw new Refused('ambiguous_value');
        }
        $body = json_encode($params + ['sign' => Signature::sign($params, $key)], JSON_THROW_ON_ERROR);
        $maybeMade = false;
        foreach ([...self::WAITS, null] as $wait) {
            [$status, $answer, $retryAfter] = $this->send("{$this->baseUrl}/{$endpoint}", $body);
            $data = $answer['data'] ?? null;
            if ($status === 200 && ($answer['success'] ?? null) === true && self::isFor($params, $data)) {
                return $data;
            }
            $isRefused = $status >= 400 && $status < 500 && isset($answer['error']);
            $error = (string) ($answer['error'] ?? 'no valid response from the gateway');
            $isLimited = $isRefused && $status === 429 && $error === 'rate_limited';
            // A rejection does not undo an order that an earlier attempt may have created.
            $maybeMade = $maybeMade || !$isRefused;
            $isOver = $isRefused && !$isLimited;
            if ($isOver || $wait === null || $retryAfter > self::LONGEST_RETRY_AFTER) {
                throw $maybeMade ? new OutcomeUnknown($error) : new Refused($error);
            }
            usleep((int) (1e6 * ($retryAfter ?? $wait * random_int(50, 100) / 100)));
        }
    }

    /**
     * @return array{int, array<mixed>, int|null} the status (0 without a response), the response, Retry-After in
     * seconds
     */
    private function send(string $url, string $body): array
    {
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => ['Content-Type: application/json', 'Connection: close'],
            'content' => $body,
            'timeout' => self::TIMEOUT,
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]);
        $deadline = hrtime(true) + (int) (1e9 * self::TIMEOUT);
        // If the connection fails, fopen() emits a warning and returns false.
        $stream = @fopen($url, 'r', false, $context);
        $headers = $http_response_header ?? [];
        $text = '';
        // The timeout applies to each read. A slow server could send one byte at a time, and fread() returns only when
        // it has read all bytes. For the headers, PHP has no limit of the whole time. CURLOPT_TIMEOUT of the extension
        // curl limits both.
        while ($stream && hrtime(true) < $deadline && ($byte = fgetc($stream)) !== false) {
            $text .= $byte;
        }
        if (preg_match('#^HTTP/\S+ (\d{3})#', $headers[0] ?? '', $found) !== 1) {
            return [0, [], null];
        }
        $retryAfter = preg_grep('/^Retry-After: *\d+$/i', $headers);
        $answer = json_decode($text, true);

        return [
            (int) $found[1],
            is_array($answer) ? $answer : [],
            $retryAfter ? (int) explode(':', end($retryAfter))[1] : null,
        ];
    }

    /** @param array<string> $params */
    private static function isFor(array $params, mixed $data): bool
    {
        $asked = array_intersect_key($params, ['mchOrderNo' => true, 'amount' => true]);

        // Compare as strings, because 1e3 == 1000 is true in PHP.
        return is_array($data) && array_diff_assoc($asked, array_filter($data, is_string(...))) === [];
    }
}
