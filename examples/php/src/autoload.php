<?php

declare(strict_types=1);

// With Composer, use "autoload": {"psr-4": {"Shop\\": "src/"}} instead.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Shop\\')) {
        require __DIR__ . '/' . substr($class, strlen('Shop\\')) . '.php';
    }
});

function setting(string $name, string $default): string
{
    return getenv($name) ?: $default;
}

/**
 * Returns a key of the merchant. The key has no default, because an attacker could sign callbacks with a published key.
 */
function merchantKey(string $name): string
{
    $key = setting($name, '');
    if ($key === '') {
        error_log("{$name} is not set");
        http_response_code(500);
        exit(1);
    }

    return $key;
}
