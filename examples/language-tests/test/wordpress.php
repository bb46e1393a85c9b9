<?php

/**
 * Calls the endpoint of a plugin without WordPress. The arguments are the plugin's file, the body, the content type,
 * and the result of each change.
 */

declare(strict_types=1);

final class wpdb
{
    public string $prefix = 'wp_';

    public function __construct(private readonly int|false $changed)
    {
    }

    public function prepare(string $sql, string ...$values): string
    {
        return $sql;
    }

    public function query(string $sql): int|false
    {
        return $this->changed;
    }

    /** @return array<string, string|null> */
    public function get_row(string $sql): array
    {
        return ['amount' => '500.00', 'paid_amount' => '500.00', 'settled' => null];
    }
}

final class WP_REST_Request
{
    public function __construct(private readonly string $body, private readonly string $contentType)
    {
    }

    public function get_body(): string
    {
        return $this->body;
    }

    public function get_header(string $name): string
    {
        return $this->contentType;
    }
}

const ARRAY_A = 'ARRAY_A';

function add_action(string $hook, callable $register): void
{
    $register();
}

function register_rest_route(string $namespace, string $path, array $route): void
{
    $GLOBALS['endpoint'] = $route['callback'];
}

function status_header(int $status): void
{
    echo "{$status} ";
}

[, $plugin, $body, $contentType, $changed] = $argv;
foreach (['INRGATE_MCH_ID', 'INRGATE_MCH_KEY', 'INRGATE_MCH_SECRET'] as $name) {
    define($name, getenv($name));
}
$GLOBALS['wpdb'] = new wpdb($changed === 'false' ? false : (int) $changed);
require $plugin;
$GLOBALS['endpoint'](new WP_REST_Request($body, $contentType));
