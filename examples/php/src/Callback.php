<?php

declare(strict_types=1);

namespace Shop;

/** A verified callback whose values are all strings. */
final class Callback
{
    private const ALIASES = ['mchId' => 'merchant_id', 'mchOrderNo' => 'merchant_order_no'];

    /** @param array<string> $fields */
    private function __construct(private readonly array $fields)
    {
    }

    /**
     * @param string $body the raw bytes: `file_get_contents('php://input')`, never `$_POST`
     *
     * @throws UntrustedCallback
     */
    public static function verified(
        string $body,
        string $contentType,
        string $mchId,
        string $mchKey,
        string $mchSecret,
    ): self {
        $callback = new self(self::read($body, $contentType));
        $fields = $callback->fields;
        $expected = Signature::sign($fields, $callback->isPayout() ? $mchSecret : $mchKey);
        if (!hash_equals($expected, strtoupper($callback->get('sign')))) {
            throw new UntrustedCallback('the signature is wrong');
        }
        if (Signature::isAmbiguous($fields)) {
            throw new UntrustedCallback('the signature fits other fields too');
        }
        foreach (self::ALIASES as $name => $alias) {
            if (isset($fields[$alias]) && $fields[$alias] !== ($fields[$name] ?? null)) {
                throw new UntrustedCallback("{$name} and {$alias} differ");
            }
        }
        if (($fields['mchId'] ?? null) !== $mchId) {
            throw new UntrustedCallback('it is for another merchant');
        }

        return $callback;
    }

    public function get(string $name): string
    {
        return $this->fields[$name] ?? '';
    }

    /** Returns whether the callback concerns a payout. Only payouts contain `totalDebit`. The API Secret signs them. */
    public function isPayout(): bool
    {
        return $this->get('totalDebit') !== '';
    }

    /** Returns whether this is the test callback from the merchant dashboard, which belongs to no order. */
    public function isTest(): bool
    {
        return !in_array($this->get('test'), ['', 'false', '0'], true);
    }

    /** @return array<string> */
    private static function read(string $body, string $contentType): array
    {
        $fields = match (strtolower(trim(explode(';', $contentType)[0]))) {
            'application/json' => self::readJson($body),
            'application/x-www-form-urlencoded' => self::readForm($body),
            default => throw new UntrustedCallback('it is neither JSON nor a form'),
        };
        // A pattern with the modifier u never matches invalid UTF-8.
        if (preg_match('//u', implode('', [...array_keys($fields), ...$fields])) !== 1) {
            throw new UntrustedCallback('it is not in UTF-8');
        }

        return $fields;
    }

    /** @return array<string> */
    private static function readJson(string $body): array
    {
        // Quote numbers to keep them as written, because the signature covers 500.00, not 500.
        $number = '/"(?:[^"\\\\]|\\\\.)*+"|-?\d[\d.eE+-]*+/';
        $quoted = preg_replace_callback(
            $number,
            static fn (array $found): string => $found[0][0] === '"' ? $found[0] : "\"{$found[0]}\"",
            $body,
        );
        // The body itself must be valid JSON.
        $isJson = json_decode($body) instanceof \stdClass;
        $decoded = $isJson ? json_decode((string) $quoted, true) : null;
        if (!is_array($decoded)) {
            throw new UntrustedCallback('it is no JSON object');
        }

        return array_map(
            static fn (mixed $value): string => match (true) {
                is_string($value) => $value,
                $value === null => '',
                // A cast would turn true into 1, but the signature covers the JSON text.
                is_bool($value) => $value ? 'true' : 'false',
                default => throw new UntrustedCallback('a field is no plain value'),
            },
            $decoded,
        );
    }

    /**
     * Parses the form without parse_str() and $_POST, because both change names.
     *
     * @return array<string>
     */
    private static function readForm(string $body): array
    {
        $fields = [];
        foreach (explode('&', $body) as $pair) {
            [$name, $value] = array_map(urldecode(...), explode('=', $pair, 2)) + [1 => ''];
            if (isset($fields[$name])) {
                throw new UntrustedCallback("{$name} comes twice");
            }
            $fields[$name] = $value;
        }

        return $fields;
    }
}
