<?php

declare(strict_types=1);

namespace Shop;

final class Signature
{
    /**
     * Signs texts: all but `sign` and what is empty, sorted by name in byte order.
     *
     * @param array<string|null> $params
     */
    public static function sign(array $params, string $key): string
    {
        unset($params['sign']);
        $params = array_filter($params, static fn (?string $value): bool => $value !== null && $value !== '');
        ksort($params, SORT_STRING);
        $text = '';
        foreach ($params as $name => $value) {
            $text .= "{$name}={$value}&";
        }

        return strtoupper(md5("{$text}key={$key}"));
    }
}
