<?php

declare(strict_types=1);

namespace Shop;

final class Signature
{
    /** Names of free texts. Like URLs, they may contain a `&`. */
    private const FREE_TEXTS = ['extra', 'message', 'note', 'accountName', 'bankCode'];
    private const FIELDS = 'mchId|merchant_id|mchOrderNo|merchant_order_no|orderNo|gateway_order_no|amount|fee|status|payTime'
        . '|test|sign|paidAmount|netAmount|tradeType|utr|extra|usdtAmount|totalDebit|txid|message|link_code|client_ref'
        . '|currency|paid_at|notifyUrl|returnUrl|payType|bankCode|accountName|accountNumber|ifsc|upiId|usdtAddress';

    /**
     * Signs all non-empty parameters except `sign`, sorted by name in byte order.
     *
     * @param array<string|null> $params
     */
    public static function sign(array $params, string $key): string
    {
        if ($key === '') {
            throw new \InvalidArgumentException('the key is empty');
        }
        unset($params['sign']);
        $params = array_filter($params, static fn (?string $value): bool => $value !== null && $value !== '');
        ksort($params, SORT_STRING);
        $text = '';
        foreach ($params as $name => $value) {
            $text .= "{$name}={$value}&";
        }

        return strtoupper(md5("{$text}key={$key}"));
    }

    /**
     * Returns whether other parameters would have the same signature, because a `&` in a value can look like the next
     * field.
     *
     * @param array<string> $params
     */
    public static function isAmbiguous(array $params): bool
    {
        foreach ($params as $name => $value) {
            $mayHold = in_array($name, self::FREE_TEXTS, true) || preg_match('#^https?://#i', $value) === 1;
            $pattern = $mayHold ? '/&(?:' . self::FIELDS . ')=/' : '/&/';
            if (preg_match('/[&=]/', (string) $name) === 1 || preg_match($pattern, $value) === 1) {
                return true;
            }
        }

        return false;
    }
}
