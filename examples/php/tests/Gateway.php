<?php

declare(strict_types=1);

namespace Shop\Tests;

/** Test helper: the control API of the mock gateway. Copy this file into your tests. */
final class Gateway
{
    // Timeout of a call in seconds. The timeout is long, because a call returns only when the deliveries that it
    // started have ended.
    private const LONGEST_CALL_SECONDS = 120;

    public readonly string $baseUrl;
    private readonly string $controlUrl;
    private readonly string $token;

    /**
     * The gateway that `inrgate serve` starts, or the gateway of INRGATE_BASE_URL. INRGATE_CONTROL_URL and
     * INRGATE_CONTROL_TOKEN select another control API.
     */
    public function __construct(string $controlUrl = '', string $token = '')
    {
        $baseUrl = getenv('INRGATE_BASE_URL') ?: 'http://127.0.0.1:4300/v3';
        $origin = preg_replace('~^(https?://[^/]+).*~', '$1', $baseUrl);
        $this->controlUrl = $controlUrl ?: getenv('INRGATE_CONTROL_URL') ?: "{$origin}/_mock";
        $this->token = $token ?: getenv('INRGATE_CONTROL_TOKEN') ?: '';
        $this->baseUrl = substr($this->controlUrl, 0, -strlen('/_mock')) . '/v3';
    }

    /**
     * Creates a merchant for one test. The gateway generates every missing field, including the keys.
     *
     * @param array<string, mixed> $fields
     *
     * @return array<string, mixed>
     */
    public function createMerchant(array $fields = []): array
    {
        return $this->call('POST', '/merchants', $fields);
    }

    /**
     * Pays an order as the customer. Example: `pay('ORDER-1', ['paidAmount' => '400.00'])`.
     *
     * @param array<string, string> $payment
     *
     * @return array<string, mixed>
     */
    public function pay(string $order, array $payment = []): array
    {
        return $this->call('POST', '/payins/' . rawurlencode($order) . '/pay', $payment);
    }

    /**
     * Moves the clock, for example by `31m`, and runs every expiry and retry that falls due.
     *
     * @return array<string, mixed>
     */
    public function advance(string $by): array
    {
        return $this->call('POST', '/clock/advance', ['by' => $by]);
    }

    /** Waits until no delivery of a callback is running. */
    public function settle(): bool
    {
        return $this->call('POST', '/callbacks/settle', [])['settled'];
    }

    /**
     * Calls any method of the control API.
     *
     * @param array<string, mixed>|null $body
     *
     * @return array<string, mixed>
     *
     * @throws \RuntimeException with the gateway's message if the gateway rejects the call
     */
    public function call(string $method, string $path, ?array $body = null): array
    {
        $headers = ['Content-Type: application/json'];
        if ($this->token !== '') {
            $headers[] = "Authorization: Bearer {$this->token}";
        }
        $http = [
            'method' => $method,
            'header' => $headers,
            'timeout' => self::LONGEST_CALL_SECONDS,
            'ignore_errors' => true,
        ];
        if ($body !== null) {
            $http['content'] = json_encode((object) $body, JSON_THROW_ON_ERROR);
        }
        $answer = @file_get_contents($this->controlUrl . $path, false, stream_context_create(['http' => $http]));
        if ($answer === false) {
            $start = 'Run inrgate serve, or set INRGATE_BASE_URL';
            throw new \RuntimeException("no gateway at {$this->controlUrl}. {$start}");
        }
        $decoded = json_decode($answer, true);
        if (!is_array($decoded) || isset($decoded['error'])) {
            throw new \RuntimeException("{$method} {$path}: {$answer}");
        }

        return $decoded;
    }
}
