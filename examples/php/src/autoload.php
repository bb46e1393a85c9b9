<?php

declare(strict_types=1);

// With Composer: "autoload": {"psr-4": {"Shop\\": "src/"}}.
spl_autoload_register(static function (string $class): void {
    require __DIR__ . '/' . substr($class, strlen('Shop\\')) . '.php';
});

function setting(string $name, string $default): string
{
    return getenv($name) ?: $default;
}

/** A key of the merchant. Everybody knows the demo merchant's: they stand in for nobody else's. */
function merchantKey(string $name, string $demoKey): string
{
    $key = setting($name, setting('INRGATE_MCH_ID', 'DEMO1001') === 'DEMO1001' ? $demoKey : '');
    if ($key === '') {
        error_log("{$name} is not set: only the demo merchant has a key that everybody knows");
        http_response_code(500);
        exit(1);
    }

    return $key;
}
