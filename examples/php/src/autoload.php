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
